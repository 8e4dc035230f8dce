// What the server and the rules say is said in the reader's language.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Language } from '../src/i18n/languages.ts';
import { browserFor } from './support/browser.ts';
import { follow, settled, signedIn, type SignedIn } from './support/pages.ts';
import { swept } from './support/sample.ts';

const { visit, browser } = browserFor(() => inject('address'));

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

/** A message without values, as a page shows it. */
function message(language: Language, key: string): string {
  const file = new URL(`../src/i18n/messages/${language}/${key.split('.')[0] ?? ''}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key] ?? key;
}

const noPieces = '10/10/10/10/10/10/10/10 w';
const waitingSplit = 'b8b/10/10/10/10/10/ww8/10 w';

/** Without the marks between the phrases of Japanese. */
const plain = (text: string | null): string => (text ?? '').replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
const alerts = async (page: Page): Promise<string[]> => (await page.getByRole('alert').allTextContents()).map(plain);

describe.each(swept)('%s', (language) => {
  test('guests have names in the reader’s language, and so have the reasons why a position is none', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language } });
    const guest = message(language, 'people.guestName').replace('{n}', '');
    await page.goto('/');
    await settled(page);
    for (const address of ['/', '/lobby', '/games', `/game/${me.world.playing}`, `/game/${me.world.ended}`, `/analysis/${me.world.ended}`]) {
      await follow(page, address);
      await expect.poll(async () => plain(await page.locator('main').innerText()), { message: address }).toMatch(new RegExp(`${guest}\\d`));
      if (language !== 'en') expect(await page.locator('main').innerText(), address).not.toMatch(/Guest \d/);
    }
    // In the form, by the address of a game, and in the study room.
    for (const [fen, key] of [['no position', 'play.badFen'], [noPieces, 'editor.flaw.no-pieces'], [waitingSplit, 'editor.flaw.waiting-side-split']] as const) {
      const why = message(language, key);
      await page.goto('/play?opponent=here');
      await settled(page);
      await page.getByText(message(language, 'play.anotherStart')).click();
      await page.getByLabel(message(language, 'play.position')).fill(fen);
      await page.getByRole('button', { name: message(language, 'play.start'), exact: true }).click();
      await expect.poll(() => alerts(page), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/play/local?fen=${encodeURIComponent(fen)}`);
      await expect.poll(() => alerts(page), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/analysis?fen=${encodeURIComponent(fen)}`);
      await expect.poll(async () => plain(await page.getByRole('alert').textContent()), { message: fen }).toContain(language === 'en' ? 'This cannot be opened' : why);
    }
  });
});
