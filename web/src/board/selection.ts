// What the player is doing on the board: pointer and keyboard events in, selection and parts out; pure, and without rules.

import type { Part, Square } from '../rules/types.ts';
import {
  centre, contains, fileOf, isVertical, lineOf, rankOf, reach, sameSpan, shifted, span, spanLength, squareAt, sweep,
  type Point, type Span,
} from './geometry.ts';
import { extended, moveAt, movesOf, type Attempt, type Move, type MoveIndex } from './moves.ts';

/** What the selection may ask about the position. Answers must not change between two 'position' events. */
export interface Context {
  readonly index: MoveIndex;
  /** The pieces the player may take hold of; empty when there is nothing to do. */
  readonly own: ReadonlySet<Square>;
  /** Moves in the path of a line that would break the group. */
  forbidden(line: Span): readonly Attempt[];
  /** Moving a line so far, legal or not, as something to ask about; null if it cannot even be written. */
  attempt(line: Span, files: number, ranks: number): Attempt | null;
  /** The enemy pieces left after a part: where one is chosen, the subgroup that stays. */
  stays(part: Part): readonly Square[];
  /** A first part is staged and can be taken back. */
  readonly staged: boolean;
}

export interface Choice {
  readonly move: Move;
  readonly options: readonly { readonly part: Part; readonly stays: readonly Square[] }[];
}

type Gesture =
  | { readonly t: 'none' }
  /** Held down, not yet moved away. `end` is the far end of the capsule when its outer rim is held. */
  | { readonly t: 'press'; readonly square: Square | null; readonly point: Point; readonly before: Span | null; readonly end: Square | null }
  | { readonly t: 'sweep'; readonly anchor: Square }
  | { readonly t: 'resize'; readonly fixed: Square; readonly horizontal: boolean }
  | {
      readonly t: 'drag'; readonly grab: Point; readonly point: Point; readonly snap: Move | null; readonly refused: Attempt | null;
      /** It began as a sweep from here, and becomes one again over its line. */
      readonly anchor?: Square;
    };

export interface State {
  readonly selection: Span | null;
  /** The selection was made for the player, after a staged part, and not by hand. */
  readonly offered: boolean;
  readonly gesture: Gesture;
  /** Where the keyboard is. */
  readonly focus: Square;
  /** Under the mouse. */
  readonly hover: Square | null;
  readonly choice: Choice | null;
  /** What was last tried and not allowed, until the next action. */
  readonly refused: Attempt | null;
  /** The same as text, until something else is selected. */
  readonly tried: string | null;
}

export type BoardEvent =
  | { readonly t: 'down'; readonly point: Point; readonly shift: boolean }
  | { readonly t: 'move'; readonly point: Point }
  | { readonly t: 'up'; readonly point: Point; readonly shift: boolean }
  | { readonly t: 'cancel' }
  | { readonly t: 'hover'; readonly square: Square | null }
  | { readonly t: 'arrow'; readonly files: number; readonly ranks: number; readonly grow: boolean }
  | { readonly t: 'focus'; readonly square: Square }
  | { readonly t: 'enter' }
  | { readonly t: 'escape' }
  /** Another position or other legal parts; `select` is taken up at once, if given. */
  | { readonly t: 'position'; readonly select: Span | null };

/** What happened, for those who listen instead of looking. */
export type Spoken =
  | { readonly t: 'selected'; readonly line: Span; readonly moves: number; readonly captures: number }
  | { readonly t: 'cleared' }
  | { readonly t: 'line-ends' }
  | { readonly t: 'nothing-here'; readonly square: Square }
  | { readonly t: 'choose-group'; readonly sizes: readonly number[] };

export type Effect =
  | { readonly t: 'part'; readonly part: Part; readonly dragged: boolean }
  | { readonly t: 'undo' }
  | { readonly t: 'forbidden'; readonly attempt: Attempt }
  | { readonly t: 'say'; readonly message: Spoken };

export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
}

