// Which games a list shows: as the reader chooses, as the address says, and as the server is asked.
import type { GamesQuery } from '../net/types.ts';
import type { Variant } from '../rules/types.ts';

/** Whose games: my own, everybody's, or those going on right now. */
export const scopes = ['mine', 'recent', 'live'] as const;
export type Scope = (typeof scopes)[number];

/** Of a player's games: won by that player … Of everybody's: won by White … */
const ownResults = ['won', 'lost', 'drawn'] as const;
const openResults = ['white', 'black', 'drawn'] as const;
export type ResultFilter = (typeof ownResults)[number] | (typeof openResults)[number];

export interface Filters {
  readonly variant: Variant | null;
  readonly result: ResultFilter | null;
  /** Of everybody's games: somebody who played. */
  readonly player: string;
  /** Of one player's games: whom they were against. */
  readonly opponent: string;
  readonly rated: boolean | null;
}

export const noFilters: Filters = { variant: null, result: null, player: '', opponent: '', rated: null };

function oneOf<T extends string>(all: readonly T[], text: string | null): T | null {
  return all.find((one) => one === text) ?? null;
}

/** What may be chosen in a list: the games of one player, or of everybody. */
export function resultsFor(ofOne: boolean): readonly ResultFilter[] {
  return ofOne ? ownResults : openResults;
}

export function scopeOf(search: string, otherwise: Scope): Scope {
  return oneOf(scopes, new URLSearchParams(search).get('show')) ?? otherwise;
}

/** What an address asks for; whatever makes no sense there is left out. `ofOne`: the list is of one player's games. */
export function filtersOf(search: string, ofOne: boolean): Filters {
  const query = new URLSearchParams(search);
  const rated = query.get('rated');
  return {
    variant: oneOf(['ordo', 'ordox'], query.get('game')),
    result: oneOf(resultsFor(ofOne), query.get('result')),
    player: ofOne ? '' : (query.get('player') ?? '').trim(),
    opponent: ofOne ? (query.get('opponent') ?? '').trim() : '',
    rated: rated === 'yes' ? true : rated === 'no' ? false : null,
  };
}

/** "?show=recent&game=ordo", or nothing: the reverse of the two above. */
export function searchOf(filters: Filters, scope: Scope | null): string {
  const query = new URLSearchParams();
  if (scope !== null) query.set('show', scope);
  if (filters.variant !== null) query.set('game', filters.variant);
  if (filters.result !== null) query.set('result', filters.result);
  if (filters.player !== '') query.set('player', filters.player);
  if (filters.opponent !== '') query.set('opponent', filters.opponent);
  if (filters.rated !== null) query.set('rated', filters.rated ? 'yes' : 'no');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const asked: Readonly<Record<ResultFilter, NonNullable<GamesQuery['result']>>> = {
  won: 'won',
  lost: 'lost',
  drawn: 'drawn',
  white: '1-0',
  black: '0-1',
};

/** What to ask the server. `player` is whose games they are ("me"), null for everybody's. */
export function queryFor(filters: Filters, player: string | null, live: boolean): GamesQuery {
  const of = player ?? (filters.player === '' ? null : filters.player);
  // "drawn" is said of a player; of everybody's games it is the result itself.
  const result = filters.result === null ? null : filters.result === 'drawn' && of === null ? '1/2-1/2' : asked[filters.result];
  return {
    ...(of !== null && { player: of }),
    ...(player !== null && filters.opponent !== '' && { opponent: filters.opponent }),
    ...(filters.variant !== null && { variant: filters.variant }),
    ...(result !== null && !live && { result }),
    ...(filters.rated !== null && { rated: filters.rated }),
    ...(live && { live: true }),
  };
}

export function isFiltered(filters: Filters): boolean {
  return searchOf(filters, null) !== '';
}
