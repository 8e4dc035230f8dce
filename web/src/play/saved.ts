// A game on this device as plain data: how it was begun, its turns, its clocks. Where such games are kept says kept_games.ts.
import type { Color, Outcome, Variant } from '../rules/types.ts';

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
  /** How it ended, by the rules or as declared; null while it goes on. */
  readonly outcome: Outcome | null;
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
  if (fields === null || typeof fields['ending'] !== 'string') return null;
  return { winner: isColor(fields['winner']) ? fields['winner'] : null, ending: fields['ending'] };
}

/** What the rules do not see in the position: it has to be declared when the game is opened again. */
export function declaredOf({ outcome }: SavedGame): Outcome | null {
  return outcome !== null && ['agreement', 'resignation', 'time'].includes(outcome.ending) ? outcome : null;
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
    outcome: readOutcome(fields['outcome'] ?? fields['declared']),
    left: left !== null && isCount(left['white']) && isCount(left['black']) ? { white: left['white'], black: left['black'] } : null,
  };
}

/** Where a game is played: two people here, or one against the engine. */
export const savedPlaces = ['local', 'engine'] as const;
export type SavedPlace = (typeof savedPlaces)[number];
export const placeOf = (game: Setup): SavedPlace => (game.engine === null ? 'local' : 'engine');

/** A game that has not begun. */
export function fresh(setup: Setup): SavedGame {
  const { variant, start, engine, time } = setup;
  return { variant, start, engine, time, turns: [], outcome: null, left: null };
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
