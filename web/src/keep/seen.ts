// What this device and the server last agreed on, game by game; kept beside the games themselves.
import { collection } from '../storage/collection.ts';
import type { Seen } from './merge.ts';

function readSeen(value: unknown): Seen | null {
  const { owner, version, text, deleted } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (typeof owner !== 'string' || typeof version !== 'number' || typeof text !== 'string') return null;
  return { owner, version, text, deleted: deleted === true };
}

export const seenGames = collection('seen', readSeen);

/** A game was deleted here: the server is to hear of it if it knows the game. */
export async function noteDeleted(id: string): Promise<void> {
  const seen = await seenGames.get(id);
  if (seen !== null) await seenGames.put(id, { ...seen, deleted: true });
}
