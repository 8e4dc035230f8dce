// Positions as pictures and lists read them.
import { expect, test } from 'vitest';
import { boardOf, toMoveIn, withToMove } from './fen.ts';

const start = '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w';

test('the initial position has twenty pieces a side, in their places', () => {
  const { white, black } = boardOf(start);
  expect(white).toHaveLength(20);
  expect(black).toHaveLength(20);
  expect(white.slice().sort((a, b) => a - b).slice(0, 5)).toEqual([2, 3, 6, 7, 10]);
  expect(black).toContain(77);
});

test('a text that is no position is an empty board', () => {
  expect(boardOf('nonsense?')).toEqual({ white: [], black: [] });
});

test('who is to move is said after the pieces, and can be turned round', () => {
  expect(toMoveIn(start)).toBe('white');
  expect(toMoveIn(withToMove(start, 'black'))).toBe('black');
  expect(withToMove(start, 'white')).toBe(start);
});
