// Who uses the app: found out without making anybody a guest, told to connections when it changes.
import { describe, expect, test } from 'vitest';
import { Api, type Fetch } from './net/api.ts';
import { Session } from './session.svelte.ts';
import type { Stored } from './storage.ts';

const rating = { rating: 1500, deviation: 350, games: 0, provisional: true };
const ratings = { ordo: rating, ordox: rating };

/** A server that knows one person at a time, and another tab. */
class Server {
  user: { name: string; kind: string } | null = null;
  isDown = false;
  asked: string[] = [];
  hearMark: () => void = () => undefined;
  marks = 0;

  readonly fetch: Fetch = (address, { method, body }) => {
    if (this.isDown) return Promise.reject(new TypeError('failed'));
    this.asked.push(`${method ?? ''} ${address}`);
    const said = (typeof body === 'string' ? JSON.parse(body) : {}) as { name?: string };
    if (address === '/api/guest') this.user = { name: 'Guest 1', kind: 'guest' };
    if (address === '/api/signup' || address === '/api/login') this.user = { name: said.name ?? '', kind: 'account' };
    if (address === '/api/logout') this.user = null;
    const answer = address === '/api/me' && this.user !== null ? { user: this.user, ratings } : { user: this.user };
    return Promise.resolve(Response.json(answer));
  };
  readonly mark: Stored<number> = {
    read: () => 0,
    write: () => ++this.marks,
    clear: () => undefined,
    onchange: (hear) => {
      this.hearMark = () => hear(1);
      return () => undefined;
    },
  };
}

function made(): { server: Server; session: Session; changes: string[] } {
  const server = new Server();
  const session = new Session(new Api(server.fetch), server.mark);
  const changes: string[] = [];
  session.onidentity(() => changes.push(session.user?.name ?? 'nobody'));
  return { server, session, changes };
}

describe('finding out', () => {
  test('who this is makes nobody a guest, and changes no connection', async () => {
    const { server, session, changes } = made();
    expect(session.state).toBe('unknown');
    await session.load();
    expect(session).toMatchObject({ state: 'known', user: null, kind: 'nobody', hasAccount: false });
    expect(server.asked).toEqual(['GET /api/me']);
    expect(changes).toEqual([]);
  });

  test('without a connection leaves what was known', async () => {
    const { server, session } = made();
    server.isDown = true;
    await session.load();
    expect(session.state).toBe('failed');
    server.isDown = false;
    server.user = { name: 'Anna', kind: 'account' };
    await session.load();
    expect(session).toMatchObject({ state: 'known', hasAccount: true, ratings });
    server.isDown = true;
    await session.load();
    expect(session).toMatchObject({ state: 'known', user: { name: 'Anna' } });
  });
});

describe('becoming somebody', () => {
  test('a guest only when it is needed, and only once', async () => {
    const { server, session, changes } = made();
    const [a, b] = await Promise.all([session.ensureGuest(), session.ensureGuest()]);
    expect(a).toBe(b);
    await session.ensureGuest();
    expect(server.asked.filter((one) => one.includes('guest'))).toHaveLength(1);
    expect(changes).toEqual(['Guest 1']);
  });

  test('an account keeps the same person where there is one', async () => {
    const { server, session, changes } = made();
    server.user = { name: 'Anna', kind: 'account' };
    expect((await session.ensureGuest()).name).toBe('Anna');
    expect(changes).toEqual([]);
  });

  test('signing in and out is told to connections and to other tabs', async () => {
    const { server, session, changes } = made();
    await session.load();
    await session.signIn('Anna', 'secret');
    expect(session).toMatchObject({ kind: 'account', ratings });
    await session.signOut();
    expect(session.user).toBeNull();
    expect(changes).toEqual(['Anna', 'nobody']);
    expect(server.marks).toBe(2);
  });

  test('in another tab is heard here', async () => {
    const { server, session, changes } = made();
    await session.load();
    server.user = { name: 'Bert', kind: 'account' };
    server.hearMark();
    await session.load();
    expect(session.user?.name).toBe('Bert');
    expect(changes).toEqual(['Bert']);
  });
});
