// Which drawn piece is which from one position to the next, so that a whole line glides and the taken ones fade.

import type { Board, Color, Part, Square } from '../rules/types.ts';

export interface Piece {
  readonly id: number;
  readonly color: Color;
  readonly square: Square;
}

interface Change {
  readonly pieces: readonly Piece[];
  /** Those that left the board, where they stood. */
  readonly removed: readonly Piece[];
  /** Squares that pieces came to. */
  readonly arrived: readonly Square[];
}

/** Numbers the pieces of a first position. */
export function place(board: Board, firstId = 0): Piece[] {
  const colors: readonly Color[] = ['white', 'black'];
  return colors.flatMap((color) => board[color].map((square) => ({ color, square }))).map((piece, i) => ({ ...piece, id: firstId + i }));
}

/**
 * The pieces of `board`, carrying over who they are. `parts` are the moves that may lie between the two positions, in order;
 * they are tried forward and backward and used where they fit. What they leave unexplained is paired by colour in board
 * order, which is right for any parallel move.
 */
export function follow(before: readonly Piece[], board: Board, parts: readonly Part[]): Change {
  const target: Record<Color, ReadonlySet<Square>> = { white: new Set(board.white), black: new Set(board.black) };
  const fits = (pieces: readonly Piece[]): number => pieces.filter((piece) => !target[piece.color].has(piece.square)).length;
  const forward = parts.reduce((pieces, part) => shift(pieces, part.origin, part.destination), before);
  const backward = parts.reduceRight((pieces, part) => shift(pieces, part.destination, part.origin), before);
  const last = parts[parts.length - 1];
  const onlyLast = last === undefined ? before : shift(before, last.origin, last.destination);
  const undoneLast = last === undefined ? before : shift(before, last.destination, last.origin);
  const explained = [forward, backward, onlyLast, undoneLast].reduce((a, b) => (fits(b) < fits(a) ? b : a), before);
  const next = pair(explained, target);
  const was = new Map(before.map((piece) => [piece.id, piece.square]));
  const ids = new Set(next.map((piece) => piece.id));
  return {
    pieces: next,
    removed: before.filter((piece) => !ids.has(piece.id)),
    arrived: next.filter((piece) => was.get(piece.id) !== piece.square).map((piece) => piece.square),
  };
}

/** Moves all pieces of one part at once; pieces of the other colour on the way's end are left for `pair` to take off. */
function shift(pieces: readonly Piece[], from: readonly Square[], to: readonly Square[]): readonly Piece[] {
  const first = pieces.find((piece) => piece.square === from[0]);
  if (first === undefined) return pieces;
  const way = new Map(from.map((square, i) => [square, to[i] ?? square]));
  return pieces.map((piece) => {
    const square = piece.color === first.color ? way.get(piece.square) : undefined;
    return square === undefined ? piece : { ...piece, square };
  });
}

function pair(pieces: readonly Piece[], target: Readonly<Record<Color, ReadonlySet<Square>>>): Piece[] {
  const next: Piece[] = [];
  let id = pieces.reduce((highest, piece) => Math.max(highest, piece.id), -1) + 1;
  for (const color of ['white', 'black'] as const) {
    const own = pieces.filter((piece) => piece.color === color);
    const staying = own.filter((piece) => target[color].has(piece.square));
    const taken = new Set(staying.map((piece) => piece.square));
    const gone = own.filter((piece) => !target[color].has(piece.square)).sort((a, b) => a.square - b.square);
    const appeared = [...target[color]].filter((square) => !taken.has(square)).sort((a, b) => a - b);
    next.push(...staying);
    // Only equal numbers are a move; otherwise pieces came or went, and guessing would send them across the board.
    const moving = gone.length === appeared.length;
    appeared.forEach((square, i) => {
      const same = moving ? gone[i] : undefined;
      next.push(same === undefined ? { id: id++, color, square } : { ...same, square });
    });
  }
  return next.sort((a, b) => a.id - b.id);
}
