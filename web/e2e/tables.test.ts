// Endgame tables that only the server has: shown like those of the browser, asked for quietly, and not at all where nobody has any.
//
// support/tables/ holds five against one and one against five of Ordo: ordo tablebase build --variant ordo --upto 5 --only 5v1 --out FOLDER
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { browserFor, phone } from './support/browser.ts';
import { settled } from './support/pages.ts';

const { visit, serve } = browserFor(() => inject('address'));
const folder = new URL('./support/tables/', import.meta.url).pathname;

const fiveOne = '10/4b5/10/10/10/2www5/2ww6/10 w';
const fourOne = '10/4b5/10/10/10/2www5/2w7/10 w';
const addressOf = (fen: string): string => `/analysis?variant=ordo&fen=${encodeURIComponent(fen)}`;

/** What the page asks the tables of the server. */
function asked(page: Page): string[] {
  const all: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/tablebase')) all.push(url.pathname.replace('/api/tablebase', '') + (url.searchParams.get('fen') ?? ''));
  });
  return all;
}
async function open(page: Page, fen: string): Promise<void> {
  await page.goto(addressOf(fen));
  await settled(page);
  await page.locator('.study-board [role="grid"]').waitFor();
}
interface Verdict { readonly turn: string; readonly value: string; readonly plies?: number }
/** All that is listed, as "win c3-c4 21". */
const listed = (page: Page): Promise<string[]> =>
  page.locator('.values .group').evaluateAll((groups) => groups.flatMap((group) => [...group.querySelectorAll('button')].map((one) =>
    [['win', 'draw', 'loss', 'unknown'].find((kind) => group.classList.contains(kind)), one.firstChild?.textContent, one.querySelector('.plies')?.textContent].filter((word) => word != null).join(' '))));

test('where the server has larger tables, every turn is listed with win, draw or loss and the distance', async () => {
  const server = await serve({ options: ['--no-limits', '--tables', folder] });
  const { page } = await visit({ address: server.address });
  const questions = asked(page);
  await open(page, fiveOne);
  await page.getByRole('region', { name: /Endgame tables/ }).waitFor();
  expect(questions).toEqual(['/files', fiveOne]);
  const told = (await (await page.request.get(`/api/tablebase?variant=ordo&fen=${encodeURIComponent(fiveOne)}`)).json()) as { turns: Verdict[] };
  expect(told.turns.length).toBeGreaterThan(5);
  expect((await listed(page)).sort()).toEqual(told.turns.map(({ turn, value, plies }) => [value, turn, plies].filter((word) => word !== undefined).join(' ')).sort());

  // A turn is played from the list; the other side's table answers, and what was asked once is remembered.
  await page.locator('.values button').first().click();
  await expect.poll(() => questions.length).toBe(3);
  await expect.poll(() => page.locator('.values .group').count()).toBeGreaterThan(0);
  await page.locator('h2').first().click();
  await page.keyboard.press('Home');
  await expect.poll(() => listed(page).then(({ length }) => length)).toBe(told.turns.length);
  expect(questions).toHaveLength(3);
});

test('the browser’s own tables come first, and nothing is shown or asked where nobody has any, on a phone and offline', async () => {
  const server = await serve({ options: ['--no-limits', '--tables', folder] });
  const { page, context } = await visit({ address: server.address, viewport: phone, hasTouch: true, isMobile: true, expected: [/ERR_INTERNET_DISCONNECTED/, /WebSocket/] });
  const questions = asked(page);
  await open(page, fourOne);
  await page.locator('.values .group').first().waitFor({ timeout: 90_000 });
  await page.goto('/analysis?new&variant=ordo');
  await settled(page);
  await page.waitForTimeout(500);
  expect(questions, 'few pieces: here; many: nobody').toEqual([]);
  // Ordo X has no such table here.
  await page.goto(`/analysis?variant=ordox&fen=${encodeURIComponent(fiveOne)}`);
  await settled(page);
  await expect.poll(() => questions).toEqual(['/files']);
  expect(await page.locator('.values').count()).toBe(0);

  await open(page, fiveOne);
  await page.locator('.values .group').first().waitFor();
  await context.setOffline(true);
  await page.locator('.values button').first().tap();
  await expect.poll(() => page.locator('.tree button.turn').count()).toBe(1);
  await page.waitForTimeout(500);
  expect(await page.locator('.values').count()).toBe(0);
  await context.setOffline(false);

  const plain = await visit();
  const none = asked(plain.page);
  await open(plain.page, fiveOne);
  await expect.poll(() => none).toEqual(['/files']);
  await plain.page.waitForTimeout(500);
  expect(await plain.page.locator('.values').count()).toBe(0);
});
