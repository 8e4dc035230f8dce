// Records as docs/rules.md describes them.
import { expect, test } from 'vitest';
import { recordText } from './record.ts';

const common = { variant: 'ordo', start: null, first: 'white', white: 'Ada "A"', black: 'Engine', date: new Date(2026, 0, 5) } as const;

test('a finished game', () => {
  expect(recordText({ ...common, turns: ['c2-c4', 'e6-e5', 'd5-d8'], outcome: { winner: 'white', ending: 'home-row' } })).toBe(
    '[Event "ordo"]\n[Date "2026.01.05"]\n[White "Ada \\"A\\""]\n[Black "Engine"]\n[Result "1-0"]\n[Variant "Ordo"]\n[Termination "home-row"]\n\n1. c2-c4 e6-e5 2. d5-d8 1-0\n',
  );
});

test('a game from a position, with Black to begin, in lines of at most 80 characters', () => {
  const text = recordText({ ...common, variant: 'ordox', start: 'x b', first: 'black', turns: Array.from({ length: 30 }, () => 'e6-d6,a6-a5'), outcome: null });
  expect(text).toContain('[FEN "x b"]');
  expect(text).toContain('\n1... e6-d6,a6-a5 2. e6-d6,a6-a5 e6-d6,a6-a5 3.');
  expect(text.split('\n').every((line) => line.length <= 80)).toBe(true);
  expect(text.endsWith(' *\n')).toBe(true);
});
