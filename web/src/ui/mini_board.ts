// What a small picture of a position is made of beside its pieces: the last turn, the squares. Knows no rules.
import { capsule, FILES, parseSquare, RANKS, shifted, span, fileOf, rankOf, type Box } from '../board/geometry.ts';

/** What a turn's text ("e3-d3,d3:d4-d5") leaves and reaches, as rectangles of the drawing: one of each for every part. */
export function tracesOf(turn: string, flipped: boolean): { from: Box; to: Box }[] {
  const traces: { from: Box; to: Box }[] = [];
  for (const part of turn.split(',')) {
    const match = /^([a-j][1-8])(?::([a-j][1-8]))?[-x]([a-j][1-8])/.exec(part.trim());
    const a = parseSquare(match?.[1] ?? '');
    const to = parseSquare(match?.[3] ?? '');
    if (a === null || to === null) continue;
    const b = parseSquare(match?.[2] ?? '') ?? a;
    const end = shifted(b, fileOf(to) - fileOf(a), rankOf(to) - rankOf(a)) ?? to;
    traces.push({ from: capsule(span(a, b), flipped, 0.14), to: capsule(span(to, end), flipped, 0.01) });
  }
  return traces;
}

/** The dark squares as one path, in hundredths of a square; the board looks the same from both sides. */
export const darkSquares: string = Array.from({ length: FILES * RANKS }, (_, i) => ({ x: i % FILES, y: Math.floor(i / FILES) }))
  .filter(({ x, y }) => (x + (RANKS - 1 - y)) % 2 === 0)
  .map(({ x, y }) => `M${String(x * 100)} ${String(y * 100)}h100v100h-100z`)
  .join('');
