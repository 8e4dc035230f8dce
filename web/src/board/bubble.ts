// Where words on the board go: beside the square they speak of, and never over what they point out.
import { drawnCentre, FILES, gaps, RANKS, type Point } from './geometry.ts';
import type { Choice } from './selection.ts';
import type { Attempt } from './moves.ts';
import type { ShownRefusal } from './contract.ts';

export interface Placed {
  /** Where its tip is, in squares of the drawing. */
  readonly at: Point;
  readonly below: boolean;
  readonly words: string;
  readonly red: boolean;
}

/** How large the words will be, in squares: about as the style sheet has them. */
function sizeOf(words: string, square: number): { readonly width: number; readonly height: number } {
  const wide = /[\u3000-\u9fff\uff00-\uffef]/.test(words) ? 14 : 6.8;
  const most = Math.min(288, 0.88 * square * FILES) - 24;
  const lines = Math.ceil((words.length * wide) / most);
  return { width: (Math.min(most, words.length * wide) + 24) / square, height: (lines * 19 + 10) / square };
}

/** At the edge further from the groups, which must stay in sight. */
export function choiceBubble(choice: Choice, words: string, flipped: boolean): Placed {
  const rows = choice.options.flatMap(({ stays }) => stays.map((square) => drawnCentre(square, flipped).y));
  const low = rows.reduce((sum, y) => sum + y, 0) > (rows.length * RANKS) / 2;
  return { at: { x: FILES / 2, y: low ? -0.46 : RANKS + 0.46 }, below: low, words, red: false };
}

/** Above or below the square that was tried; where that would hide a gap or the square itself, at an edge of the board. */
export function refusalBubble(tried: Attempt, { groups, text }: ShownRefusal, flipped: boolean, width: number): Placed {
  const { width: wide, height } = sizeOf(text, width / FILES);
  const at = drawnCentre(tried.targets[0] ?? tried.destination[0] ?? 0, flipped);
  const spots = [
    ...gaps(groups).flatMap(([a, b]) => {
      const [from, to] = [drawnCentre(a, flipped), drawnCentre(b, flipped)];
      return [from, to, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }];
    }),
    ...tried.destination.map((square) => drawnCentre(square, flipped)),
  ];
  /** The box of words whose tip is at `tip`: it opens towards the middle, as its style does. */
  const hides = (tip: Point, below: boolean): number => {
    const share = tip.x > 6.5 ? 0.85 : tip.x < 3.5 ? 0.15 : 0.5;
    const left = tip.x - wide * share;
    const top = below ? tip.y + 0.56 : tip.y - 0.56 - height;
    return spots.filter(({ x, y }) => x > left - 0.3 && x < left + wide + 0.3 && y > top - 0.3 && y < top + height + 0.3).length;
  };
  const places = [
    { at, below: false }, { at, below: true },
    { at: { x: FILES / 2, y: -0.46 }, below: true }, { at: { x: FILES / 2, y: RANKS + 0.46 }, below: false },
    { at: { x: FILES / 2, y: -0.5 }, below: false }, { at: { x: FILES / 2, y: RANKS + 0.5 }, below: true },
  ].filter(({ at: tip, below }) => below || tip.y - 0.56 - height > -height - 0.6);
  // Within the board first: what sticks out above it may lie over the player's name.
  const inside = ({ at: tip, below }: { at: Point; below: boolean }): boolean =>
    below ? tip.y + 0.56 + height <= RANKS : tip.y - 0.56 - height >= 0;
  const best = places.filter(inside).find(({ at: tip, below }) => hides(tip, below) === 0) ?? places[places.length - 1];
  return { at: best?.at ?? at, below: best?.below ?? false, words: text, red: true };
}
