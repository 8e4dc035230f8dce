// The HTTP client: answers decoded, every failure an ApiError that says which kind it is.
import { expect, test } from 'vitest';
import { Api, ApiError, queryOf, type Fetch } from './api.ts';

interface Asked { address: string; method: string | undefined; body: unknown }

function answering(status: number, body: unknown, headers: Record<string, string> = {}): { api: Api; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetch: Fetch = (address, init) => {
    asked.push({ address, method: init.method, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }));
  };
  return { api: new Api(fetch), asked };
}

async function failure(of: Promise<unknown>): Promise<ApiError> {
  try {
    await of;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

const game = {
  id: 'game00000001', variant: 'ordo', start: 'x', time: '300+3', rated: false, fen: 'x', white: null,
  black: { kind: 'engine', name: 'Engine 5', level: 5 }, status: 'waiting', outcome: null, plies: 0, created: 1, last: 1,
};

test('nobody is nobody', async () => {
  expect(await answering(200, { user: null }).api.me()).toEqual({ user: null, ratings: null });
});

test('a game is made with what was wished', async () => {
  const { api, asked } = answering(201, { game });
  const made = await api.makeGame({ variant: 'ordo', time: '300+3', opponent: { engine: 5 } });
  expect(made.black).toEqual({ kind: 'engine', name: 'Engine 5', level: 5, rating: null });
  expect(made.deadline).toBeNull();
  expect(asked).toEqual([{ address: '/api/games', method: 'POST', body: { variant: 'ordo', time: '300+3', opponent: { engine: 5 } } }]);
});

test('lists of games go on', async () => {
  const { api, asked } = answering(200, { games: [game], next: '1:game00000001' });
  const page = await api.games({ player: 'me', live: true, limit: 10 });
  expect(page.next).toBe('1:game00000001');
  expect(asked[0]?.address).toBe('/api/games?player=me&live=true&limit=10');
});

test('a refusal has its code, and how long to wait', async () => {
  const { api } = answering(429, { error: { code: 'too-many-logins', message: 'wait' } }, { 'Retry-After': '30' });
  const error = await failure(api.signIn('a', 'b'));
  expect(error).toMatchObject({ status: 429, code: 'too-many-logins', message: 'wait', retryAfter: 30, isNetwork: false });
});

test('no answer is a matter of the network', async () => {
  const api = new Api(() => Promise.reject(new TypeError('failed to fetch')));
  expect((await failure(api.me())).isNetwork).toBe(true);
});

test('a proxy without a server behind it is a matter of the network', async () => {
  expect((await failure(answering(502, '<html>Bad gateway</html>').api.me())).isNetwork).toBe(true);
});

test('an answer nobody understands is said to be one', async () => {
  expect((await failure(answering(200, { user: 7 }).api.me())).code).toBe('bad-answer');
  expect((await failure(answering(200, '<html>').api.me())).code).toBe('bad-answer');
});

test('names are escaped in addresses', async () => {
  const { api, asked } = answering(404, { error: { code: 'no-such-player', message: 'no' } });
  await failure(api.player('a/b?c'));
  expect(asked[0]?.address).toBe('/api/players/a%2Fb%3Fc');
});

test('what is not asked for is not in the query', () => {
  expect(queryOf({ a: 1, b: undefined, c: false })).toBe('?a=1&c=false');
  expect(queryOf({})).toBe('');
});
