// What the server and the rules say is said in the reader's language, and Japanese lines break between words.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { languages, type Language } from '../src/i18n/languages.ts';
import { browserFor } from './support/browser.ts';
import { allAddresses, follow, settled, signedIn, type SignedIn } from './support/pages.ts';

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

describe.each(languages)('%s', (language) => {
  test('guests have names in the reader’s language, and so have the reasons why a position is none', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language } });
    const guest = message(language, 'people.guestName').replace('{n}', '');
    await page.goto('/');
    await settled(page);
    for (const address of ['/', '/lobby', '/games', `/game/${me.world.playing}`, `/game/${me.world.ended}`, `/analysis/${me.world.ended}`]) {
      await follow(page, address);
      await expect.poll(() => page.locator('main').innerText(), { message: address }).toMatch(new RegExp(`${guest}\\d`));
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
      await expect.poll(() => page.getByRole('alert').allTextContents(), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/play/local?fen=${encodeURIComponent(fen)}`);
      await expect.poll(() => page.getByRole('alert').allTextContents(), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/analysis?fen=${encodeURIComponent(fen)}`);
      await expect.poll(() => page.getByRole('alert').textContent(), { message: fen }).toContain(language === 'en' ? 'This cannot be opened' : why);
    }
  });
});

/** Where a line ends within a word: "コ|マ", "Wegnehm|en"; what people are called is their own affair. */
function brokenWords(page: Page, name: string): Promise<string[]> {
  return page.evaluate((own) => {
    const found: string[] = [];
    const isJapanese = document.documentElement.lang === 'ja';
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    // Words of letters that are read as one: of verbs and their endings a segmenter knows less than a reader.
    const isWord = isJapanese ? /^[\p{Script=Katakana}ー]{2,}$/u : /^\p{Letter}{2,}$/u;
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (parent === null || text.trim().length < 2 || text.includes(own)) continue;
      if (!parent.checkVisibility() || parent.closest('.unseen, .skip-link, select, option, svg, textarea, [data-scrolls]') !== null) continue;
      for (const { segment, index } of words.segment(text)) {
        if (!isWord.test(segment)) continue;
        const tops = [...segment].map((_, i) => {
          range.setStart(node, index + i);
          range.setEnd(node, index + i + 1);
          return Math.round(range.getBoundingClientRect().top);
        });
        if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`${segment} in “${text.trim().slice(0, 40)}”`);
      }
    }
    return found;
  }, name);
}

test.each(languages)('%s: no line breaks inside a word, on the narrowest phone and on its side', async (language) => {
  const { page } = await visit({ storageState: me.state, settings: { language }, viewport: { width: 320, height: 568 } });
  await page.goto('/');
  await settled(page);
  if (language === 'ja') expect(await page.evaluate(() => [...document.fonts].some(({ family, status }) => family.includes('Ordo JA') && status === 'loaded')), 'a face of its own').toBe(true);
  const found: string[] = [];
  for (const address of allAddresses(me.world)) {
    await follow(page, address);
    for (const [width, height] of [[320, 568], [568, 320], [360, 740]] as const) {
      await page.setViewportSize({ width, height });
      for (const what of await brokenWords(page, me.world.name.slice(0, 8))) found.push(`${address} at ${width}: ${what}`);
    }
  }
  expect(found).toEqual([]);
});
