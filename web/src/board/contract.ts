// What a page gives the board and hears from it.

import type { Snippet } from 'svelte';
import type { Board, Color, Part, Refusal, Square, View } from '../rules/types.ts';
import type { SquareDescription } from './describe.ts';
import type { Attempt } from './moves.ts';
import type { Spoken } from './selection.ts';

/** Names of the themes in styles/board.css. */
export const boardThemes = ['paper', 'walnut', 'slate', 'print'] as const;
export type BoardTheme = (typeof boardThemes)[number];

/** An arrow of the player's own; a mark on one square when both ends are the same. */
export interface Annotation {
  readonly from: Square;
  readonly to: Square;
}

/** The answer to a refused attempt: the parts the group would fall into, if it is that, and why in the reader's language. */
export interface ShownRefusal {
  readonly groups: readonly (readonly Square[])[];
  readonly text: string;
  /** It is about what stands in the way, which is then pointed out. */
  readonly blocked?: boolean;
}

/** The board's words, in the reader's language. */
export interface BoardText {
  /** Names the board as a whole: "Board, White at the bottom". */
  readonly board: string;
  /** Names one square: "c2, white, in a line of 10; 4 moves, 2 with d2". */
  square(description: SquareDescription): string;
  /** "Choose the group that stays". */
  readonly choose: string;
  /** Of the mark on a staged part: "Take back the first part". */
  readonly undo: string;
}

export interface BoardProps {
  board: Board;
  /** Whose pieces may be taken hold of; null to look only. */
  mover: Color | null;
  /**
   * What may be played right now: between preparation and advance, the advances. Another array means another position and
   * lets go of the selection: keep the same one while the position is the same.
   */
  parts: readonly Part[];
  text: BoardText;
  /** Parts of the turn already made on `board` but not sent. */
  staged?: readonly Part[];
  /** The turn that led here, drawn as what just happened and used to animate. */
  last?: readonly Part[];
  /** A side in more than one group is shown as split. */
  groups?: View['groups'];
  flipped?: boolean;
  /** The page around it scrolls: a swipe up or down is the page's, and pieces are tapped or drawn sideways. */
  scrolls?: boolean;
  theme?: BoardTheme;
  coordinates?: boolean;
  animate?: boolean;
  /** Marks every piece that can move: for a first game, a lesson, or when few can. */
  hints?: boolean;
  /** Squares to point out in a lesson. */
  marks?: readonly Square[];
  /** Connections of all groups, and the pieces whose loss would split them. */
  overlay?: { readonly cutPoints: readonly Square[] } | null;
  /** Set by the page after `onforbidden`; shown until the next action. */
  refusal?: ShownRefusal | null;
  /** A turn to be played as soon as it is legal. */
  premove?: readonly Part[];
  annotations?: readonly Annotation[];
  /** A turn, or what is left of it, that somebody recommends. */
  hint?: readonly Part[];
  /** Pieces that the last turn took off without landing on them, shown where they stood. */
  ghosts?: { readonly color: Color; readonly squares: readonly Square[] } | null;
  /** Drawn over everything else, in hundredths of a square: what an engine would play. */
  over?: Snippet;
  /** Asked about squares in the path of the selection, to mark those that would split the group. */
  whyNot?: (part: string) => Refusal | null;
  /** All enemy pieces a part takes off. */
  removedBy?: (part: string) => readonly Square[];
  onpart?: (part: Part) => void;
  onundo?: () => void;
  onforbidden?: (attempt: Attempt) => void;
  onannotate?: (annotations: readonly Annotation[]) => void;
  /** Keys f, c and m. */
  onflip?: () => void;
  onoverlay?: () => void;
  onmovefield?: () => void;
  /** What those should hear who do not see; squares name themselves when focused. */
  say?: (message: Spoken) => void;
}

/** Draws it if it is not there, takes it away if it is. */
export function toggled(all: readonly Annotation[], one: Annotation): Annotation[] {
  const rest = all.filter((other) => other.from !== one.from || other.to !== one.to);
  return rest.length === all.length ? [...rest, one] : rest;
}
