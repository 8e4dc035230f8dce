// The engine beside a study is given the way to the position: a third repetition is a draw for it, where the position alone is lost.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver, squareNamed } from './support/board.ts';
import { browserFor } from './support/browser.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));
const patience = { timeout: 90_000 };

const start = '10/bbbb6/2bb6/7www/8ww/10/10/10 w';
/** After it Black may go e7-d7, and the start stands on the board for the third time. */
const twice = ['i4-h4', 'd7-e7', 'h4-i4', 'e7-d7', 'i4-h4', 'd7-e7', 'h4-i4'];
/** To the same position with as many turns, but the start was there only once. */
const once = ['i4-h4', 'd7-e7', 'h4-g4', 'e7-d7', 'g4-h4', 'd7-e7', 'h4-i4'];
const lost = '10/bbb1b5/2bb6/7www/8ww/10/10/10 b';

const score = (page: Page): Promise<string | null> => page.locator('.engine .score').textContent();
const bestTurn = async (page: Page): Promise<string> => ((await page.locator('.lines li').first().locator('button').first().textContent({ timeout: 1000 }).catch(() => '')) ?? '').replace(/^\d+(\.|…)/, '');
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
  await page.locator('.study-board [role="grid"]').waitFor();
}

test('the engine sees that a repetition is a draw, because it is given the history; without it the position is lost', async () => {
  const { page } = await visit();
  await open(page, `/analysis?variant=ordo&fen=${encodeURIComponent(lost)}`);
  await page.keyboard.press('l');
  await expect.poll(() => score(page), { ...patience, message: 'the position alone: White wins' }).toMatch(/^#\d+$/);

  await open(page, `/analysis?variant=ordo&fen=${encodeURIComponent(start)}&turns=${encodeURIComponent(twice.join(' '))}`);
  await page.keyboard.press('l');
  await expect.poll(() => bestTurn(page), { ...patience, message: 'with its history: Black repeats' }).toBe('e7-d7');
  await expect.poll(() => score(page), patience).toBe('0.00');

  // The same position in another line of the same study is asked about anew: what was found there does not hold here.
  const board = new BoardDriver(page, page.locator('.study-board .board:not(.piece-sign)').first());
  await page.locator('h2').first().click();
  await page.keyboard.press('Home');
  for (const turn of once) {
    const [from = '', to = ''] = turn.split('-');
    await board.click(squareNamed(from));
    await board.click(squareNamed(to));
    await expect.poll(() => page.locator('.tree [aria-current] .text').first().textContent()).toBe(turn);
  }
  await expect.poll(() => score(page), { ...patience, message: 'reached another way: nothing is repeated' }).toMatch(/^#\d+$/);
  expect(await page.locator('.lines li .line-score').first().textContent()).toMatch(/^#\d+$/);

  // Back in the first line it is a draw again, and after the repetition the game is over.
  await page.locator('h2').first().click();
  await page.locator('.tree button.turn', { hasText: 'h4-i4' }).last().click(); // the main line goes on after its variation
  await expect.poll(() => score(page), patience).toBe('0.00');
  await board.click(squareNamed('e7'));
  await board.click(squareNamed('d7'));
  await page.getByText('The game is over here').waitFor();
});
