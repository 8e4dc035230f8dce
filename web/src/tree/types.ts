// A study of a game as data: turns in a tree, with all that somebody wrote and drew beside them.
import type { Color, Square, Tag, Variant } from '../rules/types.ts';

/** Of one node: its turns from the start on, joined by blanks; empty for the start itself. */
export type Path = string;

export interface Arrow {
  readonly from: Square;
  /** The same as `from` for a mark on a square. */
  readonly to: Square;
}

/** What people write beside a turn. */
export interface Notes {
  readonly comment: string;
  /** As records number them: 1 is '!', 2 '?', 3 '!!', 4 '??', 5 '!?', 6 '?!'. */
  readonly glyphs: readonly number[];
  readonly arrows: readonly Arrow[];
  /** A comment before the turn, where a variation begins. */
  readonly lead: string;
  /** Seconds that the player had left. */
  readonly clock: number | null;
  /** What a search thought of the position, as White sees it: "0.35", "#-3". */
  readonly score: string | null;
}

export interface TreeNode extends Notes {
  readonly turn: string;
  /** The position after the turn. */
  readonly fen: string;
  /** The first one goes on with the line; the others are variations. */
  readonly children: readonly TreeNode[];
  /** Its variations are not drawn. */
  readonly collapsed: boolean;
}

export interface Study {
  readonly variant: Variant;
  readonly tags: readonly Tag[];
  /** "*", "1-0", "0-1", "1/2-1/2". */
  readonly result: string;
  /** How it ended where the board does not say it: "resignation", "time", "agreement", "abandoned". */
  readonly ending: string | null;
  /** The start: `turn` is empty. */
  readonly root: TreeNode;
}

export const emptyNotes: Notes = { comment: '', glyphs: [], arrows: [], lead: '', clock: null, score: null };

export const sideOf = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white');
