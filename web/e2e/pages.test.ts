// Every page, in every language and at every width: nothing sticks out, and each says what it is.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { languages, type Language } from '../src/i18n/languages.ts';
import { browserFor } from './support/browser.ts';
import { addresses, allAddresses, follow, settled, signedIn, type SignedIn } from './support/pages.ts';

const { visit, browser } = browserFor(() => inject('address'));

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

test('every route has an address to be looked at', async () => {
  const source = await readFile(new URL('../src/routes.ts', import.meta.url), 'utf8');
  const routes = [...source.matchAll(/path: '([^']*)'/g)].map(([, path]) => path);
  expect(Object.keys(addresses(me.world)).sort()).toEqual([...new Set(routes)].sort());
});

test('what is no page says so; crawlers and browsers find what they ask for', async () => {
  const { page, context } = await visit();
  for (const [path, status] of [['/', 200], ['/play', 200], ['/learn/moves', 200], ['/robots.txt', 200], ['/favicon.ico', 200]] as const) {
    expect((await context.request.get(path)).status(), path).toBe(status);
  }
  await page.goto('/nothing-here');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  const manifest = (await (await context.request.get('/manifest.webmanifest')).json()) as { screenshots: { src: string }[] };
  expect(manifest.screenshots.length).toBeGreaterThan(1);
  for (const { src } of manifest.screenshots) expect((await context.request.get(src)).status(), src).toBe(200);
});

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

describe.each(languages)('%s', (language: Language) => {
  test('no page sticks out at 320 to 1440 px, upright or on its side, and each has its title, heading and language', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language }, reducedMotion: 'reduce' });
    await page.goto('/');
    await settled(page);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    const found: string[] = [];
    for (const address of allAddresses(me.world)) {
      await follow(page, address);
      expect(await page.title(), address).toMatch(/\bordo\b/);
      expect(await page.locator('h1').count(), `headings of ${address}`).toBe(1);
      for (const [width, height] of [[1440, 900], [768, 1024], [740, 360], [568, 320], [360, 740], [320, 568]] as const) {
        await page.setViewportSize({ width, height });
        for (const what of await overflow(page)) found.push(`${address} at ${width} × ${height}: ${what}`);
      }
    }
    expect(found).toEqual([]);
  });
});
