// How lists name players and results.
import { toMoveIn } from '../board/fen.ts';
import { t } from '../i18n/i18n.svelte.ts';
import type { Player, Summary } from '../net/types.ts';
import { outcomeText } from '../play/boardText.ts';
import type { Color } from '../rules/types.ts';

/** The name the server gives to those who have deleted their account. */
const kDeleted = 'deleted';

/** A name as the reader knows it: the server's "Guest 1447" in their own language. No account has a space in its name. */
export function shownName(name: string): string {
  const number = /^Guest (\d+)$/.exec(name)?.[1];
  return number === undefined ? name : t('people.guestName', { n: number });
}

export function playerName(player: Player | null): string {
  if (player === null) return t('people.freeSeat');
  if (player.kind === 'engine') return player.level !== null && player.level <= 10 ? t('people.engine', { level: player.level }) : t('people.engineFull');
  return player.name === kDeleted ? t('people.deleted') : shownName(player.name);
}

/** Where there is a page about that player. */
export function playerAddress(player: Player | null): string | null {
  return player === null || player.kind === 'engine' || player.name === kDeleted ? null : `/player/${encodeURIComponent(player.name)}`;
}

/** Which side somebody has; null: neither. Against oneself it is White. */
export function sideOf(game: Summary, name: string | null): Color | null {
  if (name === null) return null;
  const key = name.toLowerCase();
  if (game.white !== null && game.white.kind !== 'engine' && game.white.name.toLowerCase() === key) return 'white';
  if (game.black !== null && game.black.kind !== 'engine' && game.black.name.toLowerCase() === key) return 'black';
  return null;
}

/** How it stands or how it ended, in a sentence. */
export function resultText(game: Summary): string {
  switch (game.status) {
    case 'waiting': return t('people.games.waiting');
    case 'aborted': return t('people.games.aborted');
    case 'playing': return toMoveIn(game.fen) === 'white' ? t('people.games.whiteToMove') : t('people.games.blackToMove');
    case 'ended': return game.outcome === null ? t('people.games.aborted') : outcomeText(game.outcome);
  }
}

/** For the side somebody had. */
export function verdict(game: Summary, side: Color | null): 'won' | 'lost' | 'drawn' | null {
  if (side === null || game.status !== 'ended' || game.outcome === null) return null;
  return game.outcome.winner === null ? 'drawn' : game.outcome.winner === side ? 'won' : 'lost';
}