const resting: Gesture = { t: 'none' };
/** How far, in squares, a held pointer travels before it means more than a tap. */
const kSlack = 0.3;
/** How near a legal target a dragged line must be to snap to it. */
const kSnap = 0.8;
/** How far, in squares, a sweep may stray from the middle of its line. */
const kAside = 0.8;
/** From here outwards, measured from its centre, an end piece of a capsule is its grip. */
const kGrip = 0.12;

export const initial: State = { selection: null, offered: false, gesture: resting, focus: 0, hover: null, choice: null, refused: null, tried: null };

export function step(state: State, event: BoardEvent, context: Context): Step {
  switch (event.t) {
    case 'down': return down(state, event.point, event.shift, context);
    case 'move': return still(moved(state, event.point, context));
    case 'up': return up(state, event.point, context);
    case 'cancel': return still({ ...state, gesture: resting });
    case 'hover': return still(state.hover === event.square ? state : { ...state, hover: event.square });
    case 'arrow': return arrow(state, event.files, event.ranks, event.grow, context);
    case 'focus': return still({ ...state, focus: event.square });
    case 'enter': return tap(state, state.focus, context);
    case 'escape': return escape(state, context);
    case 'position':
      return still({
        ...state, selection: event.select, offered: event.select !== null, gesture: resting, choice: null, refused: null, tried: null,
      });
  }
}

const still = (state: State): Step => ({ state, effects: [] });

function select(state: State, line: Span | null, context: Context): Step {
  const next: State = { ...state, selection: line, offered: false, gesture: resting, choice: null, refused: null, tried: null };
  if (sameSpan(state.selection, line)) return still(next);
  return { state: next, effects: [say(selectionMessage(line, context))] };
}

const say = (message: Spoken): Effect => ({ t: 'say', message });

function selectionMessage(line: Span | null, context: Context): Spoken {
  if (line === null) return { t: 'cleared' };
  const moves = movesOf(context.index, line);
  return { t: 'selected', line, moves: moves.length, captures: moves.filter((move) => move.captures).length };
}

function down(state: State, point: Point, shift: boolean, context: Context): Step {
  const square = squareAt(point);
  const before = state.selection;
  const press: Gesture = { t: 'press', square, point, before, end: gripAt(before, point) };
  const quiet: State = { ...state, gesture: press, refused: null, hover: square };
  if (square === null || state.choice !== null || shift || !context.own.has(square)) return still(quiet);
  const kept = before !== null && (contains(before, square) || extended(before, square, context.own) !== null);
  // A fresh piece shows its targets at the press, not at the release: the hand may drag it there in one go.
  return kept ? still(quiet) : still({ ...quiet, selection: span(square), offered: false, focus: square, tried: null });
}

/** The far end of a capsule whose near end's outer half is under `point`. */
function gripAt(line: Span | null, point: Point): Square | null {
  const square = squareAt(point);
  if (line === null || square === null || line.low === line.high) return null;
  const at = centre(square);
  const outward = isVertical(line) ? point.y - at.y : point.x - at.x;
  if (square === line.low && outward < -kGrip) return line.high;
  if (square === line.high && outward > kGrip) return line.low;
  return null;
}

function moved(state: State, point: Point, context: Context): State {
  const { gesture } = state;
  switch (gesture.t) {
    case 'none': return state;
    case 'press': return leave(state, gesture, point, context);
    case 'sweep': return swept(state, gesture.anchor, point, context);
    case 'resize': {
      const from = centre(gesture.fixed);
      const distance = gesture.horizontal ? point.x - from.x : point.y - from.y;
      return { ...state, selection: reach(gesture.fixed, distance, gesture.horizontal, context.own) };
    }
    case 'drag': return gesture.anchor === undefined ? drag(state, gesture.grab, point, context) : swept(state, gesture.anchor, point, context);
  }
}

