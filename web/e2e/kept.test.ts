// Nothing lost: games on this device are kept side by side, go on after a reload, and are deleted only by hand.
import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver, squareNamed as sq } from './support/board.ts';
import { browserFor } from './support/browser.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));
const turns = (page: Page): Promise<string[]> => page.locator('button.turn').allTextContents();

async function opened(page: Page): Promise<BoardDriver> {
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  return board;
}
async function move(board: BoardDriver, from: string, to: string): Promise<void> {
  await board.click(sq(from));
  await board.click(sq(to));
}

test('games at one screen stand side by side: a list with results, to go on, to export, to delete; an old one is taken over', async () => {
  const { page } = await visit();
  // What an earlier version kept, without a name.
  await page.addInitScript(() => {
    if (localStorage.getItem('ordo.seen') !== null) return;
    localStorage.setItem('ordo.seen', '1');
    localStorage.setItem('ordo.game.local', JSON.stringify({ variant: 'ordox', start: null, engine: null, time: null, turns: ['f3-f4'], declared: null, left: null }));
  });
  await page.goto('/play');
  await settled(page);
  const kept = page.locator('.kept li');
  await expect.poll(() => kept.count()).toBe(1);

  // Starting another destroys none.
  await page.goto('/play/local?variant=ordo');
  const board = await opened(page);
  await move(board, 'c2', 'c4');
  await expect.poll(() => turns(page)).toEqual(['c2-c4']);
  const address = page.url();
  await page.reload();
  await opened(page);
  await expect.poll(() => turns(page), { message: 'a game survives a reload' }).toEqual(['c2-c4']);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').getByText('White wins: Black resigned.').waitFor();

  await page.goto('/play');
  await expect.poll(() => kept.allTextContents()).toHaveLength(2);
  expect(await kept.nth(0).textContent()).toContain('White wins: Black resigned.');
  expect(await kept.nth(1).textContent()).toContain('In progress');
  const [file] = await Promise.all([page.waitForEvent('download'), kept.nth(0).getByRole('button', { name: 'Save as a file' }).click()]);
  const record = await readFile(await file.path(), 'utf8');
  expect(record).toContain('c2-c4');
  expect(record).toContain('1-0');

  await kept.nth(1).getByRole('link').first().click();
  await expect.poll(() => turns(page)).toEqual(['f3-f4']);
  await page.goto('/play');
  await expect.poll(() => kept.count()).toBe(2);
  const ended = kept.filter({ hasText: 'resigned' });
  await ended.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => kept.count()).toBe(1);
  await page.goto(address);
  await opened(page);
  await expect.poll(() => turns(page), { message: 'what was deleted is gone' }).toEqual([]);
});

test('one form: a clock of one’s own and a handicap, against the engine', async () => {
  const { page } = await visit();
  await page.goto('/play?opponent=engine');
  await settled(page);
  await page.getByRole('radio', { name: '1 ·' }).check({ force: true });
  await page.locator('label.field', { hasText: 'Clock' }).locator('select').selectOption('own');
  await page.getByLabel('Minutes for the game').fill('7');
  await page.getByLabel('Seconds for each turn').fill('2');
  await page.getByText('Handicap or another position').click();
  await page.locator('label.field', { hasText: 'Handicap' }).locator('select').selectOption('2');
  await page.getByRole('button', { name: 'Start' }).click();
  const board = await opened(page);
  expect(await page.getByRole('timer').allTextContents()).toEqual([expect.stringContaining('7:00'), expect.stringContaining('7:00')]);
  expect(await page.locator('[role="gridcell"][aria-label*=", black"]').count()).toBe(18);
  expect(await page.locator('[role="gridcell"][aria-label*=", white"]').count()).toBe(20);
  await move(board, 'c2', 'c4');
  await expect.poll(() => turns(page), { timeout: 60_000 }).toHaveLength(2);
  await expect.poll(() => page.getByRole('timer').last().textContent(), { message: 'my clock runs' }).toMatch(/6:\d\d/);
});

test('the game of the home page survives a reload and goes on beside the others', async () => {
  const { page } = await visit();
  await page.goto('/');
  const board = await opened(page);
  await move(board, 'c2', 'c4');
  await page.getByRole('button', { name: 'Continue on a larger board' }).waitFor();
  await expect.poll(() => page.locator('[data-spoken]').first().textContent(), { timeout: 60_000 }).toMatch(/^Black: /);
  await page.reload();
  const white = (await opened(page)).root.locator('[role="gridcell"][aria-label^="c4, white"]'); // not that of the position of the day
  await expect.poll(() => white.count()).toBe(1);
  await page.getByRole('button', { name: 'Continue on a larger board' }).click();
  await expect.poll(() => turns(page)).toHaveLength(2);
  await page.goto('/');
  await opened(page);
  expect(await white.count(), 'a new one may begin here').toBe(0);
  await expect.poll(() => page.locator('.continue a').count()).toBe(1);
});
