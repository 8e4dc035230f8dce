// What is on a square and what a move does, as plain facts that a page can put into words of any language.

import type { Board, Color, Part, Square } from '../rules/types.ts';
import { contains, fileOf, isVertical, longestLine, rankOf, RANKS, span, spanLength, squareName, type Span } from './geometry.ts';
import { moveAt, movesOf, type Attempt, type MoveIndex } from './moves.ts';

/** The moves of the lines that have this piece at one end. */
interface LineMoves {
  /** The piece at the other end, "d2". */
  readonly other: string;
  readonly moves: number;
}

/** What choosing a square would do now. */
type SquareRole =
  | { readonly t: 'none' }
  /** A piece with moves of its own or in a line. */
  | { readonly t: 'movable' }
  | { readonly t: 'selected' }
  /** Playing the selection here; `removed` counts the further pieces a capture takes off. */
  | { readonly t: 'target'; readonly captures: boolean; readonly removed: number; /** Ordo X: an advance must follow. */ readonly prepares: boolean }
  /** In the path, but the group would break into parts of these sizes, if they are known. */
  | { readonly t: 'forbidden' }
  /** A piece of the subgroup that would stay, of this size. */
  | { readonly t: 'stays'; readonly size: number };

export interface SquareDescription {
  readonly square: string;
  readonly piece: Color | null;
  /** The longer of the two lines of its colour through the piece; 1 alone. */
  readonly line: number;
  readonly lineVertical: boolean;
  readonly moves: number;
  readonly captures: number;
  readonly with: readonly LineMoves[];
  readonly role: SquareRole;
  /** The home row it lies in. */
  readonly homeRow: Color | null;
  /** Known only while the overlay is shown. */
  readonly cutPoint: boolean;
}

/** What the descriptions of all squares have in common. */
export interface Scene {
  readonly board: Board;
  readonly index: MoveIndex;
  readonly selection: Span | null;
  readonly forbidden: readonly Attempt[];
  /** While a subgroup is to be chosen. */
  readonly groups: readonly (readonly Square[])[];
  readonly cutPoints: readonly Square[];
  removedBy(part: Part): readonly Square[];
}

/** Describes squares of one scene; the sets of pieces are made once. */
export function describer(scene: Scene): (square: Square) => SquareDescription {
  const pieces: Record<Color, ReadonlySet<Square>> = { white: new Set(scene.board.white), black: new Set(scene.board.black) };
  const cuts = new Set(scene.cutPoints);
  return (square) => {
    const piece: Color | null = pieces.white.has(square) ? 'white' : pieces.black.has(square) ? 'black' : null;
    const lines = piece === null ? [] : [true, false].map((horizontal) => longestLine(square, horizontal, pieces[piece]));
    const longest = lines.reduce<Span>((a, b) => (spanLength(b) > spanLength(a) ? b : a), span(square));
    const single = movesOf(scene.index, span(square));
    const rank = rankOf(square);
    return {
      square: squareName(square),
      piece,
      line: piece === null ? 0 : spanLength(longest),
      lineVertical: isVertical(longest),
      moves: single.length,
      captures: single.filter((move) => move.captures).length,
      with: partners(scene.index, square),
      role: roleOf(square, scene),
      homeRow: rank === 0 ? 'white' : rank === RANKS - 1 ? 'black' : null,
      cutPoint: cuts.has(square),
    };
  };
}

function partners(index: MoveIndex, square: Square): LineMoves[] {
  const found: LineMoves[] = [];
  for (const line of index.through.get(square) ?? []) {
    if (line.low === line.high) continue;
    const other = line.low === square ? line.high : line.high === square ? line.low : null;
    if (other !== null) found.push({ other: squareName(other), moves: movesOf(index, line).length });
  }
  return found;
}

function roleOf(square: Square, scene: Scene): SquareRole {
  const group = scene.groups.find((squares) => squares.includes(square));
  if (group !== undefined) return { t: 'stays', size: group.length };
  if (scene.selection !== null) {
    if (contains(scene.selection, square)) return { t: 'selected' };
    const move = moveAt(movesOf(scene.index, scene.selection), square);
    if (move !== null) {
      const removed = move.captures ? Math.max(0, scene.removedBy(move.parts[0]).length - 1) : 0;
      return { t: 'target', captures: move.captures, removed, prepares: move.parts[0].preparation };
    }
    if (scene.forbidden.some((one) => one.targets.includes(square))) return { t: 'forbidden' };
  }
  return scene.index.through.has(square) ? { t: 'movable' } : { t: 'none' };
}

/** A part in facts: "c2 to c4", "the line g2 to h2 moves to g4 and h4, taking nothing". */
export interface PartDescription {
  readonly from: string;
  /** The other end of an ordo. */
  readonly fromEnd: string | null;
  readonly to: string;
  readonly toEnd: string | null;
  readonly pieces: number;
  readonly captures: boolean;
  readonly direction: 'forward' | 'diagonal' | 'sideways' | 'backward';
  readonly preparation: boolean;
  readonly keep: string | null;
}

export function describePart(part: Part, mover: Color): PartDescription {
  const [from = 0] = part.origin;
  const [to = 0] = part.destination;
  const end = part.origin[part.origin.length - 1] ?? from;
  const toEnd = part.destination[part.destination.length - 1] ?? to;
  const ahead = (rankOf(to) - rankOf(from)) * (mover === 'white' ? 1 : -1);
  const single = part.origin.length === 1;
  return {
    from: squareName(from),
    fromEnd: single ? null : squareName(end),
    to: squareName(to),
    toEnd: single ? null : squareName(toEnd),
    pieces: part.origin.length,
    captures: part.captures,
    direction: ahead === 0 ? 'sideways' : ahead < 0 ? 'backward' : fileOf(from) === fileOf(to) ? 'forward' : 'diagonal',
    preparation: part.preparation,
    keep: part.keep === null ? null : squareName(part.keep),
  };
}
