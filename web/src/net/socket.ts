// The one WebSocket of the app: connects when something needs it, comes back by itself, and asks anew for all that was followed.
import { DecodeError } from './decode.ts';
import { decodeMessage, encodeMessage, type Channel, type ClientMessage, type ErrorMessage, type ServerMessage } from './protocol.ts';
import { ServerClock } from './server_clock.ts';

/** "closed": nothing needs it. "waiting": lost, and tried again later. "offline": the device says it has no network. */
export type SocketState = 'closed' | 'connecting' | 'open' | 'waiting' | 'offline';

/** As much of the browser's WebSocket as is used here. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** What surrounds a socket, so that tests can stand in for all of it. */
export interface Surroundings {
  connect(): SocketLike;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  /** Returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  isOnline(): boolean;
  /** Told of the network coming and going, and of the page being looked at again. */
  onchange(hear: (what: 'online' | 'offline' | 'awake') => void): void;
}

const kPingEvery = 10_000;
/** Slow mobile networks answer later than one thinks; a dead connection is found out all the same. */
const kPongWithin = 8_000;
const kOpenWithin = 12_000;
const kFirstWait = 500;
const kLongestWait = 15_000;
/** Between pages nothing is followed for a moment. */
const kLinger = 15_000;
const kRemembered = 64;

const kSignedOut = 1008;
const kRestart = 1012;

export class GameSocket {
  readonly clock = new ServerClock();
  readonly #around: Surroundings;
  #socket: SocketLike | null = null;
  #state: SocketState = 'closed';
  #stopTimer: (() => void) | null = null;
  #failures = 0;
  #next = 1;
  #ping: { n: number; sent: number } | null = null;
  #chat = true;
  readonly #games = new Map<string, Set<(message: ServerMessage) => void>>();
  readonly #channels = new Map<Channel, Set<(message: ServerMessage) => void>>();
  readonly #listeners = new Set<(message: ServerMessage) => void>();
  readonly #stateListeners = new Set<(state: SocketState) => void>();
  readonly #refusals = new Map<number, (error: ErrorMessage) => void>();
  /** Called when the server ends the connection because of who we are: the session has to be looked at again. */
  onsignedout: () => void = () => undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    around.onchange((what) => this.#networkChanged(what));
  }

  get state(): SocketState {
    return this.#state;
  }
  /** The time on the server's clock, as well as it is known. */
  serverNow(): number {
    return this.#around.now() + this.clock.offset;
  }

  /** Hears of changes of the state. Returns what ends that. */
  onstate(hear: (state: SocketState) => void): () => void {
    this.#stateListeners.add(hear);
    return () => this.#stateListeners.delete(hear);
  }

