// Turns in the making, on the real rules.
import { beforeAll, describe, expect, test } from 'vitest';
import { mustStart, nodeRules } from '../../tests/node_rules.ts';
import type { Game, Rules } from '../rules/types.ts';
import { choose, stage, stageNothing, stageText, undo, type Move, type Staged, type Staging } from './staging.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

const square = (name: string): number => name.charCodeAt(0) - 97 + 10 * (name.charCodeAt(1) - 49);
const move = (origin: string, destination: string): Move => ({
  origin: origin.split(' ').map(square),
  destination: destination.split(' ').map(square),
});

function done(result: Staged): Staging {
  if ('refusal' in result) throw new Error(result.refusal.message);
  return result.staging;
}
function refused(result: Staged): string {
  return 'refusal' in result ? result.refusal.reason : 'it was staged';
}

describe('in Ordo', () => {
  test('one move is the whole turn', () => {
    const game = mustStart(rules, 'ordo');
    const empty = stageNothing(game);
    expect(empty).toMatchObject({ stage: { t: 'empty' }, parts: [], arrows: [], removed: [] });
    expect(empty.targets).toHaveLength(56);

    const whole = done(stage(game, empty, move('g2 h2', 'g3 h3')));
    expect(whole.stage).toEqual({ t: 'whole', turn: 'g2:h2-g3' });
    expect(whole.targets).toEqual([]);
    expect(whole.view.toMove).toBe('black');
    expect(whole.arrows).toEqual([{ number: 1, from: [16, 17], to: [26, 27] }]);
    expect(game.turns).toEqual([]);
    expect(undo(game, whole)).toEqual(empty);
    expect(undo(game, empty)).toBe(empty);
  });

  test('nothing can follow a whole turn', () => {
    const game = mustStart(rules, 'ordo');
    const whole = done(stageText(game, stageNothing(game), 'c2-c4'));
    expect(refused(stage(game, whole, move('c7', 'c5')))).toBe('too-many-parts');
    expect(refused(stageText(game, whole, 'c7-c5'))).toBe('too-many-parts');
  });

  test('what is not offered is refused with the reason of the rules', () => {
    const game = mustStart(rules, 'ordo');
    const empty = stageNothing(game);
    expect(refused(stage(game, empty, move('c2', 'c1')))).toBe('direction');
    expect(refused(stage(game, empty, move('c7', 'c5')))).toBe('not-yours');
    expect(refused(stageText(game, empty, 'c2-c9'))).toBe('syntax');
  });

  test('a move that would split tells the parts of the group', () => {
    const game = mustStart(rules, 'ordo', '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w');
    const result = stage(game, stageNothing(game), move('d3', 'a3'));
    expect(refused(result)).toBe('would-split');
    expect('refusal' in result && result.refusal.groups.length).toBeGreaterThan(1);
  });
});

describe('in Ordo X', () => {
  test('a sideways move is a preparation, and the advance makes the turn whole', () => {
    const game = mustStart(rules, 'ordox');
    const prepared = done(stage(game, stageNothing(game), move('c1 d1', 'e1 f1')));
    expect(prepared.stage).toEqual({ t: 'prepared' });
    expect(prepared.view).toMatchObject({ advancing: true, toMove: 'white' });
    expect(prepared.view.board.white).toContain(square('f1'));
    expect(prepared.targets.every((part) => !part.preparation)).toBe(true);

    const whole = done(stage(game, prepared, move('e3', 'e4')));
    expect(whole.stage).toEqual({ t: 'whole', turn: 'c1:d1-e1,e3-e4' });
    expect(whole.arrows.map(({ number }) => number)).toEqual([1, 2]);
    expect(undo(game, whole)).toEqual(prepared);
    expect(undo(game, undo(game, whole)).stage).toEqual({ t: 'empty' });
    expect(game.play('c1:d1-e1,e3-e4')).toBeNull();
  });

  test('a second sideways move is refused', () => {
    const game = mustStart(rules, 'ordox');
    const prepared = done(stageText(game, stageNothing(game), 'c1:d1-e1'));
    expect(refused(stage(game, prepared, move('g1', 'f1')))).not.toBe('it was staged');
    expect(refused(stage(game, prepared, move('j3', 'i3')))).not.toBe('it was staged');
    expect(refused(stageText(game, prepared, 'e1:f1-d1'))).toBe('not-advance');
  });

  test('an advance alone is a whole turn', () => {
    const game = mustStart(rules, 'ordox');
    expect(done(stageText(game, stageNothing(game), 'e3-e4')).stage).toEqual({ t: 'whole', turn: 'e3-e4' });
  });
});

