// The words of the rules as the page speaks them; the rules themselves are the C++ library, as WASM.

export type Variant = 'ordo' | 'ordox';
export type Color = 'white' | 'black';

/** 0 is a1, 9 is j1, 10 is a2 … 79 is j8. */
export type Square = number;

/** One move of a singleton or an ordo, as in a turn's text. */
export interface Part {
  /** Canonical: "c2-c4", "c3xd4", "g2:h2-g4", "i2xf5=b6". */
  readonly text: string;
  /** All squares it leaves, from the left or lower end on; one for a singleton. */
  readonly origin: readonly Square[];
  /** Where each of them goes, in the same order. */
  readonly destination: readonly Square[];
  readonly captures: boolean;
  /** Ordo X: a square of the subgroup that stays, where the attacker has a choice. */
  readonly keep: Square | null;
  /** Ordo X: only a preparation; an advance must follow. */
  readonly preparation: boolean;
}

/** What stands on the board. */
export interface Board {
  readonly white: readonly Square[];
  readonly black: readonly Square[];
}

export interface Outcome {
  readonly winner: Color | null;
  /** "home-row", "last-piece", "cannot-reconnect", "no-move", "repetition", "agreement", "resignation", "time", "abandoned". */
  readonly ending: string;
}

/** Why something may not be played. */
export interface Refusal {
  /** The word of rules::Reason: "would-split", "blocked", … */
  readonly reason: string;
  /** English; other languages go by `reason`. */
  readonly message: string;
  /** would-split, must-reconnect: the parts the mover's group would fall into. */
  readonly groups: readonly (readonly Square[])[];
}

/** A position somebody is to move in; in Ordo X perhaps between preparation and advance. */
export interface View {
  readonly variant: Variant;
  readonly fen: string;
  readonly board: Board;
  readonly toMove: Color;
  /** Ordo X: a preparation has been staged, an advance must follow. */
  readonly advancing: boolean;
  /** Of each side; more than one only in Ordo for the side to move. */
  readonly groups: Readonly<Record<Color, readonly (readonly Square[])[]>>;
  readonly outcome: Outcome | null;
  /** All that may be played now: turns of Ordo; preparations and advances of Ordo X, or the advances after a preparation. */
  readonly parts: readonly Part[];
}

/** What a record says beside the game: ["White", "Ada"]. Names are letters, digits and '_'. */
export type Tag = readonly [name: string, value: string];

/** A game held by the rules. Not for keeping many of: call `free` when done. */
export interface Game {
  readonly view: View;
  readonly turns: readonly string[];
  /** Plays a whole turn, or says why not. */
  play(turn: string): Refusal | null;
  takeBack(): boolean;
  /** The view after a part that is in `view.parts` (or after two), without playing it: for staging. Null if it is none. */
  after(part: string): View | null;
  /** Squares of enemy pieces that a part takes off the board. */
  removedBy(part: string): readonly Square[];
  /** Why this part or turn may not be played; null if it may. */
  whyNot(text: string): Refusal | null;
  /** Pieces of the side whose loss would split it. */
  cutPoints(color: Color): readonly Square[];
  /** The game as a text to keep. `declared` is how players ended it, where the board has not. */
  record(tags: readonly Tag[], declared?: Outcome | null): string;
  free(): void;
}

export interface Rules {
  readonly startFen: string;
  /** From the initial setup, or from a position; null with a reason in `error` if it is none. */
  game(variant: Variant, fen?: string, turns?: readonly string[]): { game: Game } | { error: string };
  /** The game of a record; `error` says what is wrong with it and in which line. */
  read(record: string): { game: Game; tags: readonly Tag[] } | { error: string };
}
