// What the page and the engine's worker say to each other.
import type { Variant } from '../rules/types.ts';

/** A position and what to find out about it. */
export interface ThinkRequest {
  readonly variant: Variant;
  /** Where the game began, and all turns since: repetitions are seen through them. */
  readonly fen: string;
  readonly turns: readonly string[];
  /** 1 to 10 plays weaker and more like people; null as strong as it can. */
  readonly level: number | null;
  /** How many best lines are wanted. */
  readonly multipv: number;
  /** Milliseconds; null goes on until it is stopped or the result is proven. Levels end by themselves. */
  readonly movetime: number | null;
  /** How many positions it may look at; with one thread and a fresh memory the answer is then always the same. */
  readonly nodes?: number;
  /** How many turns ahead it is to look; ends there. */
  readonly depth?: number;
  /** Forget what earlier searches found. */
  readonly fresh?: boolean;
  /** First say what the endgame tables know of every turn. */
  readonly tables?: boolean;
}

/** What the endgame tables say of a turn, for who plays it; null where none knows. Plies to the end, of both sides. */
export type TableTurn = readonly [turn: string, value: 'win' | 'draw' | 'loss' | null, plies: number];

/** In centipoints, or the turns the winner still needs: negative if the side to move loses. */
export type Score = { readonly cp: number } | { readonly win: number };

/** One of the best lines at the depth reached, for the side to move. */
export interface Info {
  /** 1 for the best line. */
  readonly line: number;
  readonly depth: number;
  readonly seldepth: number;
  readonly score: Score;
  /** The expected result, from 0 (lost) to 1 (won). */
  readonly expected: number;
  readonly bound: 'exact' | 'lower' | 'upper';
  readonly nodes: number;
  readonly nps: number;
  /** Milliseconds. */
  readonly time: number;
  readonly turns: readonly string[];
}

export type ToWorker =
  /** Comes first, once. */
  | { readonly t: 'init'; readonly threads: number; readonly hash: number }
  | { readonly t: 'think'; readonly id: number; readonly request: ThinkRequest }
  | { readonly t: 'new-game' };

/** Where somebody who shares the engine's memory writes a 1 to stop it. */
export interface StopFlag {
  readonly buffer: SharedArrayBuffer;
  readonly address: number;
}

export type FromWorker =
  | { readonly t: 'ready'; readonly threads: number; readonly stop: StopFlag | null }
  | { readonly t: 'info'; readonly id: number; readonly info: Info }
  | { readonly t: 'done'; readonly id: number; readonly turn: string | null; readonly nodes: number; readonly time: number }
  | { readonly t: 'table'; readonly id: number; readonly turns: readonly TableTurn[] }
  /** What was asked cannot be thought about; the engine is fine. */
  | { readonly t: 'refused'; readonly id: number; readonly message: string }
  /** The engine is broken, or could not be loaded. */
  | { readonly t: 'failed'; readonly message: string };
