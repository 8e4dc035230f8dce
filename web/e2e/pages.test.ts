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
  test('no page sticks out at 360, 768 or 1440 px, and each has its title, heading and language', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language }, reducedMotion: 'reduce' });
    await page.goto('/');
    await settled(page);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    const found: string[] = [];
    for (const address of allAddresses(me.world)) {
      await follow(page, address);
      expect(await page.title(), address).toMatch(/\bordo\b/);
      expect(await page.locator('h1').count(), `headings of ${address}`).toBe(1);
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        for (const what of await overflow(page)) found.push(`${address} at ${width}: ${what}`);
      }
    }
    expect(found).toEqual([]);
  });
});
