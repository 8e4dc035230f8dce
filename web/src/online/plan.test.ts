// The tree of conditional turns.
import { expect, test } from 'vitest';
import type { Plan } from '../net/types.ts';
import { rowsOf, samePlan, withLine, withoutBranch } from './plan.ts';

const plan: Plan = [
  { when: 'a', answer: 'A', then: [{ when: 'b', answer: 'B', then: [] }, { when: 'c', answer: 'C', then: [] }] },
  { when: 'd', answer: 'D', then: [] },
];

test('lines make the tree', () => {
  const made = [['a', 'A', 'b', 'B'], ['d', 'D'], ['a', 'A', 'c', 'C']].reduce<Plan>((tree, line) => withLine(tree, line), []);
  expect(made).toEqual(plan);
  expect(samePlan(made, plan)).toBe(true);
});

test('a line that ends with the opponent counts up to the last answer', () => {
  expect(withLine([], ['a'])).toEqual([]);
  expect(withLine([], ['a', 'A', 'b'])).toEqual([{ when: 'a', answer: 'A', then: [] }]);
});

test('another answer to the same turn replaces the old one and all behind it', () => {
  const changed = withLine(plan, ['a', 'X']);
  expect(changed).toEqual([{ when: 'a', answer: 'X', then: [] }, plan[1]]);
  expect(samePlan(changed, plan)).toBe(false);
});

test('a line that is there already changes nothing', () => {
  expect(withLine(plan, ['a', 'A'])).toEqual(plan);
});

test('branches are taken out with what follows them', () => {
  expect(withoutBranch(plan, ['a'])).toEqual([plan[1]]);
  expect(withoutBranch(plan, ['a', 'b'])).toEqual([{ when: 'a', answer: 'A', then: [{ when: 'c', answer: 'C', then: [] }] }, plan[1]]);
  expect(withoutBranch(plan, ['x'])).toEqual(plan);
});

test('the list has every branch once, with the way to it', () => {
  expect(rowsOf(plan).map(({ line }) => line.join(' '))).toEqual(['a A', 'a A b B', 'a A c C', 'd D']);
  expect(rowsOf(plan).map(({ path }) => path.join(' '))).toEqual(['a', 'a b', 'a c', 'd']);
});
