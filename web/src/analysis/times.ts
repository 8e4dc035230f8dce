// How long each turn of an online game took, from the server's log of it.
import { api } from '../net/api.ts';
import { listOf, members, number, object, type Decoder } from '../net/decode.ts';

export interface TimedTurn {
  readonly turn: string;
  /** Milliseconds of the player's own time; null for a first turn, for which no clock runs. */
  readonly spent: number | null;
  /** It was decided before the opponent had moved: a premove, or a conditional turn. */
  readonly beforehand: boolean;
}

interface Logged {
  readonly at: number;
  readonly event: Readonly<Record<string, unknown>>;
}
const log: Decoder<{ readonly events: readonly Logged[] }> = object<{ readonly events: readonly Logged[] }>({
  events: listOf(object<Logged>({ at: number, event: members })),
});

/** Nobody sees a turn and answers it within this time. */
const kBeforehandMs = 250;

export function timed(events: readonly Logged[]): readonly TimedTurn[] {
  const turns: TimedTurn[] = [];
  let since: number | null = null;
  for (const { at, event } of events) {
    if (event['e'] === 'taken-back') turns.length = Math.min(turns.length, Number(event['plies']));
    if (event['e'] === 'pause' && since !== null) since += Number(event['stood']) || 0;
    if (event['e'] !== 'move' || typeof event['turn'] !== 'string') continue;
    turns.length = Math.min(turns.length, Number(event['ply']) - 1);
    const spent = since === null ? null : Math.max(0, at - since);
    turns.push({ turn: event['turn'], spent: turns.length < 1 ? null : spent, beforehand: turns.length >= 1 && spent !== null && spent < kBeforehandMs });
    since = at;
  }
  return turns;
}

/** Nothing where nobody can be asked. */
export async function timesOf(game: string): Promise<readonly TimedTurn[]> {
  try {
    return timed((await api.get(`/api/games/${encodeURIComponent(game)}/events`, log)).events);
  } catch {
    return [];
  }
}
