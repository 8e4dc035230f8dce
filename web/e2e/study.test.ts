// The study room once more, sentence by sentence: what is drawn and folded, keys, hands, languages, without a network; and the ways to it.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { BoardDriver } from './support/board.ts';
import { browserFor, desktop, phone } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { settled, signedIn, type SignedIn } from './support/pages.ts';
import { swept } from './support/sample.ts';
import { startServer } from './support/server.ts';

const { visit, browser } = browserFor(() => inject('address'));
const patience = { timeout: 90_000 };

let axe = '';
let me: SignedIn;
beforeAll(async () => {
  axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  me = await signedIn(browser(), inject('address'));
  const context = await browser().newContext();
  await context.request.post(`${inject('address')}/api/games/${me.world.ended}/report`, { data: {}, headers: { Origin: inject('address') } });
  await context.close();
});

const turns = (page: Page): Promise<string[]> => page.locator('.tree button.turn .text').allTextContents();
const here = (page: Page): Promise<string | null> => page.locator('.tree [aria-current] .text').first().textContent();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const boardOf = (page: Page): BoardDriver => new BoardDriver(page, page.locator('.study-board .board:not(.piece-sign)').first());

async function open(page: Page, path: string): Promise<BoardDriver> {
  await page.goto(path);
  await settled(page);
  const board = boardOf(page);
  await board.cells.waitFor();
  return board;
}
/** Somewhere where keys mean the page, not a control. */
const aside = (page: Page): Promise<void> => page.locator('h2').first().click();

test('lines are promoted and folded, those that meet are marked; arrows and marks stay with their turn', async () => {
  const { page } = await visit();
  const board = await open(page, `/analysis?variant=ordo&turns=${encodeURIComponent('c2-c4 c7-c5')}`);
  await aside(page);
  // Two more tries for Black, the second of which moves up one place at a time.
  for (const [a, b] of [[63, 53], [66, 56]] as const) {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await board.click(a);
    await board.click(b);
    await aside(page);
  }
  await expect.poll(() => turns(page)).toHaveLength(4);
  const before = await turns(page);
  await button(page, 'Promote').click();
  const [first, main, one, two] = before;
  await expect.poll(() => turns(page)).toEqual([first, main, two, one]);
  await button(page, 'Promote').click();
  await expect.poll(() => turns(page)).toEqual([first, two, main, one]);
  await page.locator('.fold').click();
  await expect.poll(() => turns(page)).toEqual([first, two]);
  await button(page, 'Show the variations').click();
  await expect.poll(() => turns(page)).toHaveLength(4);

  const [from, to] = [await board.at(12), await board.at(45)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.mouse.click(to.x, to.y, { button: 'right' });
  await expect.poll(() => page.locator('.own-arrow').count()).toBe(1);
  await expect.poll(() => page.locator('.own-mark').count()).toBe(1);
  const marked = page.url();
  await aside(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.own-arrow').count()).toBe(0);
  await expect.poll(() => page.url(), { message: 'the address follows' }).not.toBe(marked);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url(), { message: 'and comes back' }).toBe(marked);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.locator('.own-arrow').count(), { message: 'kept with its turn' }).toBe(1);

  // c2-c4, then d2-d4; or the other way round.
  const meets = await visit();
  await open(meets.page, `/analysis?variant=ordo&turns=${encodeURIComponent('c2-c4 c7-c5 d2-d4')}`);
  await aside(meets.page);
  await meets.page.keyboard.press('Home');
  const other = boardOf(meets.page);
  for (const [a, b] of [[13, 33], [62, 42], [12, 32]] as const) {
    await other.click(a);
    await other.click(b);
  }
  await expect.poll(() => meets.page.getByTitle('This position stands in another line, too').count()).toBe(2);
});

