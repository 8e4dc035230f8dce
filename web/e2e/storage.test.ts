// What the browser keeps in IndexedDB: it outlives the page, and other tabs hear of it.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { browserFor } from './support/browser.ts';

const { visit } = browserFor(() => inject('address'));

interface Words {
  put(id: string, value: string): Promise<void>;
  remove(id: string): Promise<void>;
  lasting(): Promise<boolean>;
  all(): Promise<{ id: string; value: string }[]>;
}
type Opened = { words: Words; heard: number };

/** The module itself, as a script. */
async function module(): Promise<string> {
  const entry = new URL('../src/storage/collection.ts', import.meta.url).pathname;
  const made = await build({
    configFile: false, logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, name: 'storage', formats: ['iife'] } },
  });
  const [bundle] = Array.isArray(made) ? made : [made];
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output[0].code;
}

async function opened(page: Page, script: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(`${script}; globalThis.words = storage.collection('words', String); globalThis.heard = 0; words.onchange(() => ++heard);`);
}
const listed = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await (globalThis as unknown as Opened).words.all()).map(({ id, value }) => `${id} ${value}`));
const put = (page: Page, id: string, value: string): Promise<void> =>
  page.evaluate(([id, value]) => (globalThis as unknown as Opened).words.put(id ?? '', value ?? ''), [id, value]);

test('what is kept outlives the page, the newest comes first, and other tabs hear of changes', async () => {
  const script = await module();
  const { page, tab } = await visit();
  await opened(page, script);
  expect(await page.evaluate(() => (globalThis as unknown as Opened).words.lasting())).toBe(true);
  for (const [id, value] of [['a', 'one'], ['b', 'two'], ['a', 'three']] as const) {
    await put(page, id, value);
    await page.waitForTimeout(2); // the order is by the millisecond
  }
  expect(await listed(page)).toEqual(['a three', 'b two']);

  const other = await tab();
  await opened(other, script);
  expect(await listed(other)).toEqual(['a three', 'b two']);
  await put(other, 'c', 'four');
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as Opened).heard)).toBe(4);
  expect(await listed(page)).toEqual(['c four', 'a three', 'b two']);

  await opened(page, script);
  await page.evaluate(() => (globalThis as unknown as Opened).words.remove('a'));
  expect(await listed(page)).toEqual(['c four', 'b two']);
});

test('without a database everything works until the page is left', async () => {
  const script = await module();
  const { page } = await visit();
  await page.addInitScript(() => Reflect.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await opened(page, script);
  await put(page, 'a', 'one');
  expect(await listed(page)).toEqual(['a one']);
  expect(await page.evaluate(() => (globalThis as unknown as Opened).words.lasting())).toBe(false);
});
