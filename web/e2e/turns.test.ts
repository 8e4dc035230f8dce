// Turns in the making: typed, staged and taken back, with a choice, refused, and a whole game by keyboard.
import { expect, inject, test } from 'vitest';
import { partsOf, squareNamed } from './support/board.ts';
import { browserFor } from './support/browser.ts';
import { positions, shortGames } from './support/games.ts';
import { localGames } from './support/local_games.ts';

const { visit } = browserFor(() => inject('address'));
const { open, listed, started, playTurn } = localGames();

test('turns typed into the move field, whole and with completion', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordox');
  await board.click(12);
  await page.keyboard.press('m');
  const field = page.getByRole('combobox', { name: 'Move', exact: true });
  await field.waitFor();
  await field.fill('nonsense');
  await field.press('Enter');
  await expect.poll(() => page.locator('[data-spoken]').textContent()).toContain('Illegal');
  await field.fill('');
  await field.pressSequentially('a3:b3-b3,d1:d2-d4');
  await field.press('Enter');
  await expect.poll(() => listed(page)).toEqual(['a3:b3-b3,d1:d2-d4']);
  await field.pressSequentially('d8-e');
  await field.press('Enter');
  await expect.poll(() => page.locator('.staged-mark').count()).toBe(1);
});

test('Ordo X: a preparation is staged, can be taken back, and an unfinished turn is not played', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordox');
  const game = started('ordox');
  const turn = 'a3:b3-b3,d1:d2-d4';
  const [preparation, advance] = partsOf(game, turn);
  if (preparation === undefined || advance === undefined) throw new Error('two parts');
  for (const undo of ['Escape', 'mark', 'Back'] as const) {
    await board.play(preparation, 'sweep');
    const mark = page.locator('.staged-mark');
    await mark.waitFor();
    expect(await listed(page)).toEqual([]);
    if (undo === 'Escape') await page.keyboard.press('Escape');
    else if (undo === 'mark') await mark.click();
    else await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => mark.count(), { message: undo }).toBe(0);
  }
  await board.play(preparation, 'click');
  await board.play(advance, 'click');
  await expect.poll(() => listed(page)).toEqual([turn]);
});

test.each([['click'], ['keyboard']] as const)('Ordo X: the subgroup that stays is chosen by %s', async (hand) => {
  const { page } = await visit();
  const board = await open(page, 'ordox', positions.choice);
  const game = started('ordox', positions.choice);
  const choices = game.view.parts.filter((part) => part.keep !== null);
  const [chosen] = choices;
  if (chosen === undefined) throw new Error('the position has no choice');
  expect(choices.filter((part) => part.origin[0] === chosen.origin[0] && part.destination[0] === chosen.destination[0]).length).toBeGreaterThan(1);
  const before = game.view.board.black.length;
  const removed = game.removedBy(chosen.text).length;
  if (hand === 'keyboard') await board.cells.locator('[tabindex="0"]').focus();
  await board.play({ ...chosen, keep: null }, hand);
  await expect.poll(() => page.locator('.bubble').textContent()).toContain('Choose the group that stays');
  expect(await listed(page)).toEqual([]);
  if (hand === 'click') await board.click(chosen.keep ?? 0);
  else {
    await board.walk(chosen.keep ?? 0);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => listed(page)).toEqual([chosen.text]);
  await expect.poll(() => page.locator('[role="gridcell"][aria-label*=", black"]').count()).toBe(before - removed);
});

test('a forbidden target says why', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordo');
  await board.click(12); // c2: on c4 it still touches the others, on c5 no more
  const refused = page.locator('[role="gridcell"][aria-label*="would split"]').first();
  await refused.waitFor();
  const label = (await refused.getAttribute('aria-label')) ?? '';
  await board.click(squareNamed(label));
  await expect.poll(() => page.locator('.bubble.red').textContent()).toContain('would split your group');
  await expect.poll(() => page.locator('[data-spoken]').textContent()).toContain('Illegal: This would split your group into');
  expect(await listed(page)).toEqual([]);
});

test('a whole game by keyboard, heard through the live region', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordo');
  const game = started('ordo');
  await board.cells.locator('[tabindex="0"]').focus();
  const heard: string[] = [];
  await page.exposeFunction('heard', (text: string) => heard.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[data-spoken]');
    const report = (globalThis as unknown as { heard(text: string): void }).heard;
    if (region === null || region.getAttribute('aria-live') !== 'polite') throw new Error('no live region');
    new MutationObserver(() => region.textContent !== '' && report(region.textContent ?? '')).observe(region, { childList: true, characterData: true, subtree: true });
  });
  for (const turn of shortGames.ordo) await playTurn(board, game, turn, 'keyboard');
  await expect.poll(() => heard.at(-1)).toBe('White: g2 captures on g8. White wins: reached the home row.');
  expect(heard).toContain('White: the ordo c2 to d2 moves to c4 and d4. Black to move.');
  expect(heard).toContain('Black: j6 to j5. White to move.');
  expect(heard).toContain('Ordo c2 to d2 selected, 2 moves');
});
