// One game on this device and on the server: which of the two goes on, so that no turn is lost.
import type { SavedGame } from '../play/saved.ts';

/** What this device and the server last agreed on. */
export interface Seen {
  /** The account. A game belongs to the account it was first kept for. */
  readonly owner: string;
  readonly version: number;
  /** The game as it was then, by `wireText`. */
  readonly text: string;
  /** Deleted here; the server is yet to hear of it. */
  readonly deleted: boolean;
}

/** As the server reads it: whole seconds and milliseconds. */
export function wireOf(game: SavedGame): SavedGame {
  const { variant, start, engine, time, turns, outcome, left } = game;
  return {
    variant, start, engine, turns, outcome,
    time: time === null ? null : { base: Math.max(1, Math.round(time.base)), increment: Math.round(time.increment) },
    left: left === null ? null : { white: Math.round(left.white), black: Math.round(left.black) },
  };
}
export const wireText = (game: SavedGame): string => JSON.stringify(wireOf(game));

/** Changed here since the server last heard of it. */
export const isNew = (game: SavedGame, seen: Seen | null): boolean => seen === null || seen.text !== wireText(game);

/** Whether `all` begins with `part`. */
const goesOn = (part: readonly string[], all: readonly string[]): boolean => part.length <= all.length && part.every((turn, i) => turn === all[i]);

/**
 * What to do about a change on the server:
 * "agree": both are the same; "take": the server's comes here; "give": this device's goes there; "remove": it was deleted elsewhere;
 * "both": they went on differently; the server's has the name, this device's gets a new one.
 */
export type Verdict = 'agree' | 'take' | 'give' | 'remove' | 'both';

export function judge(here: SavedGame | null, seen: Seen | null, there: SavedGame | null): Verdict {
  // What somebody deleted here comes back if it has gone on elsewhere meanwhile.
  if (here === null) return there === null ? 'agree' : 'take';
  const changed = isNew(here, seen);
  if (there === null) return changed ? 'give' : 'remove';
  if (wireText(here) === wireText(there)) return 'agree';
  if (!changed) return 'take';
  if (here.turns.length === there.turns.length && goesOn(here.turns, there.turns)) {
    return here.outcome !== null && there.outcome === null ? 'give' : 'take';
  }
  if (goesOn(here.turns, there.turns)) return 'take';
  if (goesOn(there.turns, here.turns)) return 'give';
  return 'both';
}
