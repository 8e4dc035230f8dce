// Every way to put a turn on the board with mouse and finger, for single pieces, lines and turns of two parts.
import { expect, inject, test } from 'vitest';
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
