// axe finds nothing to object to on any page, in light and dark colours.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import { browserFor, desktop, phone } from './support/browser.ts';
import { allAddresses, follow, signedIn, type SignedIn } from './support/pages.ts';
import { sampled } from './support/sample.ts';

const { visit, browser } = browserFor(() => inject('address'));

let axe = '';
let me: SignedIn;
beforeAll(async () => {
  axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  me = await signedIn(browser(), inject('address'));
});

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[] }[];
}

/** Both colours and all sizes, a desk and a phone first. */
const looks = [
  ['light', desktop],
  ['dark', phone],
  ['light', { width: 740, height: 360 }],
  ['dark', { width: 568, height: 320 }],
  ['light', { width: 320, height: 568 }],
  ['dark', { width: 768, height: 1024 }],
] as const;

test.each(sampled(looks, 2))('axe finds nothing on any page, %s, %j', async (colorScheme, viewport) => {
  // Without motion: a colour on its way to another is not what is read.
  const { page } = await visit({ storageState: me.state, colorScheme, viewport, reducedMotion: 'reduce' });
  await page.goto('/');
  await page.evaluate(axe);
  const found = new Map<string, string[]>(); // one fault of what all pages share is one fault
  for (const address of allAddresses(me.world)) {
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
