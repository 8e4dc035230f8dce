// Stands in for the network and the time in tests of what uses the socket.
import { GameSocket, type SocketLike, type Surroundings } from './socket.ts';

/** One connection as the server's end sees it. */
class FakeConnection implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }

  /** What the server does. */
  open(): void {
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  saysText(text: string): void {
    this.onmessage?.({ data: text });
  }
  hangUp(code = 1006): void {
    this.onclose?.({ code });
  }
  /** Messages of a kind that have been sent. */
  of(t: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message['t'] === t);
  }
}

export class FakeNetwork implements Surroundings {
  time = 1_000_000;
  isUp = true;
  chance = 0.5;
  readonly connections: FakeConnection[] = [];
  #hear: (what: 'online' | 'offline' | 'awake') => void = () => undefined;
  #timers: { at: number; run: () => void }[] = [];

  connect(): SocketLike {
    const connection = new FakeConnection();
    this.connections.push(connection);
    return connection;
  }
  now(): number {
    return this.time;
  }
  random(): number {
    return this.chance;
  }
  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  }
  isOnline(): boolean {
    return this.isUp;
  }
  onchange(hear: (what: 'online' | 'offline' | 'awake') => void): void {
    this.#hear = hear;
  }

  get last(): FakeConnection {
    const connection = this.connections.at(-1);
    if (connection === undefined) throw new Error('nothing has connected');
    return connection;
  }
  change(what: 'online' | 'offline' | 'awake'): void {
    if (what !== 'awake') this.isUp = what === 'online';
    this.#hear(what);
  }
  /** Lets time pass, and what is due in it happen in order. */
  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
  /** Answers the ping that is open. */
  pong(offset = 0): void {
    const ping = this.last.of('ping').at(-1);
    this.last.say({ t: 'pong', n: ping?.['n'], now: this.time + offset });
  }
}

export function fakeSocket(): { network: FakeNetwork; socket: GameSocket } {
  const network = new FakeNetwork();
  return { network, socket: new GameSocket(network) };
}
