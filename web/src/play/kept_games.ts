// The games of this device: all that were begun, so that a reload or another day finds them, and none takes another's place.
import { collection, newId, type Kept } from '../storage/collection.ts';
import { stored, type Stored } from '../storage.ts';
import { fresh, placeOf, readSaved, savedPlaces, type SavedGame, type SavedPlace, type Setup } from './saved.ts';

/** A game and the name it is kept under. */
export interface Named {
  readonly id: string;
  readonly game: SavedGame;
}

export const keptGames = collection('games', readSaved);

interface Last {
  /** Null of a version that kept one game only, without a name. */
  readonly id: string | null;
  readonly game: SavedGame;
}
function readLast(value: unknown): Last | null {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { id } = fields;
  const game = readSaved('game' in fields ? fields['game'] : value);
  return game === null ? null : { id: typeof id === 'string' ? id : null, game };
}
/** The game last played in each place, written at once: a page that is closed in the middle of storing loses nothing. */
const journal: Readonly<Record<SavedPlace, Stored<Last | null>>> = { local: stored('game.local', readLast), engine: stored('game.engine', readLast) };

/** Brings what only the journal has among the others. To be waited for before they are read. */
async function recover(): Promise<void> {
  for (const place of savedPlaces) {
    const last = journal[place].read();
    if (last === null || last.game.turns.length === 0) continue;
    const id = last.id ?? newId();
    const known = last.id === null ? null : await keptGames.get(id);
    if (last.id === null) journal[place].write({ id, game: last.game });
    // The journal is never behind; of a game that was deleted it has been cleared.
    if (known === null || JSON.stringify(known) !== JSON.stringify(last.game)) await keptGames.put(id, last.game);
  }
}

/** Kept from now on. Before the first turn there is nothing to keep but for a reload. */
export async function keepGame({ id, game }: Named): Promise<void> {
  journal[placeOf(game)].write({ id, game });
  if (game.turns.length > 0) await keptGames.put(id, game);
}

export async function forgetGame(id: string): Promise<void> {
  for (const place of savedPlaces) if (journal[place].read()?.id === id) journal[place].clear();
  await keptGames.remove(id);
}

/** The last changed first. */
export async function allGames(): Promise<readonly Kept<SavedGame>[]> {
  await recover();
  return keptGames.all();
}

/** The game of this name; null if there is none. */
export async function openGame(id: string): Promise<Named | null> {
  await recover();
  for (const place of savedPlaces) {
    const last = journal[place].read();
    if (last?.id === id) return { id, game: last.game };
  }
  const game = await keptGames.get(id);
  return game === null ? null : { id, game };
}

/** The game to go on with in a place: the last one that is not over. */
export async function latestGame(place: SavedPlace): Promise<Named | null> {
  await recover();
  const last = journal[place].read();
  if (last !== null && last.id !== null && last.game.outcome === null) return { id: last.id, game: last.game };
  const found = (await keptGames.all()).find(({ value }) => placeOf(value) === place && value.outcome === null);
  return found === undefined ? null : { id: found.id, game: found.value };
}

/** Begins a game beside all others and says the address of its page. */
export function beginGame(from: Setup | SavedGame): string {
  const game = 'turns' in from ? from : fresh(from);
  const named = { id: newId(), game };
  void keepGame(named);
  return addressOf(named);
}

export const addressOf = ({ id, game }: Named): string => `/play/${placeOf(game)}?game=${id}`;
