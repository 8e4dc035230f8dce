// The daily positions hold what they promise, by the rules; and a puzzle answers turns as it should.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { rulesIn } from '../rules/rules.ts';
import type { Color, Rules } from '../rules/types.ts';
import { dailyFor, dailyPositions, dayOf, readResult, type DailyPosition } from './daily.ts';
import { kTries, Puzzle, type Judgement } from './puzzle.svelte.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await rulesIn(await WebAssembly.compile(await readFile(new URL('../wasm/wasm_rules.wasm', import.meta.url))));
});

const opened = ({ variant, fen }: DailyPosition, turns: readonly string[] = []) => {
  const made = rules.game(variant, fen, turns);
  if ('error' in made) throw new Error(`${fen}: ${made.error}`);
  return made.game;
};

/** All whole turns: in Ordo X each preparation with each advance. */
function allTurns(position: DailyPosition): string[] {
  const game = opened(position);
  const turns = game.view.parts.flatMap((part) => {
    const after = part.preparation ? game.after(part.text) : null;
    return after?.advancing === true ? after.parts.map((advance) => `${part.text},${advance.text}`) : [part.text];
  });
  game.free();
  return turns;
}

describe('the daily positions', () => {
  test('are enough for two months, of both games and all lengths', () => {
    expect(dailyPositions.length).toBeGreaterThanOrEqual(60);
    for (const variant of ['ordo', 'ordox']) {
      for (const win of [1, 2, 3]) {
        expect(dailyPositions.filter((one) => one.variant === variant && one.win === win).length, `${variant} in ${String(win)}`).toBeGreaterThan(2);
      }
    }
    expect(new Set(dailyPositions.map(({ fen, variant }) => variant + fen)).size).toBe(dailyPositions.length);
  });

  test('are legal, and their lines end in a win for the side to move', () => {
    for (const position of dailyPositions) {
      expect(position.line.length, position.fen).toBe(2 * position.win - 1);
      const start = opened(position);
      const side: Color = start.view.toMove;
      expect(start.view.outcome, position.fen).toBe(null);
      start.free();
      const game = opened(position, position.line);
      expect(game.view.outcome?.winner, position.fen).toBe(side);
      expect(game.turns, 'the rules write the line in the same way').toEqual(position.line);
      game.free();
    }
  });

  test.each(dailyPositions.filter(({ win }) => win === 1))('have exactly one win in one turn: $fen', (position) => {
    const game = opened(position);
    const side = game.view.toMove;
    // The whole turn, seen without playing it.
    const winners = allTurns(position).filter((turn) => game.after(turn)?.outcome?.winner === side);
    game.free();
    expect(winners).toEqual(position.line);
  });

  test('with a longer win have none in one turn', () => {
    for (const position of dailyPositions.filter(({ win }) => win > 1)) {
      const game = opened(position);
      const side = game.view.toMove;
      const now = game.view.parts.filter((part) => game.after(part.text)?.outcome?.winner === side);
      expect(now.map(({ text }) => text), position.fen).toEqual([]);
      game.free();
    }
  });
});

describe('the day', () => {
  test('is the same for everybody, and another position each day', () => {
    const noon = Date.UTC(2026, 10, 16, 12);
    expect(dayOf(noon)).toBe(dayOf(Date.UTC(2026, 10, 16)));
    expect(dayOf(noon) + 1).toBe(dayOf(Date.UTC(2026, 10, 17)));
    const day = dayOf(noon);
    expect(dailyFor(day)).toBe(dailyFor(day + dailyPositions.length));
    expect(dailyFor(day)).not.toBe(dailyFor(day + 1));
    expect(dailyFor(-1)).toBe(dailyPositions[dailyPositions.length - 1]);
  });
  test('of a result is read, or nothing is', () => {
    expect(readResult({ day: 5, tries: 2, done: 'solved' })).toEqual({ day: 5, tries: 2, done: 'solved' });
    expect(readResult({ day: 5, tries: 0, done: 'cheated' })).toEqual({ day: 5, tries: 0, done: null });
    for (const odd of [undefined, null, 3, {}, { day: 'x', tries: 1 }, { day: 1, tries: -1 }]) expect(readResult(odd)).toBe(null);
  });
});

