// How long turns took, from logs of games.
import { expect, test } from 'vitest';
import { timed } from './times.ts';

const at = (seconds: number, event: Readonly<Record<string, unknown>>) => ({ at: seconds * 1000, event });
const move = (seconds: number, ply: number, turn: string) => at(seconds, { e: 'move', ply, turn });

test('each turn takes the time since the one before; for the first no clock runs', () => {
  expect(timed([at(0, { e: 'created' }), at(5, { e: 'join' }), move(9, 1, 'a'), move(12, 2, 'b'), at(13, { e: 'say' }), move(14.5, 3, 'c')])).toEqual([
    { turn: 'a', spent: null, beforehand: false }, { turn: 'b', spent: 3000, beforehand: false }, { turn: 'c', spent: 2500, beforehand: false },
  ]);
});

test('what comes at once was decided beforehand; a first turn never is', () => {
  expect(timed([move(9, 1, 'a'), move(9.1, 2, 'b'), move(9.1, 3, 'c'), move(10, 4, 'd')]).map(({ beforehand }) => beforehand)).toEqual([false, true, true, false]);
});

test('turns that were taken back are gone, and the time that the server was away does not count', () => {
  const log = [move(0, 1, 'a'), move(4, 2, 'b'), at(6, { e: 'taken-back', plies: 1 }), at(20, { e: 'pause', stood: 10_000, added: 0 }), move(21, 2, 'c')];
  expect(timed(log)).toEqual([{ turn: 'a', spent: null, beforehand: false }, { turn: 'c', spent: 7000, beforehand: false }]);
});
