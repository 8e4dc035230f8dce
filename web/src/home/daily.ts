// The position of the day: the same for everybody from midnight to midnight UTC.
import type { Variant } from '../rules/types.ts';
import positions from './daily.json';

/** A forced win for the side to move; made by tools/daily_positions. */
export interface DailyPosition {
  readonly variant: Variant;
  readonly fen: string;
  /** How many turns the side to move needs. */
  readonly win: number;
  /** Its turns and the answers in between, to the end. Only the first turn wins at all. */
  readonly line: readonly string[];
}

export const dailyPositions = positions as readonly DailyPosition[];

const kDay = 86_400_000;

/** Days since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / kDay);
}

/** One after the other; after the last the first again. */
export function dailyFor(day: number): DailyPosition {
  const count = dailyPositions.length;
  const position = dailyPositions[((day % count) + count) % count];
  if (position === undefined) throw new Error('there are no daily positions');
  return position;
}

/** What became of the position of a day. */
export interface DailyResult {
  readonly day: number;
  readonly tries: number;
  readonly done: 'solved' | 'shown' | null;
}

/** What this browser has kept, if it is of that day. */
export function readResult(value: unknown): DailyResult | null {
  if (typeof value !== 'object' || value === null) return null;
  const { day, tries, done } = value as Readonly<Record<string, unknown>>;
  if (typeof day !== 'number' || typeof tries !== 'number' || !Number.isInteger(tries) || tries < 0) return null;
  return { day, tries, done: done === 'solved' || done === 'shown' ? done : null };
}
