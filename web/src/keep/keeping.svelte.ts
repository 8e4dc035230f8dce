// Whether the account keeps the games of its devices, and seeing to it: when the app opens or is looked at, and after every turn.
import { ApiError } from '../net/api.ts';
import { allGames, dropGame, keptGames, moveGame, openGame, takeGame } from '../play/kept_games.ts';
import { session } from '../session.svelte.ts';
import { stored } from '../storage.ts';
import { keptApi, setKeeping } from './api.ts';
import { seenGames } from './seen.ts';
import { Sync, type Mark, type Shelf } from './sync.ts';

/** A turn is often followed by the engine's: both go together. */
const kSoonMs = 800;
/** After the server could not be reached. */
const kLaterMs = 30_000;

const shelf: Shelf = {
  all: async () => (await allGames()).filter(({ value }) => value.turns.length > 0),
  get: async (id) => (await openGame(id))?.game ?? null,
  take: takeGame,
  drop: dropGame,
  move: moveGame,
};
const mark = stored('kept.mark', (value): Mark | null => {
  const { owner, since, after } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  return typeof owner === 'string' && typeof since === 'number' && typeof after === 'number' ? { owner, since, after } : null;
});

/** Browsers have locks only on pages that came over TLS or from the same machine. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks === undefined ? work() : locks.request('ordo.keep', work);
}

class Keeping {
  /** Null until the server has said. */
  on: boolean | null = $state(null);
  /** The server keeps as many as it may: the others are on this device only. */
  full = $state(false);
  /** The last attempt failed; it will be tried again. */
  failed = $state(false);
  readonly #sync = new Sync(keptApi, shelf, seenGames, { read: mark.read, write: (now) => (now === null ? mark.clear() : mark.write(now)) });
  #owner: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #listening = false;

  /** For this account from now on. */
  follow(owner: string): void {
    if (this.#owner !== owner) this.on = null;
    this.#owner = owner;
    this.#listen();
    this.soon(0);
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    session.onidentity(() => {
      this.#owner = null;
      this.on = null;
    });
    keptGames.onchange(() => {
      if (this.on === true) this.soon();
    });
    window.addEventListener('online', () => this.soon(0));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.soon(0);
    });
  }

  soon(wait = kSoonMs): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    const owner = this.#owner;
    if (owner === null || !navigator.onLine) return;
    try {
      // Of several tabs one at a time.
      const { on, full } = await alone(() => this.#sync.run(owner));
      if (owner !== this.#owner) return;
      this.on = on;
      this.full = full;
      this.failed = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failed = true;
      if (error.status !== 401 && error.status !== 403) this.soon(Math.max(kLaterMs, (error.retryAfter ?? 0) * 1000));
    }
  }

  /** Throws ApiError. */
  async set(on: boolean): Promise<void> {
    await setKeeping(on);
    this.on = on;
    this.soon(0);
  }
}

export const keeping = new Keeping();
