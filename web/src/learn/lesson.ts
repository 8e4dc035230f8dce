// What a lesson is made of: positions and what is to be done in them. The words are messages, found by the names here.
import type { PartDescription } from '../board/describe.ts';
import type { Color, Variant } from '../rules/types.ts';

/** What a turn must be like. All that is given must hold; what concerns one part must hold of the same part. */
export interface Goal {
  /** Exactly one of these. */
  readonly turns?: readonly string[];
  /** Where a single piece must land. */
  readonly to?: string;
  readonly captures?: true;
  /** Moves a line: any, a horizontal or a vertical one. */
  readonly ordo?: 'any' | 'row' | 'column';
  /** How many pieces move together. */
  readonly pieces?: number;
  readonly towards?: PartDescription['direction'];
  /** One behind the other, along the line. */
  readonly file?: true;
  /** Ordo X: preparation and advance. */
  readonly parts?: 2;
  /** The other side's group falls apart. */
  readonly splits?: true;
  /** At least so many enemy pieces leave the board. */
  readonly removes?: number;
  /** The game is won, this way if one is named. */
  readonly wins?: 'any' | 'home-row' | 'last-piece' | 'cannot-reconnect';
}

/** Squares to be tapped; the rules know which they are. */
export type Find =
  /** Any one square of a home row. */
  | { readonly t: 'home-row'; readonly of: Color }
  /** All squares a single piece may go to. */
  | { readonly t: 'targets'; readonly of: string }
  /** All pieces the side to move can capture. */
  | { readonly t: 'captures' }
  /** All pieces of a side whose loss would split it. */
  | { readonly t: 'cut-points'; readonly of: Color }
  /** All pieces a turn takes off the board. */
  | { readonly t: 'removed'; readonly by: string };

export interface Round {
  readonly goal: Goal;
  /** A turn that reaches the goal: shown on request, and proved by a test. */
  readonly solution: string;
  /** What the other side then plays: the first of these that is legal. */
  readonly reply?: readonly string[];
}

interface Scene {
  /** Unique in its lesson; names the messages. */
  readonly id: string;
  /** The initial setup if not given. */
  readonly fen?: string;
  /** Squares pointed out, "b4 c4". */
  readonly marks?: string;
  /** Connections drawn between touching pieces. */
  readonly connections?: true;
}

export type Step = Scene &
  (
    | { readonly t: 'read' }
    /** The last page of a part of the course: where to go from here. */
    | { readonly t: 'end' }
    | { readonly t: 'tap'; readonly find: Find }
    | { readonly t: 'move'; readonly rounds: readonly [Round, ...Round[]] }
  );

export interface Lesson {
  /** Part of its address and of its messages' names. */
  readonly id: string;
  readonly variant: Variant;
  readonly minutes: number;
  readonly steps: readonly [Step, ...Step[]];
}
