// The choices of a new game: whatever was stored or is in the address, something playable comes of it.
import { expect, test } from 'vitest';
import { choiceFromAddress, mayBeRated, readChoice, wishOf } from './new_game.ts';

test('what was never chosen has a default, and so has nonsense', () => {
  const choice = readChoice(undefined);
  expect(choice.variant).toBe('ordo');
  expect(readChoice({ variant: 'chess', time: '1+1', color: 7, level: 99, rated: 'yes' })).toEqual(choice);
});

test('the address is stronger than memory', () => {
  const last = readChoice({ opponent: 'engine', variant: 'ordo', time: 'none' });
  expect(choiceFromAddress('?friend&variant=ordox', last)).toMatchObject({ opponent: 'friend', variant: 'ordox', time: 'none' });
  expect(choiceFromAddress('?variant=ordox', last).opponent).toBe('anybody');
  expect(choiceFromAddress('?time=300%2B3', last)).toMatchObject({ opponent: 'engine', time: '300+3' });
  expect(choiceFromAddress('', last)).toEqual(last);
});

test('only accounts play rated games, with a clock, not with the engine', () => {
  const choice = readChoice({ rated: true });
  expect(mayBeRated(choice, true)).toBe(true);
  expect(wishOf(choice, true).rated).toBe(true);
  expect(wishOf(choice, false).rated).toBe(false);
  expect(mayBeRated({ ...choice, time: 'none' }, true)).toBe(false);
  expect(mayBeRated({ ...choice, opponent: 'engine' }, true)).toBe(false);
});

test('the engine does not play by post', () => {
  expect(wishOf(readChoice({ opponent: 'engine', time: '3d' }), false).time).toBe('none');
  expect(wishOf(readChoice({ opponent: 'friend', time: '3d' }), false).time).toBe('3d');
});