/** Along its line a sweep takes pieces up; off the line it moves: the piece it began with, or, where that has nothing to do, the line. */
function swept(state: State, anchor: Square, point: Point, context: Context): State {
  const line = sweep(anchor, point, context.own);
  const from = centre(anchor);
  const off = Math.min(Math.abs(point.x - from.x), Math.abs(point.y - from.y));
  const square = squareAt(point);
  const beyond = line.low === line.high && square !== null && !context.own.has(square);
  if (off <= kAside && !beyond) return { ...state, selection: line, gesture: { t: 'sweep', anchor } };
  const of = (moving: Span, grab: Point): State => {
    const dragged = drag({ ...state, selection: moving }, grab, point, context);
    return dragged.gesture.t === 'drag' ? { ...dragged, gesture: { ...dragged.gesture, anchor } } : dragged;
  };
  const alone = of(span(anchor), from);
  if (alone.gesture.t !== 'drag' || alone.gesture.snap !== null || line.low === line.high) return alone;
  const whole = of(line, centre(line.low === anchor ? line.high : line.low));
  return whole.gesture.t === 'drag' && whole.gesture.snap !== null ? whole : alone;
}

/** The pointer leaves the square it was pressed on: along a line of own pieces it sweeps, otherwise it drags. */
function leave(state: State, press: Gesture & { t: 'press' }, point: Point, context: Context): State {
  const { square, before } = press;
  if (square === null || state.choice !== null || !context.own.has(square)) return state;
  const along = Math.abs(point.x - press.point.x);
  const across = Math.abs(point.y - press.point.y);
  if (Math.max(along, across) < kSlack) return state;
  if (before !== null && before.low !== before.high && contains(before, square)) {
    const horizontal = !isVertical(before);
    const pulled = horizontal ? along > 1.5 * across : across > 1.5 * along;
    if (press.end !== null && pulled) {
      return moved({ ...state, gesture: { t: 'resize', fixed: press.end, horizontal } }, point, context);
    }
    return drag(state, press.point, point, context);
  }
  const over = squareAt(point);
  if (over === square) return state;
  const alone: State = { ...state, selection: span(square) };
  const line = sweep(square, point, context.own);
  if (over !== null && context.own.has(over) && line.low !== line.high) {
    return { ...alone, selection: line, gesture: { t: 'sweep', anchor: square } };
  }
  return drag(alone, press.point, point, context);
}

/** Follows the pointer; the nearest legal target in reach is what a release would play, else the nearest forbidden one. */
function drag(state: State, grab: Point, point: Point, context: Context): State {
  const line = state.selection;
  if (line === null) return state;
  const far = (to: { files: number; ranks: number }): number =>
    Math.hypot(point.x - grab.x - to.files, point.y - grab.y - to.ranks);
  const home = far({ files: 0, ranks: 0 });
  const nearest = <T extends { files: number; ranks: number }>(all: readonly T[]): T | null => {
    let best: T | null = null;
    for (const one of all) if (far(one) < (best === null ? Math.min(kSnap, home) : far(best))) best = one;
    return best;
  };
  const snap = nearest(movesOf(context.index, line));
  const near = nearest(context.forbidden(line));
  const refused = near !== null && (snap === null || far(near) < far(snap)) ? near : null;
  return { ...state, gesture: { t: 'drag', grab, point, snap: refused === null ? snap : null, refused } };
}

function up(state: State, point: Point, context: Context): Step {
  const { gesture } = state;
  const idle: State = { ...state, gesture: resting };
  switch (gesture.t) {
    case 'none': return still(state);
    case 'press': {
      const square = squareAt(point);
      if (square === null || square !== gesture.square) return still(idle);
      return released(idle, gesture, square, context);
    }
    case 'sweep':
    case 'resize': return { state: idle, effects: [say(selectionMessage(state.selection, context))] };
    case 'drag': {
      if (gesture.refused !== null) return refuse(idle, gesture.refused);
      if (gesture.snap !== null) return commit(idle, gesture.snap, true, context);
      const line = state.selection;
      const tried = line === null || squareAt(point) === null ? null
        : context.attempt(line, Math.round(point.x - gesture.grab.x), Math.round(point.y - gesture.grab.y));
      return tried === null || (tried.files === 0 && tried.ranks === 0) ? still(idle) : refuse(idle, tried);
    }
  }
}

