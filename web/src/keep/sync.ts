// Keeps the games of this device and those of an account the same: first what is new there comes here, then what is new here goes there.
import { ApiError } from '../net/api.ts';
import { readSaved, type SavedGame } from '../play/saved.ts';
import type { Collection } from '../storage/collection.ts';
import { isNew, judge, wireOf, wireText, type Seen, type Verdict } from './merge.ts';

/** What the server says; docs/api.md. */
export interface Answer {
  readonly on: boolean;
  readonly since: number | null;
  readonly more: boolean;
  readonly games: readonly { readonly id: string; readonly version: number; readonly changed: number; readonly game: unknown }[];
}
export interface KeptApi {
  list(after: number): Promise<Answer>;
  put(id: string, base: number, game: SavedGame): Promise<number>;
  remove(id: string, base: number): Promise<void>;
}

/** The games of this device. */
export interface Shelf {
  all(): Promise<readonly { readonly id: string; readonly value: SavedGame }[]>;
  get(id: string): Promise<SavedGame | null>;
  /** From elsewhere: pages that have it open hear of it. */
  take(id: string, game: SavedGame, changed: number): Promise<void>;
  drop(id: string): Promise<void>;
  /** Gives what is here a new name, so that another game can have its own. Pages that have it open follow. */
  move(id: string): Promise<string>;
}

/** How far this device has come with an account. */
export interface Mark {
  readonly owner: string;
  readonly since: number;
  readonly after: number;
}
export interface Marks {
  read(): Mark | null;
  write(mark: Mark | null): void;
}

export interface Result {
  readonly on: boolean;
  /** The server keeps as many as it may. */
  readonly full: boolean;
}

/** Another device may be at it at the same time; after so many rounds there will be a next time. */
const kMostRounds = 6;

export class Sync {
  readonly #api: KeptApi;
  readonly #shelf: Shelf;
  readonly #seen: Collection<Seen>;
  readonly #marks: Marks;
  /** What was refused as changed and then had no change to read: the server has forgotten it long ago. */
  #stuck = '';

  constructor(api: KeptApi, shelf: Shelf, seen: Collection<Seen>, marks: Marks) {
    this.#api = api;
    this.#shelf = shelf;
    this.#seen = seen;
    this.#marks = marks;
  }

  /** Throws ApiError where the server does not do its part; what has been done until then stands. */
  async run(owner: string): Promise<Result> {
    for (let round = 0; round < kMostRounds; ++round) {
      if (!(await this.#fetch(owner))) return { on: false, full: false };
      const sent = await this.#send(owner);
      if (sent !== 'changed') return { on: true, full: sent === 'full' };
    }
    return { on: true, full: false };
  }

  /** Nothing is kept any more, or another time began: what was agreed on is void. */
  async #forget(owner: string): Promise<void> {
    for (const { id, value } of await this.#seen.all()) if (value.owner === owner) await this.#seen.remove(id);
    this.#marks.write(null);
  }

  /** False: the account keeps no games. */
  async #fetch(owner: string): Promise<boolean> {
    for (;;) {
      const mark = this.#marks.read();
      const known = mark !== null && mark.owner === owner ? mark : null;
      const after = known?.after ?? 0;
      const { on, since, more, games } = await this.#api.list(after);
      if (!on || since === null) {
        await this.#forget(owner);
        return false;
      }
      if (known !== null && known.since !== since) {
        await this.#forget(owner);
        continue;
      }
      let last = after;
      for (const { id, version, changed, game } of games) {
        await this.#settle(owner, id, version, changed, readSaved(game));
        last = version;
      }
      this.#marks.write({ owner, since, after: last });
      if (!more) return true;
    }
  }

  async #settle(owner: string, id: string, version: number, changed: number, there: SavedGame | null): Promise<Verdict | null> {
    const known = await this.#seen.get(id);
    const seen = known?.owner === owner ? known : null;
    // This device's own change, heard again.
    if (seen !== null && seen.version >= version) return null;
    const here = await this.#shelf.get(id);
    const verdict = judge(here, seen, there);
    if (verdict === 'both') await this.#shelf.move(id);
    if (there !== null && (verdict === 'take' || verdict === 'both')) await this.#shelf.take(id, there, changed);
    if (verdict === 'remove') await this.#shelf.drop(id);
    if (there === null && verdict !== 'give') await this.#seen.remove(id);
    // What is given differs from this text, so it is sent.
    else await this.#seen.put(id, { owner, version, text: there === null ? '' : wireText(there), deleted: false });
    return verdict;
  }

  async #send(owner: string): Promise<'done' | 'full' | 'changed'> {
    let full = false;
    for (const { id, value: seen } of await this.#seen.all()) {
      if (seen.owner !== owner || !seen.deleted) continue;
      if (!(await this.#tried(() => this.#api.remove(id, seen.version)))) return 'changed';
      await this.#seen.remove(id);
    }
    for (const { id, value: game } of await this.#shelf.all()) {
      const seen = await this.#seen.get(id);
      if ((seen !== null && seen.owner !== owner) || !isNew(game, seen)) continue;
      if (full && seen === null) continue;
      let version = seen?.version ?? 0;
      try {
        const base = version;
        if (!(await this.#tried(async () => (version = await this.#api.put(id, base, wireOf(game)))))) {
          const stuck = `${id} ${base}`;
          if (this.#stuck === stuck) await this.#seen.remove(id);
          this.#stuck = stuck;
          return 'changed';
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'too-many-kept') {
          full = true;
          continue;
        }
        // A game that the server will never take is not offered again until it changes.
        if (error.status !== 400 && error.status !== 413) throw error;
      }
      await this.#seen.put(id, { owner, version, text: wireText(game), deleted: false });
    }
    return full ? 'full' : 'done';
  }

  /** False: another device was faster. */
  async #tried(ask: () => Promise<unknown>): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed') return false;
      throw error;
    }
  }
}
