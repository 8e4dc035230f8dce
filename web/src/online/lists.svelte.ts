// The lists of the server as reactive state: open seeks, games to watch, one's own games. Each is followed while somebody looks.
import { connection } from '../net/connection.svelte.ts';
import type { Channel, ServerMessage } from '../net/protocol.ts';
import type { GameSocket } from '../net/socket.ts';
import type { LiveSummary, Seek, Summary } from '../net/types.ts';

/** A list that the server keeps up to date while somebody looks: followed once, however many do. */
export class Followed<List> {
  /** Null until the server has told. */
  all: List | null = $state.raw(null);

  readonly #socket: GameSocket;
  readonly #channel: Channel;
  readonly #after: (all: List | null, message: ServerMessage) => List | null;
  #users = 0;
  #stop: (() => void) | null = null;

  /** `after` is the list after a message. */
  constructor(socket: GameSocket, channel: Channel, after: (all: List | null, message: ServerMessage) => List | null) {
    this.#socket = socket;
    this.#channel = channel;
    this.#after = after;
  }

  /** Returns what ends it: made for $effect(() => lobby.follow()). */
  follow(): () => void {
    if (this.#users++ === 0) {
      this.#stop = this.#socket.follow(this.#channel, (message) => (this.all = this.#after(this.all, message)));
    }
    let done = false;
    return () => {
      if (done) return;
      done = true;
      if (--this.#users > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.all = null;
    };
  }
}

export const openSeeks = (socket: GameSocket): Followed<readonly Seek[]> =>
  new Followed<readonly Seek[]>(socket, 'lobby', (seeks, message) => (message.t === 'lobby' ? message.seeks : seeks));

/** Games going on, to look in on. */
export const liveGames = (socket: GameSocket): Followed<readonly LiveSummary[]> =>
  new Followed<readonly LiveSummary[]>(socket, 'feed', (games, message) => {
    if (message.t === 'feed') return message.games;
    if (message.t !== 'feed-update' || games === null) return games;
    const fresh = new Map(message.games.map((game) => [game.id, game]));
    return games.map((game) => fresh.get(game.id) ?? game);
  });

/** Games of mine that go on or wait for a second player. Only for somebody who is known to the server. */
export const ownGames = (socket: GameSocket): Followed<readonly Summary[]> =>
  new Followed<readonly Summary[]>(socket, 'mine', (games, message) => {
    if (message.t === 'mine') return message.games;
    if (message.t !== 'mine-update' || games === null) return games;
    const { game } = message;
    const others = games.filter(({ id }) => id !== game.id);
    return game.status === 'waiting' || game.status === 'playing' ? [game, ...others] : others;
  });

export const lobby = openSeeks(connection.socket);
export const feed = liveGames(connection.socket);
export const mine = ownGames(connection.socket);