describe('a choice of subgroup', () => {
  const fen = '10/10/1b1b6/2b7/10/2w7/10/10 w';
  const asked = (game: Game): Staging => done(stage(game, stageNothing(game), move('c3', 'c5')));

  test('is asked for, with what stays and what goes', () => {
    const game = mustStart(rules, 'ordox', fen);
    const choosing = asked(game);
    expect(choosing.parts).toEqual([]);
    expect(choosing.targets).toEqual([]);
    expect(choosing.view).toEqual(game.view);
    if (choosing.stage.t !== 'choosing') throw new Error('it should be choosing');
    const choices = choosing.stage.choices.map(({ part, stays, removed }) => [part.text, stays, removed]);
    expect(choices).toContainEqual(['c3xc5=b6', [square('b6')], [square('c5'), square('d6')]]);
    expect(choices).toContainEqual(['c3xc5=d6', [square('d6')], [square('c5'), square('b6')]]);
    expect(refused(stage(game, choosing, move('c3', 'c4')))).toBe('needs-choice');
  });

  test('is made by a square of the group that stays', () => {
    const game = mustStart(rules, 'ordox', fen);
    const choosing = asked(game);
    expect(choose(game, choosing, square('j1'))).toBe(choosing);
    expect(choose(game, choosing, square('c5'))).toBe(choosing);
    const whole = choose(game, choosing, square('d6'));
    expect(whole.stage).toEqual({ t: 'whole', turn: 'c3xc5=d6' });
    expect(whole.view.board.black).toEqual([square('d6')]);
    expect([...whole.removed].sort()).toEqual([square('c5'), square('b6')]);
    expect(choose(game, whole, square('d6'))).toBe(whole);
  });

  test('is undone to the capture not made', () => {
    const game = mustStart(rules, 'ordox', fen);
    expect(undo(game, asked(game))).toEqual(stageNothing(game));
  });

  test('may come with a preparation, and an advance must still follow', () => {
    // a5 takes c5 sideways and splits Black's three into b6 and d6.
    const game = mustStart(rules, 'ordox', '10/10/1b1b6/w1b7/10/10/10/10 w');
    const choosing = done(stage(game, stageNothing(game), move('a5', 'c5')));
    expect(choosing.stage.t).toBe('choosing');
    const prepared = choose(game, choosing, square('b6'));
    expect(prepared.stage.t).toBe('prepared');
    expect(prepared.removed).toHaveLength(2);
    expect(prepared.targets.length).toBeGreaterThan(0);
    const whole = done(stageText(game, prepared, 'c5-c6'));
    expect(whole.stage).toEqual({ t: 'whole', turn: 'a5xc5=b6,c5-c6' });
    expect(undo(game, whole)).toEqual(prepared);
  });

  test('may come after a preparation', () => {
    const game = mustStart(rules, 'ordox', '10/10/1b1b6/2b7/10/1w8/10/10 w');
    const prepared = done(stageText(game, stageNothing(game), 'b3-c3'));
    const choosing = done(stage(game, prepared, move('c3', 'c5')));
    expect(choosing.parts).toHaveLength(1);
    expect(choose(game, choosing, square('b6')).stage).toEqual({ t: 'whole', turn: 'b3-c3,c3xc5=b6' });
    expect(undo(game, choosing)).toEqual(prepared);
  });
});

test('a preparation that takes the last piece ends the turn and the game', () => {
  const game = mustStart(rules, 'ordox', '10/10/10/w1b7/10/10/10/10 w');
  const whole = done(stage(game, stageNothing(game), move('a5', 'c5')));
  expect(whole.stage).toEqual({ t: 'whole', turn: 'a5xc5' });
  expect(whole.view.outcome).toEqual({ winner: 'white', ending: 'last-piece' });
});
