// Two devices and one game: whatever happens, no turn is lost.
import { expect, test } from 'vitest';
import { fresh, type SavedGame } from '../play/saved.ts';
import { isNew, judge, wireOf, wireText, type Seen } from './merge.ts';

const begun = fresh({ variant: 'ordo', start: null, engine: null, time: null });
const after = (...turns: string[]): SavedGame => ({ ...begun, turns });
const seenAt = (game: SavedGame): Seen => ({ owner: 'Ada', version: 7, text: wireText(game), deleted: false });
const [one, two, three, other] = [after('a'), after('a', 'b'), after('a', 'b', 'c'), after('a', 'x')];

test('what changed only on one side comes to the other', () => {
  expect(judge(one, seenAt(one), two)).toBe('take');
  expect(judge(two, seenAt(two), one), 'a turn taken back elsewhere').toBe('take');
  expect(judge(two, seenAt(two), two)).toBe('agree');
  expect(judge(null, null, one), 'begun elsewhere').toBe('take');
  expect(judge(null, null, null)).toBe('agree');
});

test('of two that changed, the one that goes on from the other stays', () => {
  expect(judge(two, seenAt(one), three)).toBe('take');
  expect(judge(three, seenAt(one), two)).toBe('give');
  expect(judge(one, seenAt(two), three), 'taken back here, gone on elsewhere').toBe('take');
  expect(judge(three, null, two), 'kept for the first time, under the same name').toBe('give');
});

test('of two that went on differently, both stay', () => {
  expect(judge(two, seenAt(one), other)).toBe('both');
  expect(judge(three, seenAt(one), other)).toBe('both');
  expect(judge(three, null, other)).toBe('both');
});

test('the end of a game is not lost', () => {
  const given = { ...two, outcome: { winner: 'white', ending: 'resignation' } } as const;
  expect(judge(given, seenAt(one), two)).toBe('give');
  expect(judge(two, seenAt(one), given)).toBe('take');
});

test('what was deleted on one side goes, unless it has gone on at the other', () => {
  expect(judge(two, seenAt(two), null)).toBe('remove');
  expect(judge(three, seenAt(two), null)).toBe('give');
  expect(judge(null, { ...seenAt(one), deleted: true }, two)).toBe('take');
});

test('clocks are sent as whole numbers, and a game that is sent is not new any more', () => {
  const timed: SavedGame = { ...two, time: { base: 90.4, increment: 0 }, left: { white: 12.3, black: 99.9 } };
  expect(wireOf(timed)).toMatchObject({ time: { base: 90, increment: 0 }, left: { white: 12, black: 100 } });
  expect(isNew(timed, seenAt(timed))).toBe(false);
  expect(isNew(timed, null)).toBe(true);
});
