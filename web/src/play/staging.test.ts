// Turns in the making, on the real rules.
import { beforeAll, describe, expect, test } from 'vitest';
import { mustStart, nodeRules } from '../../tests/node_rules.ts';
import type { Game, Rules } from '../rules/types.ts';
import { stageNothing, stageText, undo, type Staged, type Staging } from './staging.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

const square = (name: string): number => name.charCodeAt(0) - 97 + 10 * (name.charCodeAt(1) - 49);

/** The state with these parts staged one after the other. */
function staged(game: Game, ...parts: readonly string[]): Staging {
  let staging = stageNothing(game);
  for (const part of parts) {
    const result = stageText(game, staging, part);
    if ('refusal' in result) throw new Error(result.refusal.message);
    staging = result.staging;
  }
  return staging;
}
function refused(result: Staged): string {
  return 'refusal' in result ? result.refusal.reason : 'it was staged';
}

describe('in Ordo', () => {
  test('one move is the whole turn', () => {
    const game = mustStart(rules, 'ordo');
    const empty = stageNothing(game);
    expect(empty).toMatchObject({ stage: { t: 'empty' }, parts: [] });
    expect(empty.targets).toHaveLength(56);

    const whole = staged(game, 'g2:h2-g3');
    expect(whole.stage).toEqual({ t: 'whole', turn: 'g2:h2-g3' });
    expect(whole.targets).toEqual([]);
    expect(whole.view.toMove).toBe('black');
    expect(game.turns).toEqual([]);
    expect(undo(game, whole)).toEqual(empty);
    expect(undo(game, empty)).toBe(empty);
  });

  test('nothing can follow a whole turn', () => {
    const game = mustStart(rules, 'ordo');
    expect(refused(stageText(game, staged(game, 'c2-c4'), 'c7-c5'))).toBe('too-many-parts');
  });

  test('what is not offered is refused with the reason of the rules', () => {
    const game = mustStart(rules, 'ordo');
    const empty = stageNothing(game);
    expect(refused(stageText(game, empty, 'c2-c1'))).toBe('direction');
    expect(refused(stageText(game, empty, 'c7-c5'))).toBe('not-yours');
    expect(refused(stageText(game, empty, 'c2-c9'))).toBe('syntax');
    expect(refused(stageText(game, empty, 'C2-C4'))).toBe('syntax');
  });

  test('a move that would split tells the parts of the group', () => {
    const game = mustStart(rules, 'ordo', '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w');
    const result = stageText(game, stageNothing(game), 'd3-a3');
    expect(refused(result)).toBe('would-split');
    expect('refusal' in result && result.refusal.groups.length).toBeGreaterThan(1);
  });
});

describe('in Ordo X', () => {
  test('a sideways move is a preparation, and the advance makes the turn whole', () => {
    const game = mustStart(rules, 'ordox');
    const prepared = staged(game, 'c1:d1-e1');
    expect(prepared.stage).toEqual({ t: 'prepared' });
    expect(prepared.view).toMatchObject({ advancing: true, toMove: 'white' });
    expect(prepared.view.board.white).toContain(square('f1'));
    expect(prepared.targets.every((part) => !part.preparation)).toBe(true);

    const whole = staged(game, 'c1:d1-e1', 'e3-e4');
    expect(whole.stage).toEqual({ t: 'whole', turn: 'c1:d1-e1,e3-e4' });
    expect(undo(game, whole)).toEqual(prepared);
    expect(undo(game, undo(game, whole)).stage).toEqual({ t: 'empty' });
    expect(game.play('c1:d1-e1,e3-e4')).toBeNull();
  });

  test('a second sideways move is refused', () => {
    const game = mustStart(rules, 'ordox');
    expect(refused(stageText(game, staged(game, 'c1:d1-e1'), 'e1:f1-d1'))).toBe('not-advance');
  });

  test('an advance alone is a whole turn', () => {
    expect(staged(mustStart(rules, 'ordox'), 'e3-e4').stage).toEqual({ t: 'whole', turn: 'e3-e4' });
  });

  test('a capture says which subgroup stays, in either part', () => {
    const game = mustStart(rules, 'ordox', '10/10/1b1b6/2b7/10/2w7/10/10 w');
    expect(refused(stageText(game, stageNothing(game), 'c3xc5'))).toBe('needs-choice');
    expect(staged(game, 'c3xc5=d6').view.board.black).toEqual([square('d6')]);
    // a5 takes c5 sideways and splits Black's three into b6 and d6.
    const sideways = mustStart(rules, 'ordox', '10/10/1b1b6/w1b7/10/10/10/10 w');
    expect(staged(sideways, 'a5xc5=b6').stage.t).toBe('prepared');
    expect(staged(sideways, 'a5xc5=b6', 'c5-c6').stage).toEqual({ t: 'whole', turn: 'a5xc5=b6,c5-c6' });
    const after = mustStart(rules, 'ordox', '10/10/1b1b6/2b7/10/1w8/10/10 w');
    expect(staged(after, 'b3-c3', 'c3xc5=b6').stage).toEqual({ t: 'whole', turn: 'b3-c3,c3xc5=b6' });
  });

  test('a preparation that takes the last piece ends the turn and the game', () => {
    const whole = staged(mustStart(rules, 'ordox', '10/10/10/w1b7/10/10/10/10 w'), 'a5xc5');
    expect(whole.stage).toEqual({ t: 'whole', turn: 'a5xc5' });
    expect(whole.view.outcome).toEqual({ winner: 'white', ending: 'last-piece' });
  });
});
