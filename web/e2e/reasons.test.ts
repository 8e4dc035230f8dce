// Why not, and what happened: every refused try is answered on the board, hints are drawn, removed pieces leave a shadow.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver, partsOf, squareNamed as sq } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { positions } from './support/games.ts';
import { localGames } from './support/local_games.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));
const { open, listed, started } = localGames();
const spoken = (page: Page): Promise<string | null> => page.locator('[data-spoken]').first().textContent();

test('every refused try says why beside the square, and the board shows it: backward, jumping, a diagonal ordo, a second sideways part', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordo');
  const bubble = page.locator('.bubble.red');
  const tries: readonly { readonly taps: readonly string[]; readonly why: string; readonly met?: number }[] = [
    { taps: ['a2', 'a1'], why: 'not backward' },
    { taps: ['c1', 'c4'], why: 'nobody jumps', met: 1 },
    { taps: ['c2', 'd2', 'f4'], why: 'straight forward only' },
    { taps: ['a2', 'c5'], why: 'not in a straight line' },
  ];
  for (const { taps, why, met = 0 } of tries) {
    for (const name of taps) await board.click(sq(name));
    await expect.poll(() => bubble.textContent(), { message: why }).toContain(why);
    await expect.poll(() => spoken(page)).toContain(why);
    expect(await page.locator('.refused-square').count(), 'the square is crossed').toBeGreaterThan(0);
    expect(await page.locator('.blocker').count(), 'what is in the way is ringed').toBe(met);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await board.selected().count()).toBe(0);
  }
  // A drag is answered in the same way.
  await board.pull(sq('a2'), sq('a1'));
  await expect.poll(() => bubble.textContent()).toContain('not backward');

  // Ordo X: after the sideways move, another one.
  const second = await open(page, 'ordox');
  const game = started('ordox');
  const [preparation] = partsOf(game, 'a3:b3-b3,d1:d2-d4');
  if (preparation === undefined) throw new Error('a preparation');
  await second.click(sq('b3'));
  const label = await page.locator('[role="gridcell"][aria-label*="an advance must follow"]').count();
  expect(label, 'a sideways target says that an advance follows').toBeGreaterThan(0);
  await second.letGo();
  await second.play(preparation);
  await page.locator('.staged-mark').waitFor();
  await second.letGo();
  await second.click(sq('j2'));
  await second.click(sq('j1'));
  await expect.poll(() => bubble.textContent()).toContain('not backward');
  await second.letGo();
  await second.click(sq('e3'));
  await second.click(sq('d3'));
  await expect.poll(() => bubble.textContent()).toContain('must go forward');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.staged-mark').count()).toBe(0);
  expect(await listed(page)).toEqual([]);
});

test('on a phone the words of a split never lie over its gap', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  const board = await open(page, 'ordo');
  for (const [from, to] of [['c2', 'c5'], ['h2', 'h5'], ['c2', 'c6']] as const) {
    await board.tap(sq(from));
    await board.tap(sq(to));
    await page.locator('.bubble.red').waitFor();
    const covered = await page.evaluate(() => {
      const words = document.querySelector('.bubble.red')?.getBoundingClientRect();
      return [...document.querySelectorAll('.split-break')].filter((gap) => {
        const { x, y, width, height } = gap.getBoundingClientRect();
        const [cx, cy] = [x + width / 2, y + height / 2];
        return words !== undefined && cx > words.left && cx < words.right && cy > words.top && cy < words.bottom;
      }).length;
    });
    expect(covered, `${from} to ${to}`).toBe(0);
    await board.tap(sq(from));
    await board.tap(sq(from));
    if ((await board.selected().count()) > 0) await board.tap(sq(from));
  }
});

test('a hint is drawn, with both parts, and goes on from a part that is staged; undoing and walking are said', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordox');
  const game = started('ordox');
  const [preparation, advance] = partsOf(game, 'a3:b3-b3,d1:d2-d4');
  if (preparation === undefined || advance === undefined) throw new Error('two parts');
  const hint = page.getByRole('button', { name: 'Hint' });
  const arrows = page.locator('.hint-arrow');
  await hint.click();
  await expect.poll(() => arrows.count(), { timeout: 60_000 }).toBeGreaterThan(0);
  const told = (await page.locator('.notice.hint').textContent()) ?? '';
  expect(await arrows.count()).toBe((/ would play (.*)\./.exec(told)?.[1] ?? '').split(',').length);
  expect(await page.locator('.hinted').count(), 'from and to of each part').toBe(2 * (await arrows.count()));

  await board.play(preparation);
  await page.locator('.staged-mark').waitFor();
  await hint.click();
  await expect.poll(() => page.locator('.notice.hint').textContent(), { timeout: 60_000 }).toContain(`would play ${preparation.text},`);
  await expect.poll(() => arrows.count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => spoken(page)).toContain('Sideways move undone.');

  await board.play(preparation);
  await board.play(advance);
  await expect.poll(() => listed(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'One turn back' }).click();
  await expect.poll(() => spoken(page)).toBe('The starting position.');
  await page.getByRole('button', { name: 'One turn on' }).click();
  await expect.poll(() => spoken(page)).toContain('After turn 1: a3:b3-b3,d1:d2-d4.');
  await page.getByRole('button', { name: 'Take back 1 turn' }).click();
  await expect.poll(() => spoken(page)).toBe('1 turn taken back. White to move.');
});

test('Ordo X: a subgroup that was cut off stays as a shadow until the next turn, and its number stands in the list', async () => {
  const { page } = await visit();
  const board = await open(page, 'ordox', positions.choice);
  const game = started('ordox', positions.choice);
  const chosen = game.view.parts.find((part) => part.captures && !part.preparation && game.removedBy(part.text).length > 1);
  if (chosen === undefined) throw new Error('nothing to cut off');
  const removed = game.removedBy(chosen.text);
  await board.play(chosen);
  await expect.poll(() => listed(page)).toEqual([chosen.text]);
  expect(await page.locator('.removed').count()).toBe(removed.filter((square) => !chosen.destination.includes(square)).length);
  expect(await page.locator('button.turn').getAttribute('data-removed')).toBe(`−${removed.length}`);
  game.play(chosen.text);
  const next = game.view.parts.find((part) => !part.preparation && part.keep === null && !part.captures);
  if (next === undefined) throw new Error('no answer');
  await board.play(next);
  await expect.poll(() => page.locator('.removed').count()).toBe(0);
});

test('a first game marks what can move and tells of lines once; taking back says how many turns and does just that', async () => {
  const { page } = await visit();
  await page.goto('/play/engine?variant=ordo&level=1');
  await settled(page);
  const board = new BoardDriver(page);
  await expect.poll(() => page.locator('.board .hint').count()).toBeGreaterThan(5);
  const back = page.getByRole('button', { name: /^Take back/ });
  expect(await back.isDisabled()).toBe(true);
  await board.click(sq('c2'));
  await board.click(sq('c4'));
  await expect.poll(() => listed(page), { timeout: 60_000 }).toHaveLength(2);
  await page.getByText('can move together').waitFor();
  await expect.poll(() => back.textContent()).toContain('Take back 2 turns');
  await back.click();
  await expect.poll(() => listed(page)).toHaveLength(0);
  await board.click(sq('c2'));
  await board.click(sq('d2'));
  await board.click(sq('c3'));
  await expect.poll(() => listed(page), { timeout: 60_000 }).toHaveLength(2);
  expect(await page.getByText('can move together').count(), 'lines are known now').toBe(0);
});
