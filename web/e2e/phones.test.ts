// A game on a phone, upright and on its side, down to the smallest: everything a turn needs is in sight, and nothing moves the board.
import { beforeAll, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { follow, settled, signedIn, type SignedIn } from './support/pages.ts';

const { visit, browser } = browserFor(() => inject('address'));
const touch = { hasTouch: true, isMobile: true } as const;
/** Upright and on its side: a usual phone, the smallest, and a small tablet. */
const sizes = [[360, 740], [740, 360], [320, 568], [568, 320], [768, 1024], [932, 430]] as const;

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

interface Box { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** Where things are in the window, without scrolling. */
function boxes(page: Page): Promise<{ board: Box; width: number; height: number; scrolled: number; others: Record<string, Box | null> }> {
  return page.evaluate(() => {
    const box = (selector: string): Box | null => {
      const element = document.querySelector(selector);
      if (element === null || !element.checkVisibility()) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    };
    const names = { nav: 'header nav', top: '.game .top', bottom: '.game .bottom', moves: '.game .moves .list, .game .moves .none', actions: '.game .actions', result: '.game .result', note: '.game .under' };
    return {
      board: box('.game .board:not(.piece-sign)') ?? { top: 0, bottom: 0, left: 0, right: 0 },
      width: innerWidth, height: innerHeight, scrolled: scrollY,
      others: Object.fromEntries(Object.entries(names).map(([name, selector]) => [name, box(selector)])),
    };
  });
}
const apart = (a: Box, b: Box): boolean => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;

test('on every phone, upright and on its side, all of the board is in sight with players, moves and actions, and no tab bar', async () => {
  const { page } = await visit({ storageState: me.state, viewport: phone, ...touch });
  await page.goto('/');
  const found: string[] = [];
  for (const address of ['/play/local', '/play/engine', `/game/${me.world.playing}`, `/game/${me.world.ended}`]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await follow(page, address);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // What is to be pressed can be: nothing lies over it.
      const buried = await page.locator('.game .actions button').evaluateAll((all) => all.filter((one) => {
        const { left, top, width: w, height: h } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(left + w / 2, top + h / 2));
      }).length);
      if (buried > 0) found.push(`${address} at ${width} × ${height}: ${buried} actions are covered`);
      await expect.poll(async () => (await boxes(page)).board.right, { message: 'the board follows' }).toBeLessThanOrEqual(width);
      const { board, others, scrolled } = await boxes(page);
      const at = `${address} at ${width} × ${height}`;
      const bad = (what: string): void => void found.push(`${at}: ${what}`);
      if (scrolled !== 0 || board.top < 0 || board.bottom > height || board.left < 0 || board.right > width) bad(`board ${JSON.stringify(board)}`);
      if (others['nav'] !== null && width < 768) bad('a tab bar');
      for (const name of ['top', 'bottom', 'moves', 'actions']) {
        const box = others[name];
        if (box == null) { bad(`no ${name}`); continue; }
        if (!apart(box, board)) bad(`${name} lies over the board`);
        if (box.bottom - box.top < 20) bad(`${name} is ${box.bottom - box.top} px high`);
        const mayScroll = address.endsWith(me.world.ended) && ['moves', 'bottom'].includes(name);
        if (!mayScroll && (box.top < 0 || box.bottom > height + 1)) bad(`${name} is out of sight: ${JSON.stringify(box)}`);
      }
      for (const name of ['top', 'bottom']) if ((others[name]?.bottom ?? 0) - (others[name]?.top ?? 0) > 44) bad(`${name} is not slim`);
      const result = others['result'];
      if (address.endsWith(me.world.ended)) {
        if (result == null) bad('no result');
        else if (width < height && result.top - board.bottom > 12) bad(`the result is ${result.top - board.bottom} px under the board`);
        else if (result.top > height - 80) bad('the result is out of sight');
      }
      if (width > height && height < 480 && others['actions'] != null && others['actions'].left < board.right - 1) bad('the actions are not beside the board');
    }
  }
  expect(found).toEqual([]);
});

