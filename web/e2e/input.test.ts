// Every way to put a turn on the board with mouse and finger, for single pieces, lines and turns of two parts.
import { expect, inject, test } from 'vitest';
import { BoardDriver, squareNamed as sq } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { localGames } from './support/local_games.ts';

const { visit } = browserFor(() => inject('address'));
const { open, listed, started, playTurn } = localGames();

/** Lines, single pieces, captures and turns of two parts; whole games are in online.test.ts and turns.test.ts. */
const beginning = 4;

test.each([['click'], ['drag'], ['sweep'], ['handles']] as const)('turns of both variants by %s', async (hand) => {
  const { page } = await visit();
  for (const variant of ['ordo', 'ordox'] as const) {
    const game = started(variant);
    const board = await open(page, variant);
    for (const turn of shortGames[variant].slice(0, beginning)) await playTurn(board, game, turn, hand);
  }
});

test('turns of both variants by touch, on a phone', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  for (const variant of ['ordo', 'ordox'] as const) {
    const game = started(variant);
    const board = await open(page, variant);
    for (const turn of shortGames[variant].slice(0, beginning)) await playTurn(board, game, turn, 'touch');
  }
});

test('a piece dragged by touch', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  const board = await open(page, 'ordo');
  const scrolled = await page.evaluate(() => window.scrollY);
  await board.swipe(14, 34); // e2 has a piece before it: nothing happens
  expect(await listed(page)).toEqual([]);
  await board.swipe(12, 32);
  await expect.poll(() => listed(page)).toEqual(['c2-c4']);
  expect(await page.evaluate(() => window.scrollY), 'the page does not scroll under a finger on the board').toBe(scrolled);
});

const holds = async (board: BoardDriver): Promise<string[]> =>
  (await board.selected().evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')?.slice(0, 2) ?? ''))).sort();

test('a drag that leaves its line is a move of the piece, whether it brushed a neighbour on its way or took it up', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordo');
  const trail = async (...squares: (readonly [string, number])[]): Promise<void> => {
    for (const [i, [name, aside]] of squares.entries()) {
      const { x, y } = await board.at(sq(name));
      await page.mouse.move(x + aside, y, { steps: i === 0 ? 1 : 6 });
      if (i === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  // Over the edge of d2, then up.
  await trail(['c2', 0], ['c2', 38], ['c3', 20], ['c4', 0]);
  await expect.poll(() => listed(page)).toEqual(['c2-c4']);
  // As far as the neighbour, then out of the line.
  await trail(['c7', 0], ['d7', 0], ['e6', 0], ['e5', 0]);
  await expect.poll(() => listed(page)).toEqual(['c2-c4', 'c7-e5']);
});

test('a click on a neighbour always does the same: takes the line up to it, then it alone', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordo');
  await board.click(sq('c2'));
  expect(await holds(board)).toEqual(['c2']);
  await board.click(sq('d2'));
  expect(await holds(board), 'in line: up to it').toEqual(['c2', 'd2']);
  await board.click(sq('d2'));
  expect(await holds(board), 'part of the line: alone').toEqual(['d2']);
  await board.click(sq('i3'));
  expect(await holds(board), 'out of line: alone').toEqual(['i3']);
  await board.click(sq('i3'));
  expect(await holds(board), 'itself: let go').toEqual([]);
});

test.each([[360, 740], [320, 568], [568, 320]] as const)('the handles of a line can be seen and hit on a phone of %i × %i', async (width, height) => {
  const { page } = await visit({ viewport: { width, height }, hasTouch: true, isMobile: true });
  const board = await open(page, 'ordo');
  await board.tap(sq('c2'));
  await expect.poll(() => board.root.locator('.handle').count()).toBeGreaterThan(0);
  const box = await board.root.locator('.handle').first().evaluate((handle) => handle.getBoundingClientRect().toJSON() as { width: number; height: number });
  expect(Math.max(box.width, box.height), 'to be seen').toBeGreaterThan(7);
  await board.tap(sq('d2'));
  expect(await holds(board)).toEqual(['c2', 'd2']);
  await board.tap(sq('c4'));
  await expect.poll(() => listed(page)).toEqual(['c2:d2-c4']);
});
