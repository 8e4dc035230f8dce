// The legal parts, ordered so that a click finds its own at once: by the line they leave, then by where they go.

import type { Part, Square } from '../rules/types.ts';
import {
  contains, fileOf, isVertical, lineOf, rankOf, shifted, span, spanKey, spanSquares, squareName, type Span,
} from './geometry.ts';

/** Everything one line of pieces can do in one direction and distance. */
export interface Move {
  readonly origin: Span;
  readonly files: number;
  readonly ranks: number;
  /** More than one where the player chooses the subgroup that stays. */
  readonly parts: readonly [Part, ...Part[]];
  readonly captures: boolean;
  readonly destination: readonly Square[];
  /** The squares that stand for this move when clicked; no other move of the same line has them. */
  readonly targets: readonly Square[];
}

/** The legal parts by origin. Made once for each position. */
export interface MoveIndex {
  /** By `spanKey`. */
  readonly moves: ReadonlyMap<number, readonly Move[]>;
  /** All lines with at least one move through a square, the single piece included. */
  readonly through: ReadonlyMap<Square, readonly Span[]>;
}

export const noMoves: MoveIndex = { moves: new Map(), through: new Map() };

/**
 * The landing squares that name a move of a line: all of them when it goes straight across its own axis, otherwise that of
 * its leading end. Two moves of one line never share such a square, though their other landing squares may overlap.
 */
export function targetsOf(origin: Span, files: number, ranks: number): Square[] {
  const along = isVertical(origin) ? ranks : files;
  const leading =
    origin.low === origin.high ? [origin.low]
    : along === 0 ? spanSquares(origin)
    : [along < 0 ? origin.low : origin.high];
  return leading.map((square) => shifted(square, files, ranks)).filter((square) => square !== null);
}

export function indexParts(parts: readonly Part[]): MoveIndex {
  const grouped = new Map<number, Map<number, [Part, ...Part[]]>>();
  for (const part of parts) {
    const [from] = part.origin;
    const [to] = part.destination;
    const last = part.origin[part.origin.length - 1];
    if (from === undefined || to === undefined || last === undefined) continue;
    const key = spanKey(span(from, last));
    let byTarget = grouped.get(key);
    if (byTarget === undefined) grouped.set(key, (byTarget = new Map()));
    const same = byTarget.get(to);
    if (same === undefined) byTarget.set(to, [part]);
    else same.push(part);
  }
  const moves = new Map<number, Move[]>();
  const through = new Map<Square, Span[]>();
  for (const [key, byTarget] of grouped) {
    const list: Move[] = [];
    for (const choice of byTarget.values()) list.push(moveOf(choice));
    moves.set(key, list);
    const origin = list[0]?.origin;
    if (origin === undefined) continue;
    for (const square of spanSquares(origin)) {
      const lines = through.get(square);
      if (lines === undefined) through.set(square, [origin]);
      else lines.push(origin);
    }
  }
  return { moves, through };
}

function moveOf(parts: [Part, ...Part[]]): Move {
  const [part] = parts;
  const from = part.origin[0] ?? 0;
  const to = part.destination[0] ?? 0;
  const origin = span(from, part.origin[part.origin.length - 1]);
  const files = fileOf(to) - fileOf(from);
  const ranks = rankOf(to) - rankOf(from);
  return {
    origin, files, ranks, parts,
    captures: part.captures,
    destination: part.destination,
    targets: targetsOf(origin, files, ranks),
  };
}

export function movesOf(index: MoveIndex, origin: Span | null): readonly Move[] {
  return origin === null ? [] : (index.moves.get(spanKey(origin)) ?? []);
}

/** The move of a line that a click on `square` means; a landing square that only one move has will do too. */
export function moveAt(moves: readonly Move[], square: Square): Move | null {
  const named = moves.find((move) => move.targets.includes(square));
  if (named !== undefined) return named;
  const landing = moves.filter((move) => move.destination.includes(square) && !contains(move.origin, square));
  return landing.length === 1 ? (landing[0] ?? null) : null;
}

/** Lines with a move that hold all of `inner` and more. */
function longerLines(index: MoveIndex, inner: Span): Span[] {
  const lines = index.through.get(inner.low) ?? [];
  return lines.filter(
    (line) => contains(line, inner.high) && (line.low !== inner.low || line.high !== inner.high) && line.low !== line.high,
  );
}

/** The outer pieces that would complete a longer line with a move: where handles are shown. */
export function handles(index: MoveIndex, inner: Span): Square[] {
  const ends = new Set<Square>();
  for (const line of longerLines(index, inner)) {
    for (const end of [line.low, line.high]) if (!contains(inner, end)) ends.add(end);
  }
  return [...ends].sort((a, b) => a - b);
}

/** The line from the far end of `inner` to a piece that stands in line with it, if there is no gap between. */
export function extended(inner: Span, square: Square, own: ReadonlySet<Square>): Span | null {
  return contains(inner, square) ? null : lineOf(square < inner.low ? inner.high : inner.low, square, own);
}

/** A thing one might try to play, legal or not. */
export interface Attempt {
  readonly text: string;
  readonly origin: Span;
  readonly files: number;
  readonly ranks: number;
  readonly targets: readonly Square[];
  readonly destination: readonly Square[];
}

/** How the attempt to move a line would be written; null if it would leave the board. */
export function attempt(origin: Span, files: number, ranks: number, enemies: ReadonlySet<Square>): Attempt | null {
  const destination: Square[] = [];
  for (const square of spanSquares(origin)) {
    const to = shifted(square, files, ranks);
    if (to === null) return null;
    destination.push(to);
  }
  const [to = 0] = destination;
  const single = origin.low === origin.high;
  const from = single ? squareName(origin.low) : `${squareName(origin.low)}:${squareName(origin.high)}`;
  const text = `${from}${single && enemies.has(to) ? 'x' : '-'}${squareName(to)}`;
  return { text, origin, files, ranks, destination, targets: targetsOf(origin, files, ranks) };
}

/** All straight slides of a line up to the first occupied square each way: what may be asked about, not what is legal. */
export function slides(origin: Span, own: ReadonlySet<Square>, enemies: ReadonlySet<Square>): Attempt[] {
  const found: Attempt[] = [];
  const leaving = new Set(spanSquares(origin));
  for (const files of [-1, 0, 1]) {
    for (const ranks of [-1, 0, 1]) {
      if (files === 0 && ranks === 0) continue;
      for (let steps = 1; ; ++steps) {
        const next = attempt(origin, files * steps, ranks * steps, enemies);
        if (next === null || next.destination.some((square) => own.has(square) && !leaving.has(square))) break;
        found.push(next);
        if (next.destination.some((square) => enemies.has(square))) break;
      }
    }
  }
  return found;
}

/** The pieces that stand where an attempt wants to go or pass, its own excepted; none if it goes in no straight line. */
export function blockers({ origin, files, ranks }: Attempt, occupied: ReadonlySet<Square>): Square[] {
  if (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks)) return [];
  const leaving = new Set(spanSquares(origin));
  const steps = Math.max(Math.abs(files), Math.abs(ranks));
  const found = new Set<Square>();
  for (const from of leaving) {
    for (let step = 1; step <= steps; ++step) {
      const square = shifted(from, (files / steps) * step, (ranks / steps) * step);
      if (square !== null && occupied.has(square) && !leaving.has(square)) found.add(square);
    }
  }
  return [...found].sort((a, b) => a - b);
}
