// Hand-made parts for the board's tests, from their texts; the rules themselves are tested elsewhere.

import type { Part, Square } from '../rules/types.ts';
import { fileOf, parseSquare, rankOf, shifted, span, spanSquares } from './geometry.ts';

export function sq(name: string): Square {
  const square = parseSquare(name);
  if (square === null) throw new Error(`${name} is no square`);
  return square;
}

export const sqs = (names: string): Square[] => names.split(' ').map(sq);

export function part(text: string, preparation = false): Part {
  const match = /^(..)(?::(..))?([-x])(..)(?:=(..))?$/.exec(text);
  if (match === null) throw new Error(`${text} is no part`);
  const [, low = '', high, sign, to = '', keep] = match;
  const origin = spanSquares(span(sq(low), sq(high ?? low)));
  const files = fileOf(sq(to)) - fileOf(sq(low));
  const ranks = rankOf(sq(to)) - rankOf(sq(low));
  return {
    text,
    origin,
    destination: origin.map((square) => shifted(square, files, ranks) ?? -1),
    captures: sign === 'x',
    keep: keep === undefined ? null : sq(keep),
    preparation,
  };
}

export const parts = (texts: string): Part[] => texts.split(' ').map((text) => part(text));
