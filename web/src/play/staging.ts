// A turn in the making: nothing staged, a preparation, the whole turn. Nothing is played here.
import type { Game, Part, Refusal, View } from '../rules/types.ts';

type Stage =
  | { readonly t: 'empty' }
  /** Ordo X: the sideways part is on the board, an advance must follow. */
  | { readonly t: 'prepared' }
  /** All of a turn, ready to be played or sent. */
  | { readonly t: 'whole'; readonly turn: string };

export interface Staging {
  readonly stage: Stage;
  /** What has been staged, in order. */
  readonly parts: readonly Part[];
  /** The position with the staged parts on the board. */
  readonly view: View;
  /** What may be staged next; nothing after a whole turn. */
  readonly targets: readonly Part[];
}

/** What became of a wish: a new state, or why there is none. */
export type Staged = { readonly staging: Staging } | { readonly refusal: Refusal };

/** The state with exactly these parts staged, which are known to be playable one after the other. */
function staged(game: Game, parts: readonly Part[]): Staging {
  const text = parts.map((part) => part.text).join(',');
  const view = parts.length === 0 ? game.view : game.after(text);
  if (!view) throw new Error(`staged parts cannot be played: ${text}`);
  const stage: Stage =
    parts.length === 0 ? { t: 'empty' } : view.advancing ? { t: 'prepared' } : { t: 'whole', turn: text };
  return { stage, parts, view, targets: stage.t === 'whole' ? [] : view.parts };
}

/** At the beginning of a turn, and after one was played or taken back. */
export function stageNothing(game: Game): Staging {
  return staged(game, []);
}

/** Stages the part of this text, its choice of subgroup included. */
export function stageText(game: Game, now: Staging, text: string): Staged {
  const part = now.targets.find((target) => target.text === text);
  if (part) return { staging: staged(game, [...now.parts, part]) };
  const refusal = game.whyNot([...now.parts.map((one) => one.text), text].join(','));
  return { refusal: refusal ?? { reason: 'syntax', message: `${text} is not how this part is written`, groups: [] } };
}

/** One step back: from the whole turn to the preparation, to nothing. */
export function undo(game: Game, now: Staging): Staging {
  return now.parts.length === 0 ? now : staged(game, now.parts.slice(0, -1));
}
