// Games between browsers: whole ones, with a reload, a lost connection, a second tab and somebody who watches.
import { beforeAll, expect, inject, test } from 'vitest';
import type { APIRequestContext, Page } from 'playwright-core';
import type { Rules, Variant } from '../src/rules/types.ts';
import { mustStart, nodeRules } from '../tests/node_rules.ts';
import { BoardDriver, partsOf } from './support/board.ts';
import { browserFor, phone, type Visitor } from './support/browser.ts';
import { shortGames } from './support/games.ts';

const { visit } = browserFor(() => inject('address'));
let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

async function post(request: APIRequestContext, path: string, data: unknown): Promise<unknown> {
  const response = await request.post(path, { data, headers: { Origin: inject('address') } });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** A game between the two, who are guests. */
async function newGame(white: Visitor, black: Visitor, variant: Variant): Promise<string> {
  const { game } = (await post(white.context.request, '/api/games', { variant, color: 'white', time: 'none', opponent: 'link' })) as { game: { id: string } };
  await post(black.context.request, `/api/games/${game.id}/join`, {});
  return `/game/${game.id}`;
}

const listed = (page: Page): Promise<string[]> => page.locator('button.turn').allTextContents();

async function open(page: Page, address: string): Promise<BoardDriver> {
  await page.goto(address);
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  return board;
}

async function sees(pages: readonly Page[], turns: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => listed(page), { timeout: 60_000 }).toEqual(turns);
}

test.each([['ordo'], ['ordox']] as const)('a whole game of %s between two browsers, and one who watches', async (variant) => {
  const [white, black, guest] = [await visit(), await visit({ viewport: phone, hasTouch: true, isMobile: true }), await visit()];
  const address = await newGame(white, black, variant);
  const boards = [await open(white.page, address), await open(black.page, address)] as const;
  await open(guest.page, address);
  expect(await boards[1].isFlipped(), 'Black sits at the bottom of its own board').toBe(true);
  const pages = [white.page, black.page, guest.page];
  const game = mustStart(rules, variant);
  for (const [ply, turn] of shortGames[variant].entries()) {
    const board = boards[ply % 2 === 0 ? 0 : 1];
    for (const part of partsOf(game, turn)) await board.play(part, ply % 2 === 0 ? 'click' : 'touch');
    game.play(turn);
    await sees(pages, game.turns);
  }
  game.free();
  // Each is told in words of their own.
  const told = ['You won: you reached the home row.', 'You lost: White reached your home row.', 'White wins: reached the home row.'];
  for (const [i, page] of pages.entries()) await expect.poll(() => page.locator('.game .result').textContent()).toContain(told[i]);
  const kept = (await (await guest.context.request.get(`/api/games/${address.split('/')[2] ?? ''}`)).json()) as { state: { turns: string[] } };
  expect(kept.state.turns).toEqual(shortGames[variant]);
});

test('a reload, a second tab and a lost connection in the middle of a game', async () => {
  const offline = [/ERR_INTERNET_DISCONNECTED/, /WebSocket/];
  const [white, black] = [await visit({ expected: offline }), await visit()];
  const address = await newGame(white, black, 'ordo');
  const one = await open(white.page, address);
  const other = await open(black.page, address);
  const game = mustStart(rules, 'ordo');
  const turns = shortGames.ordo;
  let ply = 0;
  const next = async (board: BoardDriver): Promise<void> => {
    const turn = turns[ply++] ?? '';
    for (const part of partsOf(game, turn)) await board.play(part);
    game.play(turn);
  };
  await next(one);
  await sees([white.page, black.page], game.turns); // before that, a turn of Black's would be one for later
  await next(other);
  await sees([white.page, black.page], game.turns);

  // A reload brings back the game, and one goes on.
  await white.page.reload();
  await one.cells.waitFor();
  await sees([white.page], game.turns);
  await next(one);
  await sees([white.page, black.page], game.turns);

  // A second tab of the same player: either may move, both see it.
  const second = await open(await white.tab(), address);
  await next(other);
  await sees([white.page, second.page, black.page], game.turns);
  await next(second);
  await sees([white.page, second.page, black.page], game.turns);
  await second.page.close();

  // The connection is lost, the opponent moves, the connection returns.
  await white.context.setOffline(true);
  await next(other);
  await sees([black.page], game.turns);
  await white.context.setOffline(false);
  await sees([white.page], game.turns);
  await next(one);
  await sees([white.page, black.page], game.turns);
  game.free();
});
