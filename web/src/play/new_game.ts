// The choices of a new game, wherever it is played: remembered, taken from an address, and the wish they make.
import { boardOf } from '../board/fen.ts';
import { squareName } from '../board/geometry.ts';
import type { GameWish } from '../net/types.ts';
import type { Color, Square, Variant } from '../rules/types.ts';
import { stored } from '../storage.ts';
import type { TimeControl } from './saved.ts';

/** Who is to sit opposite: the engine, somebody at this screen, whoever has the link, anybody in the lobby. */
export const opponents = ['engine', 'here', 'friend', 'anybody'] as const;
export type Opponent = (typeof opponents)[number];

export const clocks = ['none', '180+2', '300+3', '600+5', '900+10', 'own', '1d', '3d', '7d'] as const;
export const colors = ['white', 'random', 'black'] as const;
/** How many pieces fewer the opponent has; below zero, the player. */
export const handicaps = [-4, -3, -2, -1, 0, 1, 2, 3, 4] as const;

export interface Choice {
  opponent: Opponent;
  variant: Variant;
  color: Color | 'random';
  /** One of `clocks`. */
  time: string;
  /** A clock of one's own: minutes for the game, seconds for each turn. */
  minutes: number;
  seconds: number;
  rated: boolean;
  /** Of the engine; null is full strength. */
  level: number | null;
  /** The engine of the server plays, and the game is kept with the account. */
  onServer: boolean;
  handicap: number;
}

const kDefault: Choice = {
  opponent: 'engine', variant: 'ordo', color: 'white', time: 'none', minutes: 10, seconds: 5, rated: false, level: 2, onServer: false, handicap: 0,
};
export const mostMinutes = 180;
export const mostSeconds = 60;

function oneOf<T>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}
function within(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
}

export function readChoice(value: unknown): Choice {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  return {
    opponent: oneOf(opponents, kept['opponent'], kDefault.opponent),
    variant: oneOf(['ordo', 'ordox'] as const, kept['variant'], kDefault.variant),
    color: oneOf(colors, kept['color'], kDefault.color),
    time: oneOf<string>(clocks, kept['time'], kDefault.time),
    minutes: within(kept['minutes'], 1, mostMinutes, kDefault.minutes),
    seconds: within(kept['seconds'], 0, mostSeconds, kDefault.seconds),
    rated: kept['rated'] === true,
    level: kept['level'] === null ? null : within(kept['level'], 1, 10, kDefault.level ?? 2),
    onServer: kept['onServer'] === true,
    handicap: oneOf<number>(handicaps, kept['handicap'], 0),
  };
}

export const lastChoice = stored('play.choice', readChoice);

/** What the address asks for ("?opponent=friend&variant=ordox&color=white&time=300%2B3"), on top of what was chosen last. */
export function choiceFromAddress(search: string, last: Choice): Choice {
  const query = new URLSearchParams(search);
  const asked: Record<string, unknown> = { ...last };
  for (const name of ['opponent', 'variant', 'color', 'time'] as const) if (query.has(name)) asked[name] = query.get(name);
  if (query.has('friend')) asked['opponent'] = 'friend';
  return readChoice(asked);
}

/** By post is for people who are not at one screen. */
export function clocksFor(opponent: Opponent): readonly string[] {
  return opponent === 'engine' || opponent === 'here' ? clocks.filter((time) => !time.endsWith('d')) : clocks;
}

/** As the server writes it: "none", "300+3", "3d". */
export function timeOf(choice: Choice): string {
  if (choice.time === 'own') return `${choice.minutes * 60}+${choice.seconds}`;
  return clocksFor(choice.opponent).includes(choice.time) ? choice.time : 'none';
}
/** For a game on this device. */
export function clockOf(choice: Choice): TimeControl | null {
  const match = /^(\d+)\+(\d+)$/.exec(timeOf(choice));
  return match === null ? null : { base: Number(match[1]), increment: Number(match[2]) };
}

/** Rated games are between accounts, with a clock, from the usual beginning. */
export function mayBeRated(choice: Choice, hasAccount: boolean, start: string | null = null): boolean {
  return hasAccount && (choice.opponent === 'friend' || choice.opponent === 'anybody') && timeOf(choice) !== 'none' && start === null;
}

export function wishOf(choice: Choice, hasAccount: boolean, start: string | null = null): Omit<GameWish, 'opponent'> {
  return {
    variant: choice.variant, color: choice.color, time: timeOf(choice), rated: choice.rated && mayBeRated(choice, hasAccount, start),
    ...(start === null ? {} : { start }),
  };
}

/** The outermost of the front, which leave the group whole: from the edges inwards. As seen by White. */
const kGiven = ['a3', 'j3', 'b3', 'i3'];

/** The position `fen` with so many pieces fewer for one side. */
export function withHandicap(fen: string, color: Color, pieces: number): string {
  const given = new Set(kGiven.slice(0, pieces).map((name) => (color === 'white' ? name : `${name[0] ?? ''}${9 - Number(name[1])}`)));
  const board = boardOf(fen);
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; --rank) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 10; ++file) {
      const square: Square = rank * 10 + file;
      const on = board.white.includes(square) ? 'w' : board.black.includes(square) ? 'b' : null;
      if (on === null || (on === (color === 'white' ? 'w' : 'b') && given.has(squareName(square)))) {
        ++empty;
        continue;
      }
      row += `${empty > 0 ? empty : ''}${on}`;
      empty = 0;
    }
    rows.push(`${row}${empty > 0 ? empty : ''}`);
  }
  return [rows.join('/'), ...fen.split(' ').slice(1)].join(' ');
}
