// The pictures of the rules page tell the truth: the rules allow every arrow and forbid every cross.
import { beforeAll, expect, test } from 'vitest';
import { mustStart, nodeRules } from '../../tests/node_rules.ts';
import type { Rules } from '../rules/types.ts';
import { drawnParts, pictures, startFen, type Picture } from './diagrams.ts';
import { boardOf } from '../board/fen.ts';
import { squaresOf } from './judge.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

const sorted = (squares: readonly number[]): number[] => [...squares].sort((a, b) => a - b);

test.each(Object.entries<Picture>(pictures))('%s', (_, picture) => {
  const game = mustStart(rules, picture.variant, picture.fen);
  const { board, groups, toMove } = game.view;
  expect(sorted(boardOf(picture.fen).white)).toEqual(sorted(board.white));
  expect(sorted(boardOf(picture.fen).black)).toEqual(sorted(board.black));
  for (const turn of (picture.moves ?? '').split(' ').filter(Boolean)) expect(game.whyNot(turn), turn).toBeNull();
  for (const turn of (picture.forbidden ?? '').split(' ').filter(Boolean)) expect(game.whyNot(turn), turn).not.toBeNull();
  if (picture.removed !== undefined) expect(sorted(game.removedBy(picture.moves ?? ''))).toEqual(sorted(squaresOf(picture.removed)));
  if (picture.split !== undefined) {
    const shown = picture.split.split('/').map((part) => sorted(squaresOf(part)));
    expect(shown.sort()).toEqual(groups[toMove].map((group) => sorted(group)).sort());
  }
  game.free();
});

test('the setup is that of the rules', () => {
  expect(startFen).toBe(rules.startFen);
});

test('an ordo side by side has an arrow for each piece, in single file one for the leader', () => {
  expect(drawnParts('b4:c4-b6')[0]?.arrows).toHaveLength(2);
  expect(drawnParts('i1:i3-i4')[0]?.arrows).toEqual([{ from: squaresOf('i3')[0], to: squaresOf('i6')[0] }]);
  expect(drawnParts('b4-c4,c3:c5-c6').map((part) => part.number)).toEqual([1, 2]);
});