describe('a puzzle', () => {
  const find = (win: number): DailyPosition => {
    const found = dailyPositions.find((one) => one.win === win);
    if (found === undefined) throw new Error('no such position');
    return found;
  };
  function puzzle(position: DailyPosition, judgement: Judgement | null = null) {
    const results: [number, string | null][] = [];
    const made = new Puzzle(rules, position, {
      judge: () => Promise.resolve(judgement),
      wait: () => Promise.resolve(),
      onresult: (tries, done) => results.push([tries, done]),
    });
    return { made, results };
  }
  const wrongTurn = (position: DailyPosition): string => {
    const turn = allTurns(position).find((one) => one !== position.line[0]);
    if (turn === undefined) throw new Error('no other turn');
    return turn;
  };

  test('is solved by its line, and answers in between', async () => {
    const position = find(2);
    const { made, results } = puzzle(position);
    await made.play(position.line[0] ?? '');
    expect(made.table.turns).toEqual(position.line.slice(0, 2));
    expect(made.phase).toEqual({ t: 'find' });
    expect(made.left).toBe(1);
    await made.play(position.line[2] ?? '');
    expect(made.phase).toEqual({ t: 'solved' });
    expect(results).toEqual([[0, 'solved']]);
    made.free();
  });

  test('refuses another turn with the answer to it, and takes it back', async () => {
    const position = find(1);
    const wrong = wrongTurn(position);
    const game = opened(position, [wrong]);
    const answer = game.view.parts.find(({ preparation }) => !preparation)?.text ?? '';
    game.free();
    const { made, results } = puzzle(position, { turn: answer, score: { win: 1 } });
    await made.play(wrong);
    expect(made.phase).toEqual({ t: 'wrong', turn: wrong, reason: { t: 'loses', answer, turns: 1 } });
    expect(made.table.ply).toBe(2);
    expect(results).toEqual([[1, null]]);
    made.tryAgain();
    expect(made.table.ply).toBe(0);
    expect(made.open).toBe(true);
    made.free();
  });

  test('says of a turn that wins later that it is too slow', async () => {
    const position = find(1);
    const { made } = puzzle(position, { turn: null, score: { win: -2 } });
    await made.play(wrongTurn(position));
    expect(made.phase).toMatchObject({ t: 'wrong', reason: { t: 'slower', turns: 3 } });
    made.free();
  });

  test('accepts another way that is as short', async () => {
    const position = find(3);
    const wrong = wrongTurn(position);
    const game = opened(position, [wrong]);
    const answer = game.view.parts.find(({ preparation }) => !preparation)?.text ?? '';
    game.free();
    const { made } = puzzle(position, { turn: answer, score: { win: -2 } });
    await made.play(wrong);
    expect(made.phase).toEqual({ t: 'find' });
    expect(made.table.turns).toEqual([wrong, answer]);
    made.free();
  });

  test('without anybody to ask still says that it is not the turn', async () => {
    const position = find(2);
    const { made } = puzzle(position);
    await made.play(wrongTurn(position));
    expect(made.phase).toMatchObject({ t: 'wrong', reason: { t: 'unknown' } });
    made.free();
  });

  test('shows its solution, and remembers that it did', async () => {
    const position = find(3);
    const { made, results } = puzzle(position);
    await made.show();
    expect(made.table.turns).toEqual(position.line);
    expect(results).toEqual([[0, 'shown']]);
    const later = new Puzzle(rules, position, { judge: () => Promise.resolve(null), wait: () => Promise.resolve(), onresult: () => undefined }, { day: 1, tries: kTries, done: 'shown' });
    expect(later.phase).toEqual({ t: 'shown' });
    expect(later.table.ply).toBe(position.line.length);
    later.restart();
    expect(later.open).toBe(true);
    later.free();
    made.free();
  });
});
