// The study room on desktop and phone: tree, engine, keys, links, what is kept, the editor.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { BoardDriver } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));
const patience = { timeout: 90_000 };

const c2 = 12;
const c4 = 32;
const d2 = 13;
const d4 = 33;
const turns = (page: Page): Promise<string[]> => page.locator('.tree button.turn .text').allTextContents();
const here = (page: Page): Promise<string | null> => page.locator('.tree [aria-current]').first().textContent();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const address = (variant: 'ordo' | 'ordox', count = 99): string => `/analysis?variant=${variant}&turns=${encodeURIComponent(shortGames[variant].slice(0, count).join(' '))}&white=Ada&black=Grace`;

async function open(page: Page, path: string): Promise<BoardDriver> {
  await page.goto(path);
  await settled(page);
  const board = new BoardDriver(page, page.locator('.study-board .board:not(.piece-sign)').first());
  await board.cells.waitFor();
  return board;
}

test('a tree by hand: variations, promotion, comments, glyphs, undo; kept through a reload and in a link', async () => {
  const { page, context } = await visit({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  const board = await open(page, '/analysis?new&variant=ordo');
  await board.click(c2);
  await board.click(c4);
  await expect.poll(() => turns(page)).toEqual(['c2-c4']);
  await page.keyboard.press('Escape');
  await page.locator('h2').click();
  await page.keyboard.press('ArrowLeft');
  await board.click(d2);
  await board.click(d4);
  await expect.poll(() => turns(page), { message: 'played elsewhere it becomes a variation' }).toEqual(['c2-c4', 'd2-d4']);
  await button(page, 'Good').click();
  await page.getByLabel('Write about this position').fill('A word about it.');
  await page.locator('h2').click();
  await page.getByText('A word about it.', { exact: true }).first().waitFor();
  await button(page, 'Make main line').click();
  await expect.poll(() => turns(page)).toEqual(['d2-d4', 'c2-c4']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => turns(page)).toEqual(['c2-c4', 'd2-d4']);
  await page.keyboard.press('Control+y');
  await expect.poll(() => turns(page)).toEqual(['d2-d4', 'c2-c4']);
  await page.locator('h2').click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => here(page), { message: '↓ chooses the other branch' }).toMatch(/c2-c4/);
  await expect.poll(() => page.url(), { message: 'the address holds the study and the place in it' }).toMatch(/study=.*#1.*\.a$/);
  await page.reload();
  await settled(page);
  await expect.poll(() => turns(page), { message: 'it survives a reload' }).toEqual(['d2-d4', 'c2-c4']);

  await button(page, 'Share').click();
  const link = await page.getByLabel('Link that holds everything').inputValue();
  expect(await page.getByLabel('Record').inputValue()).toContain('1. d2-d4! {A word about it.} (1. c2-c4) *');
  await page.keyboard.press('Escape');
  const other = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  await other.page.goto(link);
  await settled(other.page);
  await expect.poll(() => turns(other.page), { message: 'a link opened in another browser' }).toEqual(['d2-d4', 'c2-c4']);
  expect(await here(other.page)).toMatch(/c2-c4/);

  await button(page, 'My analyses').click();
  await page.getByLabel('Name of this analysis').fill('My opening');
  await page.keyboard.press('Tab');
  await button(page, 'New: Ordo X').click();
  await expect.poll(() => turns(page)).toEqual([]);
  await button(page, 'My analyses').click();
  await page.getByRole('link', { name: /My opening/ }).click();
  await expect.poll(() => turns(page)).toEqual(['d2-d4', 'c2-c4']);
  // Everything is here already: no network is needed.
  await context.setOffline(true);
  await page.keyboard.press('Delete');
  await expect.poll(() => turns(page)).toEqual(['d2-d4']);
  await context.setOffline(false);
  await button(page, 'My analyses').click();
  await button(page, 'Delete this analysis').first().click();
  await expect.poll(() => page.getByRole('link', { name: /My opening/ }).count()).toBe(0);
});

test('the engine: lines, arrows with both parts numbered, hover, click to play, threat, keys and practice', async () => {
  const { page } = await visit();
  const board = await open(page, address('ordox', 4));
  await page.keyboard.press('l');
  await page.locator('.lines li').nth(2).waitFor(patience);
  expect(await page.locator('.engine .state').textContent()).toMatch(/depth \d+ · .* positions\/s/);
  await expect.poll(() => page.locator('.engine-turn').count()).toBe(3);
  await page.locator('.lines li button').first().hover();
  await page.locator('.preview svg').waitFor();
  expect(await page.getByRole('img', { name: /White’s chances: \d+%/ }).count()).toBe(1);
  await page.keyboard.press('a');
  await expect.poll(() => page.locator('.engine-turn').count()).toBe(0);
  await page.keyboard.press('a');
  await page.keyboard.press('x');
  await page.getByText('What the opponent would do now').waitFor();
  await page.locator('.engine-turn.threat').first().waitFor(patience);
  await page.keyboard.press('x');
  await page.locator('.lines li').first().waitFor(patience);
  await page.locator('h2').click();
  await page.keyboard.press(' ');
  await expect.poll(() => turns(page), { message: 'space plays the best' }).toHaveLength(5);
  await page.keyboard.press('ArrowLeft');
  await page.locator('.lines li button').nth(1).waitFor(patience);
  await page.locator('.lines li button').nth(1).click();
  await expect.poll(() => turns(page).then(({ length }) => length), { message: 'a click plays the line up to there' }).toBeGreaterThan(5);
  await page.keyboard.press('f');
  await expect.poll(() => board.cells.getAttribute('aria-label')).toMatch(/Black at the bottom/);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Home');
  expect(await page.locator('.tree [aria-current]').count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await button(page, 'Engine settings').click();
  await page.locator('label', { hasText: 'Lines' }).locator('select').selectOption('1');
  await button(page, 'Practise from here').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/play/engine');
});

test('endgame tables say what every turn is worth', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  await open(page, `/analysis?variant=ordo&fen=${encodeURIComponent('10/10/4b5/5b4/10/4w5/4w5/10 w')}`);
  await page.getByRole('region', { name: /Endgame tables/ }).waitFor(patience);
  expect(await page.locator('.values .group').count()).toBeGreaterThan(0);
  expect(await page.locator('.values .plies').first().textContent()).toMatch(/^\d+$/);
});

test('the editor puts and takes pieces, says why a position is refused, and hands it on', async () => {
  const { page } = await visit();
  await page.goto('/editor');
  await settled(page);
  const verdict = page.locator('.verdict');
  await button(page, 'Clear').click();
  await expect.poll(() => verdict.textContent()).toMatch(/has no pieces/);
  const board = new BoardDriver(page);
  await page.getByRole('radio', { name: 'White' }).first().check({ force: true });
  await board.click(13);
  await board.click(16);
  await page.getByRole('radio', { name: 'Black' }).first().check({ force: true });
  await board.click(64);
  await expect.poll(() => verdict.textContent()).toBe('Somebody can play from here.');
  await page.getByRole('radio', { name: 'Black' }).last().check({ force: true });
  await expect.poll(() => verdict.textContent(), { message: 'White waits and is split' }).toMatch(/is split/);
  await page.getByRole('radio', { name: 'Move' }).check({ force: true });
  const [from, to] = [await board.at(16), await board.at(14)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.getByLabel('Position (FEN)').inputValue()).toBe('10/4b5/10/10/10/10/3ww5/10 b');
  await button(page, 'Swap colours').click();
  await button(page, 'Mirror').click();
  await expect.poll(() => page.getByLabel('Position (FEN)').inputValue()).toBe('10/5bb3/10/10/10/10/5w4/10 w');
  await page.reload();
  await settled(page);
  await page.getByRole('link', { name: 'Analyse this position' }).click();
  await page.getByRole('region', { name: 'Engine' }).waitFor();
  expect(page.url()).toContain('/analysis');
});
