// Who is using the app: nobody yet, a guest or an account; the same in all tabs of the browser.
import { api, ApiError, type Api } from './net/api.ts';
import type { Ratings, User } from './net/types.ts';
import { stored, type Stored } from './storage.ts';

/** A mark that changes whenever somebody signs in or out here, so that the other tabs look again. */
const kMark = 'session';

export class Session {
  user: User | null = $state.raw(null);
  ratings: Ratings | null = $state.raw(null);
  /** "unknown" until the server has been asked; "failed" when it could not be. */
  state: 'unknown' | 'known' | 'failed' = $state('unknown');

  readonly #api: Api;
  readonly #mark: Stored<number>;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<void> | null = null;
  #becoming: Promise<User> | null = null;

  constructor(from: Api, mark: Stored<number>) {
    this.#api = from;
    this.#mark = mark;
    mark.onchange(() => void this.load());
  }

  get kind(): 'nobody' | User['kind'] {
    return this.user?.kind ?? 'nobody';
  }
  get hasAccount(): boolean {
    return this.user !== null && this.user.kind !== 'guest';
  }

  /** Hears when another person uses the app from now on: connections made for the former one are of no use. */
  onidentity(hear: () => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** Asks who this is; nobody is made a guest by it. Never throws: `state` says how it went. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      const { user, ratings } = await this.#api.me();
      // Learning who this is for the first time changes nobody.
      if (this.state === 'known') this.#become(user);
      else this.user = user;
      this.ratings = ratings;
      this.state = 'known';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whoever it was before probably still is.
      if (this.state === 'unknown') this.state = 'failed';
    }
  }

  /** Somebody who may play: whoever it is, or else a new guest. Throws ApiError. */
  ensureGuest(): Promise<User> {
    this.#becoming ??= this.#ensure().finally(() => (this.#becoming = null));
    return this.#becoming;
  }

  async #ensure(): Promise<User> {
    if (this.state !== 'known') await this.load();
    if (this.user !== null) return this.user;
    const guest = await this.#api.guest();
    await this.#changed(guest);
    return guest;
  }

  /** A guest keeps the games and becomes the account. Throws ApiError. */
  async signUp(name: string, password: string): Promise<User> {
    return this.#changed(await this.#api.signUp(name, password));
  }

  async signIn(name: string, password: string): Promise<User> {
    return this.#changed(await this.#api.signIn(name, password));
  }

  async signOut(): Promise<void> {
    await this.#api.signOut();
    await this.#changed(null);
  }

  /** After the account is gone, or the session was ended from elsewhere. */
  async forget(): Promise<void> {
    await this.#changed(null);
  }

  async #changed<T extends User | null>(user: T): Promise<T> {
    this.#become(user);
    this.ratings = null;
    this.state = 'known';
    this.#mark.write(Date.now());
    if (user !== null) await this.load();
    return user;
  }

  #become(user: User | null): void {
    const before = this.user;
    this.user = user;
    // A guest who signs up keeps the seat, but connections are made for a name and a kind.
    if (before?.name !== user?.name || before?.kind !== user?.kind) for (const hear of [...this.#listeners]) hear();
  }
}

export const session = new Session(api, stored(kMark, (value) => (typeof value === 'number' ? value : 0)));