  /** Hears every message, but does not keep the connection open. */
  listen(hear: (message: ServerMessage) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** A snapshot of the game now and after every interruption, and its events in between. */
  watch(game: string, hear: (message: ServerMessage) => void): () => void {
    const watchers = this.#games.get(game) ?? new Set();
    this.#games.set(game, watchers);
    watchers.add(hear);
    // A further watcher needs a snapshot of its own; the others can bear a second one.
    if (!this.#send({ t: 'watch', game })) this.#wake();
    return () => {
      if (!watchers.delete(hear) || watchers.size > 0) return;
      this.#games.delete(game);
      this.#send({ t: 'unwatch', game });
      this.#perhapsClose();
    };
  }

  /** Another snapshot: after a gap in the events. */
  watchAgain(game: string): void {
    this.#send({ t: 'watch', game });
  }

  /** The list of a channel now and after every interruption, and its changes. */
  follow(channel: Channel, hear: (message: ServerMessage) => void): () => void {
    const followers = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, followers);
    followers.add(hear);
    // The server sends a list to those who begin to follow, so a further follower begins again.
    if (followers.size > 1) this.#send({ t: channel, on: false });
    if (!this.#send({ t: channel, on: true })) this.#wake();
    return () => {
      if (!followers.delete(hear) || followers.size > 0) return;
      this.#channels.delete(channel);
      this.#send({ t: channel, on: false });
      this.#perhapsClose();
    };
  }

  /** Whether the server is to send chat. */
  setChat(on: boolean): void {
    if (on === this.#chat) return;
    this.#chat = on;
    this.#send({ t: 'chat', on });
    // What was said meanwhile is in the snapshot.
    if (on) for (const game of this.#games.keys()) this.#send({ t: 'watch', game });
  }

  /** Sends it if there is a connection, and says whether. `refused` hears the error that answers it. */
  send(message: ClientMessage, refused?: (error: ErrorMessage) => void): boolean {
    const re = this.#next++;
    if (!this.#send(message, refused === undefined ? undefined : re)) return false;
    if (refused === undefined) return true;
    this.#refusals.set(re, refused);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > kRemembered && oldest !== undefined) this.#refusals.delete(oldest);
    return true;
  }

  /** Connects anew, as another person: who one is is settled when a connection is made. */
  restart(): void {
    if (this.#state === 'closed') return;
    this.#drop();
    this.#failures = 0;
    this.#connect();
  }

  /** Tries at once instead of waiting further. */
  retry(): void {
    if (this.#state !== 'waiting' && this.#state !== 'offline') return;
    this.#connect();
  }

  get #isNeeded(): boolean {
    return this.#games.size > 0 || this.#channels.size > 0;
  }

  #wake(): void {
    if (this.#state === 'closed') this.#connect();
  }

  #perhapsClose(): void {
    if (this.#isNeeded) return;
    if (this.#state === 'open') {
      // The timer of the pings looks whether anything is needed; this one comes first.
      this.#setTimer(kLinger, () => this.#idle());
    } else {
      this.#drop();
      this.#become('closed');
    }
  }

  #idle(): void {
    if (this.#isNeeded) return this.#sendPing();
    this.#drop();
    this.#become('closed');
  }

  #connect(): void {
    this.#drop();
    this.#become('connecting');
    const socket = this.#around.connect();
    this.#socket = socket;
    // Events of a socket that was given up are of no interest.
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#received(data);
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
    this.#setTimer(kOpenWithin, () => this.#lost(0));
  }

  #opened(): void {
    this.#become('open');
    if (!this.#chat) this.#send({ t: 'chat', on: false });
    for (const game of this.#games.keys()) this.#send({ t: 'watch', game });
    for (const channel of this.#channels.keys()) this.#send({ t: channel, on: true });
    this.#sendPing();
  }

  #lost(code: number): void {
    this.#drop();
    if (code === kSignedOut) this.onsignedout();
    if (!this.#isNeeded) return this.#become('closed');
    this.#waitAndTry(code === kRestart || code === kSignedOut);
  }

  /** `spread`: many are sent away at once and should not come back all together. */
  #waitAndTry(spread: boolean): void {
    const longest = Math.min(kLongestWait, kFirstWait * 2 ** this.#failures);
    ++this.#failures;
    const wait = spread ? kFirstWait + this.#around.random() * 2000 : longest * (0.5 + this.#around.random() / 2);
    this.#become(this.#around.isOnline() ? 'waiting' : 'offline');
    // Also when the device says that it is offline, since that is not always so.
    this.#setTimer(this.#state === 'offline' ? kLongestWait : wait, () => this.#connect());
  }

  #networkChanged(what: 'online' | 'offline' | 'awake'): void {
    if (this.#state === 'closed') return;
    if (what === 'offline') {
      this.#drop();
      this.#waitAndTry(false);
    } else if (this.#state === 'open') {
      // After a sleep the connection may be dead without anybody having noticed.
      this.#sendPing();
    } else if (this.#state === 'waiting' || this.#state === 'offline') {
      this.#failures = 0;
      this.#connect();
    }
  }

  #received(data: unknown): void {
    if (typeof data !== 'string') return;
    let message: ServerMessage | null;
    try {
      message = decodeMessage(data);
    } catch (error) {
      // Nothing of this message can be trusted; a gap in the events will show if it mattered.
      if (!(error instanceof DecodeError)) throw error;
      return;
    }
    if (message !== null) this.#take(message);
  }

  #take(message: ServerMessage): void {
    // Only a connection that works ends the waiting, not one that is refused after it was opened.
    this.#failures = 0;
    switch (message.t) {
      case 'pong':
        if (this.#ping?.n !== message.n) return;
        this.clock.heard(this.#ping.sent, this.#around.now(), message.now);
        this.#ping = null;
        this.#setTimer(kPingEvery, () => this.#idle());
        return;
      case 'reconnect':
        this.#drop();
        this.#waitAndTry(true);
        return;
      case 'snapshot':
        this.clock.told(this.#around.now(), message.now);
        break;
      case 'error':
        if (message.re !== null) {
          const refused = this.#refusals.get(message.re);
          this.#refusals.delete(message.re);
          refused?.(message);
        }
        break;
    }
    for (const hear of [...this.#listeners, ...this.#concerned(message)]) hear(message);
  }

  #concerned(message: ServerMessage): readonly ((message: ServerMessage) => void)[] {
    switch (message.t) {
      case 'snapshot':
      case 'event':
      case 'watchers':
      case 'presence':
      case 'plan':
        return [...(this.#games.get(message.game) ?? [])];
      case 'error':
        return message.game === null ? [] : [...(this.#games.get(message.game) ?? [])];
      case 'mine':
      case 'mine-update':
        return [...(this.#channels.get('mine') ?? [])];
      case 'people':
      case 'challenges':
      case 'lobby':
        return [...(this.#channels.get(message.t) ?? [])];
      case 'feed':
      case 'feed-update':
        return [...(this.#channels.get('feed') ?? [])];
      default:
        return [];
    }
  }

  #sendPing(): void {
    this.#ping = { n: this.#next++, sent: this.#around.now() };
    this.#send({ t: 'ping', n: this.#ping.n });
    this.#setTimer(kPongWithin, () => this.#lost(0));
  }

  #send(message: ClientMessage, re?: number): boolean {
    if (this.#state !== 'open' || this.#socket === null) return false;
    this.#socket.send(encodeMessage(message, re));
    return true;
  }

  /** There is one timer: for opening, for a pong, for the next ping, or for the next try. */
  #setTimer(milliseconds: number, run: () => void): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#around.after(milliseconds, run);
  }

  #drop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#ping = null;
    this.#refusals.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #become(state: SocketState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const hear of [...this.#stateListeners]) hear(state);
  }
}
