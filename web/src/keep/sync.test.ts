// Devices of one account and a server that keeps their games: whatever they do in whatever order, no turn is lost.
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../net/api.ts';
import { fresh, type SavedGame } from '../play/saved.ts';
import type { Collection, Kept } from '../storage/collection.ts';
import type { Seen } from './merge.ts';
import { Sync, type KeptApi, type Mark, type Shelf } from './sync.ts';

const begun = fresh({ variant: 'ordo', start: null, engine: null, time: null });
const after = (...turns: string[]): SavedGame => ({ ...begun, turns });

/** What src/store/store_kept.cpp does, in memory. */
class Server implements KeptApi {
  since: number | null = 100;
  #last = 100;
  readonly rows = new Map<string, { version: number; game: SavedGame | null }>();
  most = 5;
  page = 2;
  requests = 0;

  list(after: number): ReturnType<KeptApi['list']> {
    this.requests += 1;
    if (this.since === null) return Promise.resolve({ on: false, since: null, more: false, games: [] });
    const all = [...this.rows].map(([id, row]) => ({ id, changed: 1, ...row })).filter(({ version }) => version > after).sort((a, b) => a.version - b.version);
    return Promise.resolve({ on: true, since: this.since, more: all.length > this.page, games: all.slice(0, this.page) });
  }
  async put(id: string, base: number, game: SavedGame): Promise<number> {
    if (game.turns.includes('illegal')) throw new ApiError(400, 'bad-request', '');
    const known = this.rows.get(id);
    const count = [...this.rows.values()].filter((row) => row.game !== null).length;
    if ((known?.version ?? 0) !== base) throw new ApiError(409, 'changed', '');
    if (known?.game == null && count >= this.most) throw new ApiError(409, 'too-many-kept', '');
    this.rows.set(id, { version: ++this.#last, game });
    return Promise.resolve(this.#last);
  }
  async remove(id: string, base: number): Promise<void> {
    const known = this.rows.get(id);
    if (known === undefined) return;
    if (known.version !== base) throw new ApiError(409, 'changed', '');
    this.rows.set(id, { version: ++this.#last, game: null });
    return Promise.resolve();
  }
  off(): void {
    this.since = null;
    this.rows.clear();
  }
  on(since: number): void {
    this.since = this.#last = since;
  }
}

class Memory<T> implements Collection<T> {
  readonly rows = new Map<string, T>();
  all = (): Promise<readonly Kept<T>[]> => Promise.resolve([...this.rows].map(([id, value]) => ({ id, value, changed: 0 })));
  get = (id: string): Promise<T | null> => Promise.resolve(this.rows.get(id) ?? null);
  put = (id: string, value: T): Promise<void> => Promise.resolve(void this.rows.set(id, value));
  remove = (id: string): Promise<void> => Promise.resolve(void this.rows.delete(id));
  lasting = (): Promise<boolean> => Promise.resolve(true);
  onchange = (): (() => void) => () => undefined;
}

let copies = 0;
class Device {
  readonly games = new Memory<SavedGame>();
  readonly seen = new Memory<Seen>();
  mark: Mark | null = null;
  readonly sync: Sync;

  constructor(server: KeptApi) {
    const { games } = this;
    const shelf: Shelf = {
      all: games.all,
      get: games.get,
      take: games.put,
      drop: games.remove,
      move: (id) => {
        const to = `copy${++copies}`;
        games.rows.set(to, games.rows.get(id) ?? begun);
        return Promise.resolve(to);
      },
    };
    this.sync = new Sync(server, shelf, this.seen, { read: () => this.mark, write: (mark) => (this.mark = mark) });
  }
  play(id: string, ...turns: string[]): void {
    this.games.rows.set(id, after(...turns));
  }
  async delete(id: string): Promise<void> {
    this.games.rows.delete(id);
    const seen = this.seen.rows.get(id);
    if (seen !== undefined) await this.seen.put(id, { ...seen, deleted: true });
  }
  lines(): string[] {
    return [...this.games.rows.values()].map(({ turns }) => turns.join(' ')).sort();
  }
}

let server: Server;
let phone: Device;
let desk: Device;
beforeEach(() => {
  server = new Server();
  phone = new Device(server);
  desk = new Device(server);
});
async function meet(...devices: Device[]): Promise<void> {
  for (const device of [...devices, ...devices]) await device.sync.run('Ada');
}

test('games come to the other device and go on there, many pages of them', async () => {
  for (const id of ['1', '2', '3', '4', '5']) phone.play(id, 'a', id);
  await meet(phone, desk);
  expect(desk.lines()).toEqual(phone.lines());
  desk.play('3', 'a', '3', 'b');
  await meet(desk, phone);
  expect(phone.games.rows.get('3')?.turns).toEqual(['a', '3', 'b']);
});

test('what nobody changed is not sent again', async () => {
  phone.play('1', 'a');
  await meet(phone, desk);
  const { rows } = server;
  const before = JSON.stringify([...rows]);
  await meet(phone, desk);
  expect(JSON.stringify([...rows])).toBe(before);
});

test('two lines of one game are both there in the end, on both devices', async () => {
  phone.play('1', 'a');
  await meet(phone, desk);
  phone.play('1', 'a', 'b');
  desk.play('1', 'a', 'x', 'y');
  await meet(phone, desk);
  expect(phone.lines()).toEqual(['a b', 'a x y']);
  expect(desk.lines()).toEqual(['a b', 'a x y']);
});

test('a line that goes on from the other takes its place', async () => {
  phone.play('1', 'a');
  await meet(phone, desk);
  phone.play('1', 'a', 'b');
  desk.play('1', 'a', 'b', 'c');
  await meet(phone, desk);
  expect([phone.lines(), desk.lines()]).toEqual([['a b c'], ['a b c']]);
});

test('a game deleted on one device goes from the other, but not if it went on there', async () => {
  phone.play('1', 'a');
  phone.play('2', 'b');
  await meet(phone, desk);
  await phone.delete('1');
  await phone.delete('2');
  desk.play('2', 'b', 'c');
  await meet(phone, desk);
  expect([phone.lines(), desk.lines()]).toEqual([['b c'], ['b c']]);
  await meet(desk, phone);
  expect([phone.lines(), desk.lines()]).toEqual([['b c'], ['b c']]);
});

test('deleted on the device that went on first, it comes back from the one that is late', async () => {
  phone.play('1', 'a');
  await meet(phone, desk);
  desk.play('1', 'a', 'b');
  await desk.sync.run('Ada');
  await phone.delete('1');
  await meet(phone, desk);
  expect([phone.lines(), desk.lines()]).toEqual([['a b'], ['a b']]);
});

test('a full server says so, keeps what it has, and the rest stays here', async () => {
  server.most = 2;
  for (const id of ['1', '2', '3']) phone.play(id, id);
  expect(await phone.sync.run('Ada')).toEqual({ on: true, full: true });
  expect(phone.lines()).toHaveLength(3);
  phone.play('1', '1', 'a');
  await phone.sync.run('Ada');
  expect(server.rows.get('1')?.game?.turns).toEqual(['1', 'a']);
  await phone.delete('2');
  expect(await phone.sync.run('Ada')).toEqual({ on: true, full: false });
  expect(server.rows.get('3')?.game).not.toBeNull();
});

test('a game that the server refuses keeps no other back and is not offered again', async () => {
  phone.play('1', 'illegal');
  phone.play('2', 'a');
  await phone.sync.run('Ada');
  expect([...server.rows.keys()]).toEqual(['2']);
});

test('turned off nothing is sent, turned on again everything is', async () => {
  phone.play('1', 'a');
  await meet(phone, desk);
  server.off();
  expect(await phone.sync.run('Ada')).toEqual({ on: false, full: false });
  expect(phone.lines(), 'what is on a device stays').toEqual(['a']);
  server.on(5000);
  await meet(desk, phone);
  expect(server.rows.get('1')?.game?.turns, 'also by one that has not heard of it').toEqual(['a']);
  expect([phone.lines(), desk.lines()]).toEqual([['a'], ['a']]);
});

test('games belong to the account they were first kept for', async () => {
  phone.play('1', 'a');
  await phone.sync.run('Ada');
  const others = new Server();
  const shared = new Sync(others, {
    all: phone.games.all, get: phone.games.get, take: phone.games.put, drop: phone.games.remove, move: (id) => Promise.resolve(id),
  }, phone.seen, { read: () => phone.mark, write: (mark) => (phone.mark = mark) });
  phone.play('2', 'b');
  await shared.run('Grace');
  expect([...others.rows.keys()]).toEqual(['2']);
  await phone.sync.run('Ada');
  expect([...server.rows.keys()]).toEqual(['1']);
});

test('a game that the server has forgotten is kept anew', async () => {
  phone.play('1', 'a');
  await phone.sync.run('Ada');
  server.rows.delete('1');
  phone.play('1', 'a', 'b');
  await phone.sync.run('Ada');
  expect(server.rows.get('1')?.game?.turns).toEqual(['a', 'b']);
});

describe('by chance', () => {
  /** Small and repeatable. */
  function chance(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }
  test.each(Array.from({ length: 40 }, (_, i) => i + 1))('three devices agree in the end, and every line that somebody played is there: %i', async (seed) => {
    const draw = chance(seed);
    server.most = 1000;
    const devices = [phone, desk, new Device(server)];
    const played = new Set<string>();
    for (let step = 0; step < 60; ++step) {
      const device = devices[draw(3)] ?? phone;
      const id = String(draw(3));
      if (draw(3) === 0) await device.sync.run('Ada');
      else {
        const turns = [...(device.games.rows.get(id)?.turns ?? []), `${step}`];
        device.play(id, ...turns);
        played.add(turns.join(' '));
      }
    }
    await meet(...devices);
    await meet(...devices);
    const [first] = devices;
    for (const device of devices) expect(device.lines()).toEqual(first?.lines());
    for (const line of played) {
      expect((first?.lines() ?? []).some((whole) => whole === line || whole.startsWith(`${line} `)), line).toBe(true);
    }
  });
});