test('every key of the list does what it says', async () => {
  const { page } = await visit();
  const board = await open(page, `/analysis?variant=ordo&turns=${encodeURIComponent(shortGames.ordo.slice(0, 6).join(' '))}`);
  await aside(page);
  await page.keyboard.press('Home');
  await board.click(13);
  await board.click(33);
  await aside(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => here(page), { message: '↑ goes back to the first branch' }).toBe(shortGames.ordo[0]);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => here(page), { message: 'to the end of the branch' }).toBe(shortGames.ordo[5]);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => page.locator('.tree [aria-current]').count(), { message: 'back to the fork' }).toBe(0);
  await page.keyboard.press('c');
  await expect.poll(() => page.locator('.study-board .bond').count()).toBeGreaterThan(10);
  await page.keyboard.press('c');
  await expect.poll(() => page.locator('.study-board .bond').count()).toBe(0);
  await page.keyboard.press('f');
  await expect.poll(() => board.isFlipped()).toBe(true);
  await page.keyboard.press('l');
  await expect.poll(() => page.getByRole('switch', { name: 'Engine' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('l');
  await expect.poll(() => page.getByRole('switch', { name: 'Engine' }).getAttribute('aria-checked')).toBe('false');
  await page.keyboard.press('z');
  await button(page, 'Analyse the game').waitFor();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog');
  await list.getByText('Choose a variation').waitFor();
  expect(await list.locator('kbd').count()).toBeGreaterThan(12);
});

test('by keyboard alone: a turn on the board, the engine with its settings, a line of it played', async () => {
  const { page } = await visit();
  const board = await open(page, '/analysis?new&variant=ordo');
  await board.cells.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('m');
  await page.keyboard.type('c2-c4');
  await page.keyboard.press('Enter');
  await expect.poll(() => turns(page)).toEqual(['c2-c4']);
  await page.getByRole('switch', { name: 'Engine' }).focus();
  await page.keyboard.press('Space');
  await button(page, 'Engine settings').focus();
  await page.keyboard.press('Enter');
  for (const [label, value] of [['Lines', '5'], ['Threads', '1'], ['Memory', '16']] as const) await page.locator('label', { hasText: label }).locator('select').selectOption(value);
  await page.locator('.lines li').nth(4).waitFor(patience);
  await page.locator('.lines li button').first().focus();
  await page.locator('.preview svg').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => turns(page)).toHaveLength(2);
});

test('on a phone, by touch: a variation, the engine, its best turn', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  const board = await open(page, '/analysis?new&variant=ordox');
  await board.tap(12);
  await board.tap(32);
  await expect.poll(() => turns(page)).toHaveLength(1);
  await page.locator('.walk button').nth(1).tap();
  await page.getByRole('switch', { name: 'Engine' }).tap();
  await page.locator('.lines li button').first().waitFor(patience);
  await page.locator('.lines li button').first().tap();
  await expect.poll(() => turns(page)).toHaveLength(2);
  const box = await page.getByRole('switch', { name: 'Engine' }).boundingBox();
  expect(box?.height ?? 0, 'large enough for a finger').toBeGreaterThanOrEqual(24);
});

test.each(swept)('the study room with its report speaks %s, and axe has nothing to say', async (language) => {
  for (const [colorScheme, viewport] of [['light', desktop], ['dark', phone]] as const) {
    const { page } = await visit({ settings: { language }, colorScheme, viewport, reducedMotion: 'reduce' });
    await page.goto(`/analysis/${me.world.ended}`);
    await settled(page);
    await page.locator('.report table').waitFor(patience);
    await page.keyboard.press('l');
    await page.locator('.engine .head').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run({ resultTypes: ['violations'] }));
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out').toBe(true);
  }
});

