// The choices of a new online game, remembered, and the wish they make.
import type { GameWish } from '../net/types.ts';
import type { Color, Variant } from '../rules/types.ts';
import { stored } from '../storage.ts';

/** Who is to sit opposite: anybody in the lobby, whoever has the link, the engine of the server. */
export const opponents = ['anybody', 'friend', 'engine'] as const;
export type Opponent = (typeof opponents)[number];

export const clocks = ['180+2', '300+3', '600+5', '900+10', 'none', '1d', '3d', '7d'] as const;
export const colors = ['white', 'random', 'black'] as const;

export interface Choice {
  opponent: Opponent;
  variant: Variant;
  color: Color | 'random';
  time: string;
  rated: boolean;
  /** Of the engine; 11 for full strength. */
  level: number;
}

const kDefault: Choice = { opponent: 'anybody', variant: 'ordo', color: 'random', time: '600+5', rated: false, level: 3 };

function oneOf<T>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}

export function readChoice(value: unknown): Choice {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const level = kept['level'];
  return {
    opponent: oneOf(opponents, kept['opponent'], kDefault.opponent),
    variant: oneOf(['ordo', 'ordox'] as const, kept['variant'], kDefault.variant),
    color: oneOf(colors, kept['color'], kDefault.color),
    time: oneOf<string>(clocks, kept['time'], kDefault.time),
    rated: kept['rated'] === true,
    level: typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 11 ? level : kDefault.level,
  };
}

export const lastChoice = stored('online.choice', readChoice);

/** What the address asks for ("?friend&variant=ordox&color=white&time=300%2B3"), on top of what was chosen last. */
export function choiceFromAddress(search: string, last: Choice): Choice {
  const query = new URLSearchParams(search);
  const asked: Record<string, unknown> = { ...last };
  for (const name of ['variant', 'color', 'time'] as const) if (query.has(name)) asked[name] = query.get(name);
  if (query.has('friend')) asked['opponent'] = 'friend';
  else if (query.has('variant')) asked['opponent'] = 'anybody';
  return readChoice(asked);
}

/** The engine answers at once: days are for people. */
export function clocksFor(opponent: Opponent): readonly string[] {
  return opponent === 'engine' ? clocks.filter((time) => !time.endsWith('d')) : clocks;
}

/** Rated games are between accounts, and with a clock. */
export function mayBeRated(choice: Choice, hasAccount: boolean): boolean {
  return hasAccount && choice.opponent !== 'engine' && choice.time !== 'none';
}

export function wishOf(choice: Choice, hasAccount: boolean): Omit<GameWish, 'opponent'> {
  const time = clocksFor(choice.opponent).includes(choice.time) ? choice.time : 'none';
  return { variant: choice.variant, color: choice.color, time, rated: choice.rated && mayBeRated(choice, hasAccount) };
}
