// A turn in the making: nothing staged, a preparation, a choice of subgroup, the whole turn. Nothing is played here.
import { otherColor } from '../rules/color.ts';
import type { Board, Color, Game, Part, Refusal, Square, View } from '../rules/types.ts';

/** One of the subgroups that may stay. */
export interface Choice {
  /** The capture with this choice. */
  readonly part: Part;
  /** The subgroup, and all the enemy pieces that go: the captured one and the other subgroups. */
  readonly stays: readonly Square[];
  readonly removed: readonly Square[];
}

export type Stage =
  | { readonly t: 'empty' }
  /** Ordo X: the sideways part is on the board, an advance must follow. */
  | { readonly t: 'prepared' }
  /** Ordo X: a capture leaves subgroups of the same size, and one of them must be named. */
  | { readonly t: 'choosing'; readonly choices: readonly Choice[] }
  /** All of a turn, ready to be played or sent. */
  | { readonly t: 'whole'; readonly turn: string };

/** Drawn on the board for each staged part. */
export interface StagedArrow {
  /** 1 for the first part of the turn. */
  readonly number: number;
  readonly from: readonly Square[];
  readonly to: readonly Square[];
}

export interface Staging {
  readonly stage: Stage;
  /** What has been staged, in order. */
  readonly parts: readonly Part[];
  /** The position with the staged parts on the board. */
  readonly view: View;
  /** What may be staged next; none while choosing, and none after a whole turn. */
  readonly targets: readonly Part[];
  readonly arrows: readonly StagedArrow[];
  /** Enemy pieces that the staged parts have taken off. */
  readonly removed: readonly Square[];
}

/** A move as a hand makes it: without its choice of subgroup. */
export interface Move {
  readonly origin: readonly Square[];
  readonly destination: readonly Square[];
}

/** What became of a wish: a new state, or why there is none. */
export type Staged = { readonly staging: Staging } | { readonly refusal: Refusal };

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(',');
}

function same(a: readonly Square[], b: readonly Square[]): boolean {
  return a.length === b.length && a.every((square, i) => square === b[i]);
}

/** The state with exactly these parts staged, which are known to be playable one after the other. */
function staged(game: Game, parts: readonly Part[]): Staging {
  const text = textOf(parts);
  const view = parts.length === 0 ? game.view : game.after(text);
  if (!view) throw new Error(`staged parts cannot be played: ${text}`);
  const stage: Stage =
    parts.length === 0 ? { t: 'empty' } : view.advancing ? { t: 'prepared' } : { t: 'whole', turn: text };
  return {
    stage,
    parts,
    view,
    targets: stage.t === 'whole' ? [] : view.parts,
    arrows: parts.map(({ origin, destination }, i) => ({ number: i + 1, from: origin, to: destination })),
    removed: parts.length === 0 ? [] : game.removedBy(text),
  };
}

/** At the beginning of a turn, and after one was played or taken back. */
export function stageNothing(game: Game): Staging {
  return staged(game, []);
}

function choiceOf(game: Game, before: Staging, part: Part): Choice {
  const text = textOf([...before.parts, part]);
  const after = game.after(text);
  if (!after) throw new Error(`${text} cannot be played`);
  const enemy = otherColor(before.view.toMove);
  const stays: Board[Color] = after.board[enemy];
  return { part, stays, removed: before.view.board[enemy].filter((square) => !stays.includes(square)) };
}

/**
 * Stages a move that is among the targets. Where several subgroups could stay it asks for one of them; otherwise the
 * turn is prepared or whole afterwards.
 */
export function stage(game: Game, now: Staging, move: Move): Staged {
  const meant = now.targets.filter((part) => same(part.origin, move.origin) && same(part.destination, move.destination));
  const [part] = meant;
  if (!part) return { refusal: notOffered(game, now, move) };
  if (meant.length === 1) return { staging: staged(game, [...now.parts, part]) };
  const choices = meant.map((one) => choiceOf(game, now, one));
  return { staging: { ...now, stage: { t: 'choosing', choices }, targets: [] } };
}

/** Stages the part of this text, its choice included: for typed moves, and boards that ask for the subgroup themselves. */
export function stageText(game: Game, now: Staging, text: string): Staged {
  const part = now.targets.find((target) => target.text === text);
  if (part) return { staging: staged(game, [...now.parts, part]) };
  const refusal = game.whyNot([...now.parts.map((one) => one.text), text].join(','));
  return { refusal: refusal ?? unfinished(now) };
}

/** While choosing: the subgroup on this square stays. A square of none of them changes nothing. */
export function choose(game: Game, now: Staging, square: Square): Staging {
  if (now.stage.t !== 'choosing') return now;
  const choice = now.stage.choices.find(({ stays }) => stays.includes(square));
  return choice ? staged(game, [...now.parts, choice.part]) : now;
}

/** One step back: from the choice to the capture not made, from the whole turn to the preparation, to nothing. */
export function undo(game: Game, now: Staging): Staging {
  if (now.stage.t === 'choosing') return staged(game, now.parts);
  return now.parts.length === 0 ? now : staged(game, now.parts.slice(0, -1));
}

/** The text of a square, as in moves. */
function name(square: Square): string {
  return String.fromCharCode(97 + (square % 10)) + String(Math.floor(square / 10) + 1);
}

function unfinished(now: Staging): Refusal {
  const message =
    now.stage.t === 'whole' ? `${now.stage.turn} is a whole turn: play it or take it back` : 'choose the subgroup that stays first';
  return { reason: now.stage.t === 'whole' ? 'too-many-parts' : 'needs-choice', message, groups: [] };
}

function notOffered(game: Game, now: Staging, move: Move): Refusal {
  if (now.stage.t === 'whole' || now.stage.t === 'choosing') return unfinished(now);
  const [from = 0] = move.origin;
  const last = move.origin[move.origin.length - 1] ?? from;
  const [to = 0] = move.destination;
  const captures = now.view.board[otherColor(now.view.toMove)].includes(to) && from === last;
  const ends = from === last ? name(from) : `${name(from)}:${name(last)}`;
  const text = `${ends}${captures ? 'x' : '-'}${name(to)}`;
  const refusal = game.whyNot(textOf(now.parts) + (now.parts.length > 0 ? ',' : '') + text);
  return refusal ?? { reason: 'no-step', message: `${text} is not offered here`, groups: [] };
}