test('on a phone on its side every board to work on is in sight, with what is to be done beside it', async () => {
  const { page } = await visit({ storageState: me.state, viewport: { width: 740, height: 360 }, ...touch });
  await page.goto('/');
  const found: string[] = [];
  for (const address of ['/', '/learn/ordo', '/learn/x-turns', '/editor', `/analysis/${me.world.ended}`]) {
    await follow(page, address);
    for (const [width, height] of [[740, 360], [568, 320], [932, 430]] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const seen = await page.evaluate(() => {
        const rank = document.querySelector('main .board .cells, main .board svg')?.getBoundingClientRect();
        const bar = [...document.querySelectorAll('header nav')].find((one) => one.checkVisibility() && getComputedStyle(one).position === 'fixed')?.getBoundingClientRect();
        const words = document.querySelector('main .words, main .task, main .side')?.getBoundingClientRect();
        return { board: rank?.toJSON() as Box | undefined, floor: bar?.top ?? innerHeight, words: words?.toJSON() as Box | undefined };
      });
      const at = `${address} at ${width} × ${height}`;
      if (seen.board === undefined || seen.words === undefined) found.push(`${at}: no board or no words`);
      else {
        if (seen.board.top < 0 || seen.board.bottom > seen.floor || seen.board.left < 0) found.push(`${at}: board ${JSON.stringify(seen)}`);
        if (seen.words.left < seen.board.right - 1) found.push(`${at}: the words are not beside the board ${JSON.stringify(seen)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test('a game is played in both orientations; its moves are one strip that follows the game and scrolls sideways', async () => {
  const { page } = await visit({ viewport: phone, ...touch });
  await page.goto('/play/local?variant=ordo');
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  await board.tap(12);
  await board.tap(32);
  await page.setViewportSize({ width: 740, height: 360 });
  await board.tap(62);
  await board.tap(42);
  await expect.poll(() => page.locator('button.turn').allTextContents()).toEqual(['c2-c4', 'c7-c5']);
  const saved = JSON.stringify({ variant: 'ordo', start: null, engine: null, time: null, turns: shortGames.ordo.slice(0, -1), declared: null, left: null });
  await page.evaluate((text) => localStorage.setItem('ordo.game.local', text), saved);
  await page.setViewportSize(phone);
  // What is kept is kept again when the page is left.
  await page.addInitScript((text) => localStorage.setItem('ordo.game.local', text), saved);
  await page.goto('/play/local');
  await board.cells.waitFor();
  const strip = page.locator('.moves .list');
  const shape = await strip.evaluate((list) => ({ height: list.clientHeight, left: list.scrollLeft, width: list.clientWidth, all: list.scrollWidth }));
  expect(shape.height, 'one line').toBeLessThan(48);
  expect(shape.all, 'longer than the screen').toBeGreaterThan(shape.width);
  expect(shape.left, 'the last turn is in sight').toBeGreaterThan(0);

  // The result and its buttons stand directly under the board.
  await board.tap(16);
  await board.tap(76);
  const result = page.locator('.game .result');
  await result.getByText('White wins: reached the home row.').waitFor();
  const { board: at, others, height } = await boxes(page);
  expect((others['result']?.top ?? 0) - at.bottom).toBeLessThan(12);
  expect(others['result']?.bottom).toBeLessThan(height);
  await result.getByRole('button', { name: 'Rematch' }).waitFor();
});

test('neither a lost connection nor anything else that is said moves the board', async () => {
  const { page, context } = await visit({ storageState: me.state, viewport: phone, ...touch, expected: [/ERR_INTERNET_DISCONNECTED/, /WebSocket/] });
  await page.goto(`/game/${me.world.playing}`);
  await settled(page);
  const before = (await boxes(page)).board;
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByText('You are offline.').first().waitFor();
  expect((await boxes(page)).board).toEqual(before);
  await context.setOffline(false);
});

test('a swipe up over the board of the home page scrolls the page', async () => {
  const { page } = await visit({ viewport: phone, ...touch });
  await page.goto('/');
  await settled(page);
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  await board.swipe(25, 75);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
  expect(await page.locator('[data-spoken]').first().textContent(), 'nothing was played').toBe('');
  // So does one over the position of the day, and over the pictures of a list.
  const scrolls = async (): Promise<void> => {
    const before = await page.evaluate(() => scrollY);
    const { width, height } = phone;
    const session = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: width / 2, y }] });
    await send('touchStart', height * 0.6);
    for (let y = 0.6; y > 0.2; y -= 0.05) await send('touchMove', height * y);
    await send('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 60);
  };
  await page.locator('.daily .board').scrollIntoViewIfNeeded();
  await page.locator('.daily .board').evaluate((one) => scrollTo(0, scrollY + one.getBoundingClientRect().top - innerHeight * 0.4));
  await scrolls();
  await page.goto('/learn');
  await settled(page);
  await scrolls();
});

test('whose turn it is stands under the board in letters large enough', async () => {
  const { page } = await visit({ viewport: { width: 320, height: 568 }, ...touch });
  await page.goto('/play/engine?variant=ordo&level=1&color=white');
  const turn = page.locator('.under').getByText('Your turn', { exact: true });
  await turn.waitFor();
  expect(Number.parseFloat(await turn.evaluate((words) => getComputedStyle(words).fontSize))).toBeGreaterThanOrEqual(16);
  expect(Number(await turn.evaluate((words) => getComputedStyle(words).fontWeight))).toBeGreaterThanOrEqual(600);
});
