// Asks the server over HTTP: JSON of docs/api.md in and out, and every failure as one kind of error.
import { DecodeError, listOf, maybe, members, nothing, number, object, text, type Decoder } from './decode.ts';
import {
  challenge, credential, gameState, profile, ratings, seek, serverInfo, summary, user,
  type Challenge, type Credential, type GameState, type GamesQuery, type GameWish, type Profile, type Ratings, type Seek,
  type ServerInfo, type Summary, type User,
} from './types.ts';
import type { Color } from '../rules/types.ts';

/**
 * Why a request did not succeed. `code` is the server's word ("name-taken"), or "network" when there was no answer, or
 * "bad-answer" when there was one that nobody understands. `message` is English, for the log.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds to wait before trying again, if the server said so. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Nobody answered: the connection, not the request, is what is wrong. */
  get isNetwork(): boolean {
    return this.code === 'network';
  }
}

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

interface Me {
  readonly user: User | null;
  readonly ratings: Ratings | null;
}

/** A page of games; `next` goes into `before` of the following one. */
export interface GamesPage {
  readonly games: readonly Summary[];
  readonly next: string | null;
}

interface FetchedGame {
  readonly id: string;
  readonly seq: number;
  readonly now: number;
  readonly seat: Color | null;
  readonly state: GameState;
}

export interface NewToken extends Credential {
  /** Shown this once. */
  readonly token: string;
}

const theUser = object<{ user: User }>({ user });
const me: Decoder<Me> = object<Me>({ user: maybe(user), ratings: maybe(ratings) });
const gameId = object<{ game: string }>({ game: text });
const gamesPage: Decoder<GamesPage> = (value, where) => {
  const found = members(value, where);
  const next = found['next'];
  return { games: listOf(summary)(found['games'], 'games'), next: typeof next === 'number' ? String(next) : maybe(text)(next, 'next') };
};
const seat: Decoder<Color | null> = (value) => (value === 'white' || value === 'black' ? value : null);
const fetchedGame = object<FetchedGame>({ id: text, seq: number, now: number, seat, state: gameState });
const newToken: Decoder<NewToken> = (value, where) => ({ ...credential(value, where), ...object<{ token: string }>({ token: text })(value, where) });

const blockedNames: Decoder<readonly string[]> = (value, where) => listOf(object<{ name: string }>({ name: text }))(members(value, where)['blocks'], 'blocks').map(({ name }) => name);

/** "?a=1&b=x" of what is there, or nothing. */
export function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

async function errorOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('Retry-After') ?? '');
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  try {
    const body = members(await response.json(), '');
    const { code, message } = object<{ code: string; message: string }>({ code: text, message: text })(body['error'], 'error');
    return new ApiError(response.status, code, message, retryAfter);
  } catch {
    // A proxy in between answered in its own words.
    return new ApiError(response.status, response.status >= 502 ? 'network' : 'bad-answer', response.statusText, retryAfter);
  }
}

