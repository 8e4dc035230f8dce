// What has become of one's games since the last look: which have begun, and in which it has become one's turn. Pure.
import type { Summary, User } from '../net/types.ts';
import { seatIn, waitsFor } from './whose.ts';

export interface News {
  readonly t: 'begun' | 'turn';
  readonly game: Summary;
}

/** `before` is null when nothing was known: then nothing is news. */
export function newsOf(before: readonly Summary[] | null, now: readonly Summary[], user: User | null): readonly News[] {
  if (before === null) return [];
  const known = new Map(before.map((game) => [game.id, game]));
  return now.flatMap((game): News[] => {
    const was = known.get(game.id);
    if (game.status !== 'playing' || seatIn(game, user) === null) return [];
    if (was === undefined || was.status === 'waiting') return [{ t: 'begun', game }];
    return waitsFor(game, user) && !waitsFor(was, user) ? [{ t: 'turn', game }] : [];
  });
}
