// Every page, in every language (in a sample of them with `./test`) and at every width: nothing sticks out, no line breaks inside a word, and each says what it is.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { addresses } from '../src/addresses.ts';
import type { Language } from '../src/i18n/languages.ts';
import { browserFor } from './support/browser.ts';
import { examples, follow, settled, signedIn, type SignedIn } from './support/pages.ts';
import { swept } from './support/sample.ts';
import { brokenWords, japaneseTerms } from './support/words.ts';

const { visit, browser } = browserFor(() => inject('address'));

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

test('every page has an address to be looked at', () => {
  expect(Object.keys(examples(me.world)).sort()).toEqual(['', ...addresses].sort());
});

test('what is no page says so, also to crawlers; they and browsers find what they ask for', async () => {
  const nowhere = ['/nothing-here', '/play/nobody', '/learn/nothing', '/game/abcdefGHIJ12', '/analysis/abcdefGHIJ12', '/player/Nobody-here', '/lobby/x'];
  const { page, context } = await visit({ storageState: me.state, expected: [/: 404$/, /status of 404/] });
  for (const [path, all] of Object.entries(examples(me.world))) {
    for (const address of all) expect((await context.request.get(address)).status(), address).toBe(path === '' ? 404 : 200);
  }
  for (const address of nowhere) {
    const reply = await page.goto(address);
    expect(reply?.status(), address).toBe(404);
    await settled(page);
    expect(await page.title(), address).toMatch(/^.+ · ordo$/);
    expect(await page.locator('h1:visible').count(), `${address} says what is wrong`).toBe(1);
    expect(await page.locator('main a[href^="/"]:visible').count(), `${address} leads on`).toBeGreaterThan(0);
  }
  await page.goto('/nothing-here');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();

  const types = { '/robots.txt': 'text/plain', '/favicon.ico': 'image/x-icon', '/icons/icon.svg': 'image/svg+xml', '/manifest.webmanifest': 'application/manifest+json' };
  for (const [path, type] of Object.entries(types)) {
    const reply = await context.request.get(path);
    expect([reply.status(), reply.headers()['content-type']?.split(';')[0], reply.headers()['cache-control']], path).toEqual([200, type, 'no-cache']);
  }
  const manifest = (await (await context.request.get('/manifest.webmanifest')).json()) as { icons: Picture[]; screenshots: Picture[] };
  expect(manifest.screenshots.length).toBeGreaterThan(1);
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const reply = await context.request.get(src);
    expect([reply.status(), reply.headers()['content-type']], src).toEqual([200, type]);
    if (type !== 'image/png') continue;
    const bytes = await reply.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, `${src} is as large as it says`).toBe(sizes);
  }
});

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

/** What reaches over the edge of the window: the page itself, or something to press. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary, h1, h2, p, label')) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest('.unseen, .skip-link, [hidden]') !== null || !element.checkVisibility()) continue;
      if (element.closest('[data-scrolls]') !== null) continue;
      if (box.left < -1 || box.right > width + 1) found.push(`${element.outerHTML.slice(0, 120)}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    }
    return found;
  });
}

test('the words that must not break are words of the app', () => {
  const folder = new URL('../src/i18n/messages/ja/', import.meta.url);
  const said = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
  expect(japaneseTerms.filter((term) => !said.includes(term))).toEqual([]);
});

/** Where lines are short. */
const narrow = [320, 360, 568];

describe.each(swept)('%s', (language: Language) => {
  test('no page sticks out at 320 to 1440 px, upright or on its side, no line breaks inside a word, and each has its title, heading and language', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language }, reducedMotion: 'reduce' });
    await page.goto('/');
    await settled(page);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    if (language === 'ja') expect(await page.evaluate(() => [...document.fonts].some(({ family, status }) => family.includes('Ordo JA') && status === 'loaded')), 'a face of its own').toBe(true);
    const found: string[] = [];
    const titles = new Map<string, string>();
    for (const [route, address] of Object.entries(examples(me.world)).flatMap(([one, all]) => all.map((path) => [one, path] as const))) {
      await follow(page, address);
      const title = await page.title();
      expect(title, address).toMatch(/^(\(\d+\) )?(ordo · .+|.+ · ordo)$/);
      expect(titles.get(title) ?? route, `two pages are called ${title}`).toBe(route);
      titles.set(title, route);
      expect(await page.locator('h1').count(), `headings of ${address}`).toBe(1);
      for (const [width, height] of [[1440, 900], [768, 1024], [740, 360], [568, 320], [360, 740], [320, 568]] as const) {
        await page.setViewportSize({ width, height });
        const broken = narrow.includes(width) ? await brokenWords(page, me.world.name.slice(0, 8)) : [];
        for (const what of [...(await overflow(page)), ...broken]) found.push(`${address} at ${width} × ${height}: ${what}`);
      }
    }
    expect(found).toEqual([]);
  });
});
