// Turns as pictures read them.
import { expect, test } from 'vitest';
import { tracesOf } from './mini_board.ts';

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
