// Something asked of the server, as state: on its way, here, or failed; an older answer never replaces a newer one.

export class Asked<T> {
  state: 'loading' | 'ready' | 'failed' = $state('loading');
  value: T | null = $state.raw(null);
  error: unknown = $state.raw(null);
  readonly #ask: () => Promise<T>;
  #count = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** Asks again; what was known stays in sight meanwhile. */
  async load(): Promise<void> {
    const mine = ++this.#count;
    if (this.state === 'failed') this.state = 'loading';
    try {
      const value = await this.#ask();
      if (mine !== this.#count) return;
      this.value = value;
      this.state = 'ready';
    } catch (error) {
      if (mine !== this.#count) return;
      this.error = error;
      this.state = 'failed';
    }
  }
}
