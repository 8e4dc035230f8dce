// Every page, in every language and at every width: nothing sticks out, axe finds nothing, and each says what it is.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { languages, type Language } from '../src/i18n/languages.ts';
import { browserFor, desktop, phone } from './support/browser.ts';
import { addresses, follow, makeWorld, settled, type World } from './support/pages.ts';

const { visit, browser } = browserFor(() => inject('address'));
const source = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

let axe = '';
let world: World;
let state: Awaited<ReturnType<Awaited<ReturnType<typeof visit>>['context']['storageState']>>;

beforeAll(async () => {
  axe = await source('../node_modules/axe-core/axe.min.js');
  const [mine, theirs] = [await browser().newContext(), await browser().newContext()];
  world = await makeWorld(mine.request, theirs.request, inject('address'));
  state = await mine.storageState();
  await Promise.all([mine.close(), theirs.close()]);
});

const all = (): readonly string[] => Object.values(addresses(world)).flat();

test('every route has an address to be looked at', async () => {
  const routes = [...(await source('../src/routes.ts')).matchAll(/path: '([^']*)'/g)].map(([, path]) => path);
  expect(Object.keys(addresses(world)).sort()).toEqual([...new Set(routes)].sort());
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
    const { page } = await visit({ storageState: state, settings: { language }, reducedMotion: 'reduce' });
    await page.goto('/');
    await settled(page);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    const found: string[] = [];
    for (const address of all()) {
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

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[] }[];
}

test.each([
  ['light', desktop],
  ['dark', phone],
] as const)('axe finds nothing on any page, %s', async (colorScheme, viewport) => {
  // Without motion: a colour on its way to another is not what is read.
  const { page } = await visit({ storageState: state, colorScheme, viewport, reducedMotion: 'reduce' });
  await page.goto('/');
  await page.evaluate(axe);
  const found = new Map<string, string[]>(); // one fault of what all pages share is one fault
  for (const address of all()) {
    await follow(page, address);
    const { violations } = await page.evaluate(
      () => (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({ resultTypes: ['violations'] }),
    );
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary = '' } of nodes) {
        const what = `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ')}`;
        found.set(what, [...(found.get(what) ?? []), address]);
      }
    }
  }
  expect([...found].map(([what, where]) => `${where.join(' ')}: ${what}`)).toEqual([]);
});
