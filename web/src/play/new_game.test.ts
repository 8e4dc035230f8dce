// The choices of a new game: whatever was stored or is in the address, something playable comes of it.
import { expect, test } from 'vitest';
import { nodeRules } from '../../tests/node_rules.ts';
import { boardOf } from '../board/fen.ts';
import { choiceFromAddress, clockOf, mayBeRated, readChoice, timeOf, wishOf, withHandicap } from './new_game.ts';

test('what was never chosen has a default, and so has nonsense', () => {
  const choice = readChoice(undefined);
  expect(choice.variant).toBe('ordo');
  expect(readChoice({ variant: 'chess', time: '1+1', color: 7, level: 99, rated: 'yes', minutes: 0, seconds: 999, handicap: 9 })).toEqual(choice);
});

test('the address is stronger than memory', () => {
  const last = readChoice({ opponent: 'engine', variant: 'ordo', time: 'none' });
  expect(choiceFromAddress('?friend&variant=ordox', last)).toMatchObject({ opponent: 'friend', variant: 'ordox', time: 'none' });
  expect(choiceFromAddress('?opponent=anybody', last).opponent).toBe('anybody');
  expect(choiceFromAddress('?time=300%2B3', last)).toMatchObject({ opponent: 'engine', time: '300+3' });
  expect(choiceFromAddress('', last)).toEqual(last);
});

test('only accounts play rated games, with a clock, from the usual start, not with the engine', () => {
  const choice = readChoice({ rated: true, opponent: 'anybody', time: '600+5' });
  expect(mayBeRated(choice, true)).toBe(true);
  expect(wishOf(choice, true).rated).toBe(true);
  expect(wishOf(choice, false).rated).toBe(false);
  expect(mayBeRated({ ...choice, time: 'none' }, true)).toBe(false);
  expect(mayBeRated({ ...choice, opponent: 'engine' }, true)).toBe(false);
  expect(wishOf(choice, true, 'a start')).toMatchObject({ rated: false, start: 'a start' });
});

test('by post is only for those who are not here, and a clock may be of one’s own choice', () => {
  expect(timeOf(readChoice({ opponent: 'engine', time: '3d' }))).toBe('none');
  expect(timeOf(readChoice({ opponent: 'friend', time: '3d' }))).toBe('3d');
  const own = readChoice({ opponent: 'engine', time: 'own', minutes: 7, seconds: 2 });
  expect(timeOf(own)).toBe('420+2');
  expect(clockOf(own)).toEqual({ base: 420, increment: 2 });
  expect(clockOf(readChoice({}))).toBeNull();
});

test('every handicap is a position of both games with so many pieces fewer, in one group', async () => {
  const rules = await nodeRules();
  for (const variant of ['ordo', 'ordox'] as const) {
    for (const color of ['white', 'black'] as const) {
      for (const pieces of [1, 2, 3, 4]) {
        const fen = withHandicap(rules.startFen, color, pieces);
        expect(boardOf(fen)[color]).toHaveLength(20 - pieces);
        const made = rules.game(variant, fen);
        if ('error' in made) throw new Error(`${fen}: ${made.error}`);
        expect(made.game.view.groups[color]).toHaveLength(1);
        made.game.free();
      }
    }
  }
});
