// A list of games that grows page by page; another question starts it anew.
import type { GamesPage } from '../net/api.ts';
import type { GamesQuery, Summary } from '../net/types.ts';

/** Rows on a page: a few screens on a phone. */
export const kPage = 20;

export class GamePages {
  games: readonly Summary[] = $state.raw([]);
  /** Where the next page begins; null at the end. */
  next: string | null = $state(null);
  state: 'loading' | 'ready' | 'failed' = $state('loading');
  /** The following page is on its way. */
  more: boolean = $state(false);
  error: unknown = $state.raw(null);
  readonly #ask: (query: GamesQuery) => Promise<GamesPage>;
  #query: GamesQuery = {};
  #count = 0;

  constructor(ask: (query: GamesQuery) => Promise<GamesPage>) {
    this.#ask = ask;
  }

  async show(query: GamesQuery): Promise<void> {
    this.#query = query;
    const mine = ++this.#count;
    this.state = 'loading';
    this.more = false;
    try {
      const page = await this.#ask({ ...query, limit: kPage });
      if (mine !== this.#count) return;
      this.games = page.games;
      this.next = page.next;
      this.state = 'ready';
    } catch (error) {
      if (mine !== this.#count) return;
      this.games = [];
      this.next = null;
      this.error = error;
      this.state = 'failed';
    }
  }

  /** Throws what went wrong; the pages before stay. */
  async showMore(): Promise<void> {
    if (this.next === null || this.more) return;
    const mine = this.#count;
    this.more = true;
    try {
      const page = await this.#ask({ ...this.#query, limit: kPage, before: this.next });
      if (mine !== this.#count) return;
      // A game that moved on meanwhile may come twice.
      const known = new Set(this.games.map(({ id }) => id));
      this.games = [...this.games, ...page.games.filter(({ id }) => !known.has(id))];
      this.next = page.next;
    } finally {
      if (mine === this.#count) this.more = false;
    }
  }
}
