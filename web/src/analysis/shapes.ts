// Turns as arrows: where each part begins and ends on the board, and its number where a turn has two. Knows no rules.
import { fileOf, parseSquare, rankOf, shifted, span, type Span } from '../board/geometry.ts';
import type { Square } from '../rules/types.ts';

export interface PartShape {
  readonly from: Span;
  readonly to: Span;
  readonly captures: boolean;
  /** 1 or 2; null in a turn of one part. */
  readonly number: number | null;
}

export interface TurnShape {
  readonly key: string;
  readonly parts: readonly PartShape[];
  /** 0 for the best line: drawn strongest. */
  readonly rank: number;
  readonly threat: boolean;
}

export function shapeOf(turn: string, rank = 0, threat = false): TurnShape {
  const texts = turn.split(',');
  const parts = texts.flatMap((text, i): PartShape[] => {
    const match = /^([a-j][1-8])(?::([a-j][1-8]))?([-x])([a-j][1-8])/.exec(text.trim());
    const a = parseSquare(match?.[1] ?? '');
    const to = parseSquare(match?.[4] ?? '');
    if (a === null || to === null) return [];
    const b: Square = parseSquare(match?.[2] ?? '') ?? a;
    const end = shifted(b, fileOf(to) - fileOf(a), rankOf(to) - rankOf(a)) ?? to;
    return [{ from: span(a, b), to: span(to, end), captures: match?.[3] === 'x', number: texts.length > 1 ? i + 1 : null }];
  });
  return { key: `${threat ? 't' : ''}${String(rank)} ${turn}`, parts, rank, threat };
}
