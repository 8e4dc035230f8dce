// The games of this device: all that were begun, so that a reload or another day finds them, and none takes another's place.
import { noteDeleted } from '../keep/seen.ts';
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
  await noteDeleted(id);
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

// ---- changes made on another device (src/keep), which a page may not overwrite with what it has open

interface Replaced {
  /** Counts. */
  readonly times: number;
  /** Where what was here went; null if the other goes on from it. */
  readonly to: string | null;
}
const kMostReplaced = 50;

const replacements = stored('games.replaced', (value): Readonly<Record<string, Replaced>> => {
  const found: Record<string, Replaced> = {};
  for (const [id, one] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    const { times, to } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof times === 'number') found[id] = { times, to: typeof to === 'string' ? to : null };
  }
  return found;
});
const hearers = new Set<(id: string, to: string | null) => void>();
let known = replacements.read();
replacements.onchange((now) => {
  const before = known;
  known = now;
  for (const [id, { times, to }] of Object.entries(now)) if (times !== before[id]?.times) for (const hear of [...hearers]) hear(id, to);
});

/** How often another device has taken this game over: a page that knows another number has an old one open. */
export const replacedAt = (id: string): Replaced => replacements.read()[id] ?? { times: 0, to: null };

/** Hears of games that were changed by another device: `to` is where the one that was here went. */
export function onreplaced(hear: (id: string, to: string | null) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

function mark(id: string, to: string | null): void {
  const { [id]: former, ...others } = replacements.read();
  const kept = Object.entries(others).slice(1 - kMostReplaced);
  known = { ...Object.fromEntries(kept), [id]: { times: (former?.times ?? 0) + 1, to } };
  replacements.write(known);
}
function tell(id: string, to: string | null): void {
  for (const hear of [...hearers]) hear(id, to);
}
/** What the journal has of it is void. */
function overtake(id: string, by: Named | null): void {
  for (const place of savedPlaces) {
    if (journal[place].read()?.id !== id) continue;
    if (by === null) journal[place].clear();
    else journal[place].write(by);
  }
}

/** Puts what another device has made of a game in its place. */
export async function takeGame(id: string, game: SavedGame, changed: number): Promise<void> {
  mark(id, null);
  overtake(id, { id, game });
  await keptGames.put(id, game, changed);
  tell(id, null);
}

/** Another device has deleted it. */
export async function dropGame(id: string): Promise<void> {
  mark(id, null);
  overtake(id, null);
  await keptGames.remove(id);
}

/** Gives a game a new name, which is returned. */
export async function moveGame(id: string): Promise<string> {
  const named = await openGame(id);
  const to = newId();
  if (named === null) return to;
  mark(id, to);
  overtake(id, { id: to, game: named.game });
  await keptGames.put(to, named.game);
  tell(id, to);
  return to;
}
