// Squares, lines and spans of the 10 × 8 board as plain numbers: where things are, never what may move.

import type { Square } from '../rules/types.ts';

export const FILES = 10;
export const RANKS = 8;
export const SQUARES = FILES * RANKS;

/** A place on the board in squares: (0, 0) is the outer corner of a1, (10, 8) that of j8, however the board is turned. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pieces in one unbroken horizontal or vertical line, by its ends; a single piece has equal ends. `low` < `high`. */
export interface Span {
  readonly low: Square;
  readonly high: Square;
}

/** A rectangle in the units of the drawing: one square is 1, y grows downwards. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const fileOf = (square: Square): number => square % FILES;
export const rankOf = (square: Square): number => Math.floor(square / FILES);

/** Null off the board. */
export function squareOf(file: number, rank: number): Square | null {
  return file >= 0 && file < FILES && rank >= 0 && rank < RANKS ? rank * FILES + file : null;
}

export const fileName = (file: number): string => String.fromCharCode(97 + file);

/** "a1" … "j8". */
export const squareName = (square: Square): string => `${fileName(fileOf(square))}${rankOf(square) + 1}`;

/** The square of a name in either case; null if it is none. */
export function parseSquare(name: string): Square | null {
  const match = /^([a-j])([1-8])$/i.exec(name.trim());
  if (match === null) return null;
  const [, file = '', rank = ''] = match;
  return squareOf(file.toLowerCase().charCodeAt(0) - 97, Number(rank) - 1);
}

export function squareAt(point: Point): Square | null {
  return squareOf(Math.floor(point.x), Math.floor(point.y));
}

export function centre(square: Square): Point {
  return { x: fileOf(square) + 0.5, y: rankOf(square) + 0.5 };
}

/** The square `files` and `ranks` further on; null off the board. */
export function shifted(square: Square, files: number, ranks: number): Square | null {
  return squareOf(fileOf(square) + files, rankOf(square) + ranks);
}

export function span(a: Square, b: Square = a): Span {
  return a <= b ? { low: a, high: b } : { low: b, high: a };
}

export const spanKey = (of: Span): number => of.low * SQUARES + of.high;
export const sameSpan = (a: Span | null, b: Span | null): boolean =>
  a === b || (a !== null && b !== null && a.low === b.low && a.high === b.high);

export const isVertical = (of: Span): boolean => of.low !== of.high && fileOf(of.low) === fileOf(of.high);
export const spanLength = (of: Span): number =>
  isVertical(of) ? rankOf(of.high) - rankOf(of.low) + 1 : of.high - of.low + 1;

/** Its squares from the left or lower end on. */
export function spanSquares(of: Span): Square[] {
  const step = isVertical(of) ? FILES : 1;
  const squares: Square[] = [];
  for (let square = of.low; square <= of.high; square += step) squares.push(square);
  return squares;
}

function aligned(a: Square, b: Square): boolean {
  return fileOf(a) === fileOf(b) || rankOf(a) === rankOf(b);
}

export function contains(of: Span, square: Square): boolean {
  if (!aligned(of.low, square) || !aligned(of.high, square)) return false;
  return square >= of.low && square <= of.high;
}

/** The line from one square to another that stands in the same rank or file, if all of it is in `pieces`. */
export function lineOf(a: Square, b: Square, pieces: ReadonlySet<Square>): Span | null {
  if (!aligned(a, b)) return null;
  const line = span(a, b);
  return spanSquares(line).every((square) => pieces.has(square)) ? line : null;
}

/** From `anchor` towards `point` along the nearer of the two axes, as far as `pieces` go without a gap. */
export function sweep(anchor: Square, point: Point, pieces: ReadonlySet<Square>): Span {
  const from = centre(anchor);
  const along = Math.abs(point.x - from.x) >= Math.abs(point.y - from.y);
  return reach(anchor, along ? point.x - from.x : point.y - from.y, along, pieces);
}

/** As `sweep`, on a given axis: `distance` squares to the right or up, or, below zero, left or down. */
export function reach(anchor: Square, distance: number, horizontal: boolean, pieces: ReadonlySet<Square>): Span {
  const step = distance < 0 ? -1 : 1;
  let end = anchor;
  for (let left = Math.round(Math.abs(distance)); left > 0; --left) {
    const next = horizontal ? shifted(end, step, 0) : shifted(end, 0, step);
    if (next === null || !pieces.has(next)) break;
    end = next;
  }
  return span(anchor, end);
}

/** The longest line of `pieces` through a square, on one axis. */
export function longestLine(square: Square, horizontal: boolean, pieces: ReadonlySet<Square>): Span {
  const down = reach(square, -FILES, horizontal, pieces);
  const up = reach(square, FILES, horizontal, pieces);
  return { low: down.low, high: up.high };
}

/** How far apart two squares are in king's steps; 1 means touching. */
export function distance(a: Square, b: Square): number {
  return Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));
}

/** Pairs of touching squares among the given ones, each once: the links an overlay draws. */
export function links(squares: readonly Square[]): [Square, Square][] {
  const here = new Set(squares);
  const pairs: [Square, Square][] = [];
  for (const a of squares) {
    for (const [files, ranks] of [[1, 0], [0, 1], [1, 1], [-1, 1]] as const) {
      const b = shifted(a, files, ranks);
      if (b !== null && here.has(b)) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** Where separate groups come nearest: one pair of squares for each group after the first, to a group before it. */
export function gaps(groups: readonly (readonly Square[])[]): [Square, Square][] {
  const found: [Square, Square][] = [];
  const joined: Square[] = [...(groups[0] ?? [])];
  const left = groups.slice(1).map((group) => [...group]);
  while (left.length > 0 && joined.length > 0) {
    let best = { far: Infinity, a: 0, b: 0, group: 0 };
    left.forEach((group, index) => {
      for (const b of group) {
        for (const a of joined) {
          const far = Math.hypot(fileOf(a) - fileOf(b), rankOf(a) - rankOf(b));
          if (far < best.far) best = { far, a, b, group: index };
        }
      }
    });
    if (best.far === Infinity) break;
    found.push([best.a, best.b]);
    joined.push(...(left.splice(best.group, 1)[0] ?? []));
  }
  return found;
}

/** A board point in the drawing, where y grows downwards; its own inverse but for the arguments' meaning. */
export function drawn(point: Point, flipped: boolean): Point {
  return flipped ? { x: FILES - point.x, y: point.y } : { x: point.x, y: RANKS - point.y };
}

/** The centre of a square in the drawing. */
export const drawnCentre = (square: Square, flipped: boolean): Point => drawn(centre(square), flipped);

/** A span as a rectangle in the drawing, `inset` inside its squares. */
export function capsule(of: Span, flipped: boolean, inset: number): Box {
  const a = drawnCentre(of.low, flipped);
  const b = drawnCentre(of.high, flipped);
  return {
    x: Math.min(a.x, b.x) - 0.5 + inset,
    y: Math.min(a.y, b.y) - 0.5 + inset,
    width: Math.abs(a.x - b.x) + 1 - 2 * inset,
    height: Math.abs(a.y - b.y) + 1 - 2 * inset,
  };
}