test('without a server: the board, the engine, a report and what is kept', async () => {
  const server = await startServer();
  const { page } = await visit({ address: server.address, keeps: true, expected: [/ERR_CONNECTION|ERR_FAILED|Failed to fetch|fetch|WebSocket|503/] });
  await page.goto('/analysis?new&variant=ordo');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  await server.stop();
  const board = await open(page, `/analysis?variant=ordo&turns=${encodeURIComponent(shortGames.ordo.slice(0, 2).join(' '))}`);
  await page.keyboard.press('l');
  await page.locator('.lines li').first().waitFor(patience);
  await page.keyboard.press('l');
  await board.click(13);
  await page.keyboard.press('Escape');
  await aside(page);
  await page.getByRole('tab', { name: 'Report' }).click();
  await button(page, 'Analyse the game').click();
  await expect.poll(() => page.locator('progress').count(), patience).toBe(0);
  await page.reload();
  await settled(page);
  await page.locator('.report table').waitFor();
});

test('the editor: a start position, a FEN that is none, and a position to play against the engine, here or with a friend', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  await page.goto('/editor?fen=10/4b5/10/10/10/10/3ww5/10%20w');
  await settled(page);
  const fen = page.getByLabel('Position (FEN)');
  await fen.fill('10/4b5/nonsense');
  await page.getByText('This is no position.').waitFor();
  await fen.fill('10/4b5/10/10/10/10/3www4/10 b');
  await expect.poll(() => page.locator('.verdict').textContent()).toBe('Somebody can play from here.');
  await page.getByRole('radio', { name: 'Ordo X' }).check({ force: true });
  const address = async (name: string): Promise<string> => (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
  expect(await address('Against the engine')).toMatch(/^\/play\/engine\?.*variant=ordox.*fen=/);
  expect(await address('friend')).toMatch(/^\/play\?opponent=friend.*fen=/);
  await button(page, 'Start position').tap();
  await expect.poll(() => fen.inputValue()).toMatch(/^2bb2bb2\//);
  await page.getByRole('link', { name: 'Against the engine' }).tap();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/play/engine');
});

test('"Analyse" leads to the board from lessons, figures, lists of games, the position of the day, the first game and games that are kept', async () => {
  const { page } = await visit({ storageState: me.state });
  /** Follows the link that is there and says which position it leads to. */
  const follow = async (name: string | RegExp): Promise<string> => {
    await page.getByRole('link', { name }).first().click();
    await page.locator('.study-board [role="grid"]').waitFor();
    return page.url();
  };
  await page.goto('/rules');
  await settled(page);
  await follow('Analyse figure 2');
  await page.goto('/learn/ordo');
  await settled(page);
  await follow('Analyse');
  await page.goto(`/player/${me.world.name}`);
  await settled(page);
  await expect.poll(() => page.getByRole('link', { name: /^Analyse / }).count(), { message: 'of the two games one is over' }).toBe(1);
  expect(await follow(/^Analyse /)).toContain(`/analysis/${me.world.ended}`);
  await page.goto('/games');
  await settled(page);
  await follow(/^Analyse /);

  await page.evaluate(() => localStorage.setItem('ordo.daily', JSON.stringify({ day: Math.floor(Date.now() / 86_400_000), tries: 1, done: 'solved' })));
  await page.goto('/');
  await settled(page);
  await page.locator('.daily').getByRole('link', { name: 'Analyse' }).waitFor();
  const board = new BoardDriver(page, page.locator('.try .board:not(.piece-sign)').first());
  await board.cells.waitFor();
  await board.click(12);
  await board.click(32);
  await page.locator('.try').getByRole('link', { name: 'Analyse' }).click();
  await expect.poll(() => turns(page).then(([first]) => first)).toBe('c2-c4');

  await page.goto('/play/local?variant=ordo');
  const table = new BoardDriver(page);
  await table.cells.waitFor();
  await table.click(13);
  await table.click(33);
  await expect.poll(() => page.locator('button.turn').count()).toBe(1);
  await page.goto('/play');
  await settled(page);
  await page.locator('.kept').getByRole('link', { name: 'Analyse' }).first().click();
  await expect.poll(() => turns(page)).toEqual(['d2-d4']);
});
