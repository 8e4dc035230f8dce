// Players whose words, seeks and challenges the reader does not want: kept with the account, or in this browser for who has none.
// What a browser had goes to the account of whoever signs in.
import { api } from '../net/api.ts';
import { session } from '../session.svelte.ts';
import { stored } from '../storage.ts';

const keysOf = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());

class Blocked {
  readonly #place = stored('blocked', (value): readonly string[] =>
    Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []);
  #here: readonly string[] = $state.raw(this.#place.read());
  /** Of the account, as far as the server has told. */
  #kept: readonly string[] = $state.raw([]);

  constructor() {
    this.#place.onchange((names) => (this.#here = names));
    $effect.root(() => {
      $effect(() => {
        if (session.hasAccount) void this.#merge();
        else this.#kept = [];
      });
    });
  }

  /** Names are the same whatever letters are large. */
  has(name: string): boolean {
    return this.#here.includes(name.toLowerCase()) || this.#kept.includes(name.toLowerCase());
  }
  set(name: string, on: boolean): void {
    const key = name.toLowerCase();
    if (session.hasAccount) {
      this.#kept = on ? [...this.#kept, key] : this.#kept.filter((one) => one !== key);
      void this.#ask(() => (on ? api.block([name]) : api.unblock(name)));
      if (!on) this.#keepHere(this.#here.filter((one) => one !== key));
      return;
    }
    const others = this.#here.filter((one) => one !== key);
    this.#keepHere(on ? [...others, key] : others);
  }

  #keepHere(names: readonly string[]): void {
    this.#here = names;
    this.#place.write(names);
  }
  async #merge(): Promise<void> {
    const names = this.#place.read();
    const merged = await this.#ask(() => (names.length > 0 ? api.block(names) : api.blocks()));
    if (merged && names.length > 0) this.#keepHere([]);
  }
  /** Whether the server has answered; if not, this browser remembers what it knew. */
  async #ask(ask: () => Promise<readonly string[]>): Promise<boolean> {
    try {
      this.#kept = keysOf(await ask());
      return true;
    } catch {
      return false;
    }
  }
}

export const blocked = new Blocked();
