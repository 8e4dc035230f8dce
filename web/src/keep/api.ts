// The games of an account on the server; docs/api.md.
import { api } from '../net/api.ts';
import { flag, listOf, maybe, number, object, setFlag, text, type Decoder } from '../net/decode.ts';
import type { SavedGame } from '../play/saved.ts';
import type { Answer, KeptApi } from './sync.ts';

type Change = Answer['games'][number];
const anything: Decoder<unknown> = (value) => value ?? null;
const change = object<Change>({ id: text, version: number, changed: number, game: anything });
const games: Decoder<readonly Change[]> = (value, where) => maybe(listOf(change))(value, where) ?? [];
const answer = object<Answer>({ on: flag, since: maybe(number), more: setFlag, games });
const version = object<{ version: number }>({ version: number });
const at = (id: string): string => `/api/kept/${encodeURIComponent(id)}`;

/** Without what is empty: the server would read it all the same. */
const sent = (game: SavedGame): object => Object.fromEntries(Object.entries(game).filter(([, value]) => value !== null));

export const keptApi: KeptApi = {
  list: (after) => api.get(`/api/kept?after=${after}`, answer),
  put: async (id, base, game) => (await api.put(at(id), { base, game: sent(game) }, version)).version,
  remove: async (id, base) => void (await api.delete(`${at(id)}?base=${base}`, version)),
};

/** Turned off, the server deletes what it has. */
export const setKeeping = async (on: boolean): Promise<void> => void (await api.put('/api/kept', { on }, object<{ on: boolean }>({ on: flag })));
