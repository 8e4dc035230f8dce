// Messages find a place that covers nothing.
import { expect, test } from 'vitest';
import { freePlace, type Obstacle } from './free_place.ts';

const size = { width: 100, height: 40 };
const screen = { width: 300, height: 400 };
const wall = (left: number, top: number, right: number, bottom: number, weight = 10): Obstacle => ({ left, top, right, bottom, weight });

test('at the foot and in the middle, if nothing is there', () => {
  expect(freePlace(size, screen, [])).toEqual({ left: 100, top: 348, covers: 0 });
});
test('above a bar at the foot', () => {
  const { top } = freePlace(size, screen, [wall(0, 340, 300, 400)]);
  expect(top + size.height).toBeLessThanOrEqual(340);
});
test('beside what stands in the middle', () => {
  const { left } = freePlace({ width: 90, height: 40 }, screen, [wall(110, 0, 190, 400)]);
  expect(left >= 190 || left + 90 <= 110).toBe(true);
});
test('over what matters least, where everything is taken', () => {
  const { top, covers } = freePlace(size, screen, [wall(0, 0, 300, 200, 10), wall(0, 200, 300, 400, 1)]);
  expect(top).toBeGreaterThanOrEqual(200);
  expect(covers, 'and it says so').toBe(1);
});
