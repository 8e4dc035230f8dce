// Who is here, and challenges, as reactive state: apart from the other lists, since few pages need them.
import { connection } from '../net/connection.svelte.ts';
import type { GameSocket } from '../net/socket.ts';
import type { Challenge, Person } from '../net/types.ts';
import { Followed } from './lists.svelte.ts';

export interface Company {
  /** How many are here. */
  readonly n: number;
  /** Some of them. */
  readonly people: readonly Person[];
}
export const peopleHere = (socket: GameSocket): Followed<Company> =>
  new Followed<Company>(socket, 'people', (company, message) => (message.t === 'people' ? message : company));

/** To me and of mine; only for somebody who is known to the server. */
export interface Challenges {
  readonly in: readonly Challenge[];
  readonly out: readonly Challenge[];
}
export const ownChallenges = (socket: GameSocket): Followed<Challenges> =>
  new Followed<Challenges>(socket, 'challenges', (all, message) => (message.t === 'challenges' ? message : all));

export const company = peopleHere(connection.socket);
export const challenges = ownChallenges(connection.socket);