export class Api {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  get<T>(path: string, decode: Decoder<T>): Promise<T> {
    return this.#json('GET', path, undefined, decode);
  }
  post<T>(path: string, body: object, decode: Decoder<T>): Promise<T> {
    return this.#json('POST', path, body, decode);
  }
  put<T>(path: string, body: object, decode: Decoder<T>): Promise<T> {
    return this.#json('PUT', path, body, decode);
  }
  delete<T>(path: string, decode: Decoder<T>, body?: object): Promise<T> {
    return this.#json('DELETE', path, body, decode);
  }
  /** Answers that are no JSON: records of games. */
  async text(path: string): Promise<string> {
    return (await this.#ask('GET', path)).text();
  }

  // People
  me = (): Promise<Me> => this.get('/api/me', me);
  guest = async (): Promise<User> => (await this.post('/api/guest', {}, theUser)).user;
  signUp = async (name: string, password: string): Promise<User> => (await this.post('/api/signup', { name, password }, theUser)).user;
  signIn = async (name: string, password: string): Promise<User> => (await this.post('/api/login', { name, password }, theUser)).user;
  signOut = (): Promise<void> => this.post('/api/logout', {}, nothing);
  player = async (name: string): Promise<Profile> =>
    (await this.get(`/api/players/${encodeURIComponent(name)}`, object<{ player: Profile }>({ player: profile }))).player;
  sessions = async (): Promise<readonly Credential[]> =>
    (await this.get('/api/sessions', object<{ sessions: readonly Credential[] }>({ sessions: listOf(credential) }))).sessions;
  endSession = (id: string): Promise<void> => this.delete(`/api/sessions/${encodeURIComponent(id)}`, nothing);
  endOtherSessions = (): Promise<void> => this.delete('/api/sessions', nothing);
  changePassword = (old: string, next: string): Promise<void> => this.post('/api/password', { old, new: next }, nothing);
  /** Guests give no password. */
  deleteAccount = (password?: string): Promise<void> => this.delete('/api/account', nothing, password === undefined ? {} : { password });
  tokens = async (): Promise<readonly Credential[]> =>
    (await this.get('/api/tokens', object<{ tokens: readonly Credential[] }>({ tokens: listOf(credential) }))).tokens;
  makeToken = (label: string, days?: number): Promise<NewToken> => this.post('/api/tokens', { label, ...(days !== undefined && { days }) }, newToken);
  deleteToken = (id: string): Promise<void> => this.delete(`/api/tokens/${encodeURIComponent(id)}`, nothing);

  // Games
  makeGame = async (wish: GameWish): Promise<Summary> => (await this.post('/api/games', wish, object<{ game: Summary }>({ game: summary }))).game;
  joinGame = async (id: string): Promise<string> => (await this.post(`/api/games/${encodeURIComponent(id)}/join`, {}, gameId)).game;
  games = (query: GamesQuery): Promise<GamesPage> => this.get(`/api/games${queryOf({ ...query })}`, gamesPage);
  game = (id: string): Promise<FetchedGame> => this.get(`/api/games/${encodeURIComponent(id)}`, fetchedGame);
  record = (id: string): Promise<string> => this.text(`/api/games/${encodeURIComponent(id)}/record`);
  seeks = async (): Promise<readonly Seek[]> => (await this.get('/api/seeks', object<{ seeks: readonly Seek[] }>({ seeks: listOf(seek) }))).seeks;
  makeSeek = async (wish: Omit<GameWish, 'opponent'>): Promise<Seek> => (await this.post('/api/seeks', wish, object<{ seek: Seek }>({ seek }))).seek;
  deleteSeek = (id: string): Promise<void> => this.delete(`/api/seeks/${encodeURIComponent(id)}`, nothing);
  /** The id of the game it led to. */
  acceptSeek = async (id: string): Promise<string> => (await this.post(`/api/seeks/${encodeURIComponent(id)}/accept`, {}, gameId)).game;
  // People among themselves
  /** Throws "not-here", "blocked", "too-many-challenges" … */
  challenge = async (to: string, wish: Omit<GameWish, 'opponent'>): Promise<Challenge> =>
    (await this.post('/api/challenges', { to, ...wish }, object<{ challenge: Challenge }>({ challenge }))).challenge;
  acceptChallenge = async (id: string): Promise<string> => (await this.post(`/api/challenges/${encodeURIComponent(id)}/accept`, {}, gameId)).game;
  declineChallenge = (id: string): Promise<void> => this.post(`/api/challenges/${encodeURIComponent(id)}/decline`, {}, nothing);
  withdrawChallenge = (id: string): Promise<void> => this.delete(`/api/challenges/${encodeURIComponent(id)}`, nothing);
  /** Names of those whom an account has blocked; each call gives the list after it. */
  blocks = (): Promise<readonly string[]> => this.get('/api/blocks', blockedNames);
  block = (names: readonly string[]): Promise<readonly string[]> => this.post('/api/blocks', { names }, blockedNames);
  unblock = (name: string): Promise<readonly string[]> => this.delete(`/api/blocks/${encodeURIComponent(name)}`, blockedNames);
  server = (): Promise<ServerInfo> => this.get('/api/server', serverInfo);

  async #json<T>(method: string, path: string, body: object | undefined, decode: Decoder<T>): Promise<T> {
    const response = await this.#ask(method, path, body);
    try {
      return decode(await response.json(), '');
    } catch (error) {
      const why = error instanceof DecodeError || error instanceof SyntaxError ? error.message : 'the answer broke off';
      throw new ApiError(response.status, error instanceof TypeError ? 'network' : 'bad-answer', `${method} ${path}: ${why}`);
    }
  }

  async #ask(method: string, path: string, body?: object): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(path, {
        method,
        credentials: 'same-origin',
        headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw new ApiError(0, 'network', `${method} ${path}: no answer`);
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

export const api = new Api((address, init) => fetch(address, init));
