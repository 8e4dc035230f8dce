// The lists of the server as reactive state: open seeks, games to watch, one's own games. Each is followed while somebody looks.
import { connection } from '../net/connection.svelte.ts';
import type { Channel, ServerMessage } from '../net/protocol.ts';
import type { GameSocket } from '../net/socket.ts';
import type { LiveSummary, Seek, Summary, User } from '../net/types.ts';
import type { Color } from '../rules/types.ts';

/** Counts who looks, so that a list is followed once however many do. */
abstract class Followed {
  readonly #socket: GameSocket;
  readonly #channel: Channel;
  #users = 0;
  #stop: (() => void) | null = null;

  constructor(socket: GameSocket, channel: Channel) {
    this.#socket = socket;
    this.#channel = channel;
  }

  /** Returns what ends it: made for $effect(() => lobby.follow()). */
  follow(): () => void {
    if (this.#users++ === 0) this.#stop = this.#socket.follow(this.#channel, (message) => this.hear(message));
    let done = false;
    return () => {
      if (done) return;
      done = true;
      if (--this.#users > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.forget();
    };
  }

  protected abstract hear(message: ServerMessage): void;
  protected abstract forget(): void;
}

export class Lobby extends Followed {
  /** Null until the server has told. */
  seeks: readonly Seek[] | null = $state.raw(null);

  constructor(socket: GameSocket) {
    super(socket, 'lobby');
  }
  protected hear(message: ServerMessage): void {
    if (message.t === 'lobby') this.seeks = message.seeks;
  }
  protected forget(): void {
    this.seeks = null;
  }
}

export class Feed extends Followed {
  games: readonly LiveSummary[] | null = $state.raw(null);

  constructor(socket: GameSocket) {
    super(socket, 'feed');
  }
  protected hear(message: ServerMessage): void {
    if (message.t === 'feed') this.games = message.games;
    else if (message.t === 'feed-update' && this.games !== null) {
      const fresh = new Map(message.games.map((game) => [game.id, game]));
      this.games = this.games.map((game) => fresh.get(game.id) ?? game);
    }
  }
  protected forget(): void {
    this.games = null;
  }
}

/** Games of mine that go on or wait for a second player. Only for somebody who is known to the server. */
export class Mine extends Followed {
  games: readonly Summary[] | null = $state.raw(null);

  constructor(socket: GameSocket) {
    super(socket, 'mine');
  }
  protected hear(message: ServerMessage): void {
    if (message.t === 'mine') this.games = message.games;
    else if (message.t === 'mine-update' && this.games !== null) {
      const { game } = message;
      const others = this.games.filter(({ id }) => id !== game.id);
      this.games = game.status === 'waiting' || game.status === 'playing' ? [game, ...others] : others;
    }
  }
  protected forget(): void {
    this.games = null;
  }
}

/** The side this person plays, or null for one who looks on. */
export function seatIn(game: Summary, user: User | null): Color | null {
  if (user === null) return null;
  const is = (color: Color): boolean => game[color]?.name === user.name && game[color]?.kind === user.kind;
  return is('white') ? 'white' : is('black') ? 'black' : null;
}

export function sideToMoveIn(game: Summary): Color {
  return game.fen.trimEnd().endsWith(' b') ? 'black' : 'white';
}

/** Whether the game waits for a turn of this person. */
export function waitsFor(game: Summary, user: User | null): boolean {
  return game.status === 'playing' && seatIn(game, user) === sideToMoveIn(game);
}

export const lobby = new Lobby(connection.socket);
export const feed = new Feed(connection.socket);
export const mine = new Mine(connection.socket);
