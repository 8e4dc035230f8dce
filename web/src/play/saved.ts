// The games on this device: what is kept of them, so that a reload or another day finds them as they were.
import type { Color, Outcome, Variant } from '../rules/types.ts';
import { stored } from '../storage.ts';

export interface TimeControl {
  /** Seconds for the game and for each turn. */
  readonly base: number;
  readonly increment: number;
}

export interface Opponent {
  /** 1 to 10; null is full strength. */
  readonly level: number | null;
  /** The side of the person. */
  readonly color: Color;
}

/** How a game was begun. */
export interface Setup {
  readonly variant: Variant;
  /** The position to start from; null is the initial setup. */
  readonly start: string | null;
  /** The engine; null for two people at one screen. */
  readonly engine: Opponent | null;
  readonly time: TimeControl | null;
}

export interface SavedGame extends Setup {
  readonly turns: readonly string[];
  /** An end that the rules do not see. */
  readonly declared: Outcome | null;
  /** Milliseconds, with a time control. */
  readonly left: Readonly<Record<Color, number>> | null;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null => (typeof value === 'object' && value !== null ? (value as Fields) : null);
const isColor = (value: unknown): value is Color => value === 'white' || value === 'black';
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function readEngine(value: unknown): Opponent | null {
  const fields = fieldsOf(value);
  if (fields === null || !isColor(fields['color'])) return null;
  const level = fields['level'];
  return { level: isCount(level) ? Math.min(10, Math.max(1, Math.round(level))) : null, color: fields['color'] };
}

function readTime(value: unknown): TimeControl | null {
  const fields = fieldsOf(value);
  if (fields === null || !isCount(fields['base']) || !isCount(fields['increment']) || fields['base'] === 0) return null;
  return { base: fields['base'], increment: fields['increment'] };
}

function readOutcome(value: unknown): Outcome | null {
  const fields = fieldsOf(value);
  const endings = ['agreement', 'resignation', 'time'];
  if (fields === null || !endings.includes(String(fields['ending']))) return null;
  return { winner: isColor(fields['winner']) ? fields['winner'] : null, ending: String(fields['ending']) };
}

/** Null if it is nothing of ours. Whether the turns can be played, the rules say when it is opened. */
export function readSaved(value: unknown): SavedGame | null {
  const fields = fieldsOf(value);
  if (fields === null || (fields['variant'] !== 'ordo' && fields['variant'] !== 'ordox')) return null;
  const turns = fields['turns'];
  if (!Array.isArray(turns) || !turns.every((turn) => typeof turn === 'string')) return null;
  const left = fieldsOf(fields['left']);
  return {
    variant: fields['variant'],
    start: typeof fields['start'] === 'string' ? fields['start'] : null,
    engine: readEngine(fields['engine']),
    time: readTime(fields['time']),
    turns,
    declared: readOutcome(fields['declared']),
    left: left !== null && isCount(left['white']) && isCount(left['black']) ? { white: left['white'], black: left['black'] } : null,
  };
}

/** One for two people here, one against the engine. */
export const savedGames = {
  local: stored('game.local', readSaved),
  engine: stored('game.engine', readSaved),
} as const;
export type SavedPlace = keyof typeof savedGames;

/** A game that has not begun. */
export function fresh(setup: Setup): SavedGame {
  return { ...setup, turns: [], declared: null, left: null };
}

/** Puts a game of two or against the engine in its place and says the address of its page. */
export function keep(game: SavedGame): string {
  const place: SavedPlace = game.engine === null ? 'local' : 'engine';
  savedGames[place].write(game);
  return `/play/${place}`;
}

/** A game asked for by an address: "?variant=ordox&level=3&color=black&fen=…&time=300+3". Null where it asks for none. */
export function setupFromAddress(search: string, place: SavedPlace): Setup | null {
  const asked = new URLSearchParams(search);
  if (!['variant', 'level', 'color', 'fen', 'time'].some((name) => asked.has(name))) return null;
  const color = asked.get('color');
  const level = Number(asked.get('level') ?? 3);
  const time = /^(\d{1,5})\+(\d{1,3})$/.exec(asked.get('time') ?? '');
  return {
    variant: asked.get('variant') === 'ordox' ? 'ordox' : 'ordo',
    start: asked.get('fen'),
    engine:
      place === 'local' ? null
      : { level: asked.get('level') === 'full' ? null : readEngine({ level, color: 'white' })?.level ?? 3, color: isColor(color) ? color : 'white' },
    time: time === null ? null : readTime({ base: Number(time[1]), increment: Number(time[2]) }),
  };
}
