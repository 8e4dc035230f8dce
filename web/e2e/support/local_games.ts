// Games on one screen, played by hand in the page and beside it by the rules.
import { afterAll, beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { Game, Rules, Variant } from '../../src/rules/types.ts';
import { mustStart, nodeRules } from '../../tests/node_rules.ts';
import { BoardDriver, partsOf, type Hand } from './board.ts';

interface LocalGames {
  /** The page of such a game. */
  open(page: Page, variant: Variant, fen?: string): Promise<BoardDriver>;
  /** The turns the page lists. */
  listed(page: Page): Promise<string[]>;
  /** The same game for the rules. */
  started(variant: Variant, fen?: string): Game;
  /** Plays a turn in both, and waits until the page lists it. */
  playTurn(board: BoardDriver, game: Game, turn: string, hand: Hand): Promise<void>;
}

/** For one test file. */
export function localGames(): LocalGames {
  let rules: Rules;
  const games: Game[] = [];
  beforeAll(async () => {
    rules = await nodeRules();
  });
  afterAll(() => games.forEach((game) => game.free()));

  const listed = (page: Page): Promise<string[]> => page.locator('button.turn').allTextContents();
  return {
    listed,
    started(variant, fen) {
      const game = mustStart(rules, variant, fen);
      games.push(game);
      return game;
    },
    async open(page, variant, fen) {
      await page.goto(`/play/local?variant=${variant}${fen === undefined ? '' : `&fen=${encodeURIComponent(fen)}`}`);
      const board = new BoardDriver(page);
      await board.cells.waitFor();
      return board;
    },
    async playTurn(board, game, turn, hand) {
      for (const part of partsOf(game, turn)) await board.play(part, hand);
      game.play(turn);
      await expect.poll(() => listed(board.page), { message: `${turn} by ${hand}` }).toEqual(game.turns);
    },
  };
}
