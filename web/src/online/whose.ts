// Whose a game is and whom it waits for. Pure.
import { toMoveIn } from '../board/fen.ts';
import type { Summary, User } from '../net/types.ts';
import type { Color } from '../rules/types.ts';

/** The side this person plays, or null for one who looks on. */
export function seatIn(game: Summary, user: User | null): Color | null {
  if (user === null) return null;
  const is = (color: Color): boolean => game[color]?.name === user.name && game[color]?.kind === user.kind;
  return is('white') ? 'white' : is('black') ? 'black' : null;
}

/** Whether the game waits for a turn of this person. */
export function waitsFor(game: Summary, user: User | null): boolean {
  return game.status === 'playing' && seatIn(game, user) === toMoveIn(game.fen);
}
