// Positions and turns as pictures read them.
import { expect, test } from 'vitest';
import { boardOf, tracesOf } from './mini_board.ts';

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

test('a singleton leaves one square and reaches one', () => {
  expect(tracesOf('c2-c4', false)).toEqual([
    { from: { x: 2.14, y: 6.14, width: 0.72, height: 0.72 }, to: { x: 2.01, y: 4.01, width: 0.98, height: 0.98 } },
  ]);
});

test('an ordo is one body, and the second part of a turn has its own', () => {
  const traces = tracesOf('e3-d3,d3:d4-d5', false);
  expect(traces).toHaveLength(2);
  expect(traces[1]?.to).toEqual({ x: 3.01, y: 2.01, width: 0.98, height: 1.98 });
});

test('a capture with a choice is read as a capture', () => {
  expect(tracesOf('i2xf5=b6', true)).toHaveLength(1);
});