/** A tap. The selection may already have followed the press: what counts is the one before. */
function released(state: State, press: Gesture & { t: 'press' }, square: Square, context: Context): Step {
  const focused: State = { ...state, focus: square };
  if (sameSpan(state.selection, press.before)) return tap(focused, square, context);
  return { state: focused, effects: [say(selectionMessage(state.selection, context))] };
}

function tap(state: State, square: Square, context: Context): Step {
  if (state.choice !== null) {
    const chosen = state.choice.options.find((option) => option.stays.includes(square));
    if (chosen === undefined) return select(state, null, context);
    return { state: { ...state, selection: null, choice: null }, effects: [{ t: 'part', part: chosen.part, dragged: false }] };
  }
  const line = state.selection;
  if (context.own.has(square)) return tapOwn(state, line, square, context);
  if (line === null) return { state, effects: [say({ t: 'nothing-here', square })] };
  const move = moveAt(movesOf(context.index, line), square);
  if (move !== null) return commit(state, move, false, context);
  const refused = context.forbidden(line).find((one) => one.targets.includes(square)) ?? meant(line, square, context);
  // The same again: nobody wants to hear it twice, but to let go.
  return refused === null || state.tried === refused.text ? select(state, null, context) : refuse(state, refused);
}

/** What a tap on a square that is no target of the line tried: the way from its nearest end, or straight across. */
function meant(line: Span, square: Square, context: Context): Attempt | null {
  const vertical = isVertical(line);
  const along = vertical ? rankOf : fileOf;
  const end = along(square) < along(line.low) ? line.low : along(square) > along(line.high) ? line.high : null;
  const files = end === null && !vertical ? 0 : fileOf(square) - fileOf(end ?? line.low);
  const ranks = end === null && vertical ? 0 : rankOf(square) - rankOf(end ?? line.low);
  return context.attempt(line, files, ranks);
}

/**
 * The selected piece lets go; one of a selected line is taken alone; one that stands in line with the selection, without a gap,
 * takes the line up to itself; any other is taken alone.
 */
function tapOwn(state: State, line: Span | null, square: Square, context: Context): Step {
  if (line === null) return select(state, span(square), context);
  if (contains(line, square)) return select(state, spanLength(line) === 1 ? null : span(square), context);
  return select(state, extended(line, square, context.own) ?? span(square), context);
}

function commit(state: State, move: Move, dragged: boolean, context: Context): Step {
  if (move.parts.length === 1) {
    return { state: { ...state, selection: null }, effects: [{ t: 'part', part: move.parts[0], dragged }] };
  }
  const options = move.parts.map((part) => ({ part, stays: context.stays(part) }));
  return {
    state: { ...state, choice: { move, options }, refused: null },
    effects: [say({ t: 'choose-group', sizes: options.map((option) => option.stays.length) })],
  };
}

function refuse(state: State, attempt: Attempt): Step {
  return { state: { ...state, refused: attempt, tried: attempt.text }, effects: [{ t: 'forbidden', attempt }] };
}

function arrow(state: State, files: number, ranks: number, grow: boolean, context: Context): Step {
  const next = shifted(state.focus, files, ranks);
  if (next === null) return still(state);
  if (!grow) return still({ ...state, focus: next });
  const { focus, selection } = state;
  if (!context.own.has(focus) || state.choice !== null) return { state, effects: [say({ t: 'nothing-here', square: focus })] };
  // Grows or shrinks at the end the focus is on.
  const fixed = selection !== null && contains(selection, focus) ? (focus === selection.low ? selection.high : selection.low) : focus;
  const line = lineOf(fixed, next, context.own);
  if (line === null) return { state, effects: [say({ t: 'line-ends' })] };
  return select({ ...state, focus: next }, line, context);
}

function escape(state: State, context: Context): Step {
  if (state.gesture.t !== 'none') return still({ ...state, gesture: resting });
  if (state.choice !== null) return still({ ...state, choice: null });
  if (state.refused !== null) return still({ ...state, refused: null });
  if (context.staged && (state.selection === null || state.offered)) return { state, effects: [{ t: 'undo' }] };
  return state.selection === null ? still(state) : select(state, null, context);
}
