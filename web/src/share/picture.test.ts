// The picture of a position has every piece and turns with the board.
import { expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

const fen = 'b9/10/10/10/10/10/10/9w w';

test('every piece is in the picture, and the squares with their names', () => {
  const svg = pictureOf(fen, false);
  expect(svg.match(/<circle/g)).toHaveLength(4);
  expect(svg.match(/<text/g)).toHaveLength(18);
});
test('a turned board has White above', () => {
  const at = (svg: string): string | undefined => /fill="#fdfaf0"/.test(svg) ? /<circle cx="(\d+)" cy="(\d+)" r="23" fill="#fdfaf0"/.exec(svg)?.slice(1, 3).join(' ') : undefined;
  expect(at(pictureOf(fen, false))).toBe('596 476');
  expect(at(pictureOf(fen, true))).toBe('56 56');
});
