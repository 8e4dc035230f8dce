// A game as a record to keep or to send: who played, when, and all turns.
import { t } from '../i18n/i18n.svelte.ts';
import type { Color, Rules } from '../rules/types.ts';
import { levelTitle } from './levels.ts';
import { declaredOf, type SavedGame, type Setup } from './saved.ts';
import { Table } from './table.svelte.ts';

export type Players = Readonly<Record<Color, string>>;

/** Of a game on this device. */
export function playersOf({ engine }: Setup): Players {
  const name = (color: Color): string =>
    engine === null ? (color === 'white' ? t('common.white') : t('common.black'))
    : color === engine.color ? t('common.you') : `${t('play.engine')} ${levelTitle(engine.level)}`;
  return { white: name('white'), black: name('black') };
}

/** As records write it: "2026.01.05". */
const dateTag = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('.');

export function recordOfTable(table: Table, players: Players, date: Date): string {
  return table.record([['Event', 'ordo'], ['Date', dateTag(date)], ['White', players.white], ['Black', players.black]]);
}

/** Null if the rules cannot play it. */
export function recordOf(rules: Rules, game: SavedGame, players: Players, date: Date): string | null {
  const made = Table.open(rules, game.variant, { fen: game.start ?? undefined, turns: game.turns });
  if (!('table' in made)) return null;
  made.table.declare(declaredOf(game));
  const text = recordOfTable(made.table, players, date);
  made.table.free();
  return text;
}
