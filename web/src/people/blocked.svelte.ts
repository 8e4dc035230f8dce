// Players whose words and offers the reader does not want to see; kept in this browser, and nobody is told.
import { stored } from '../storage.ts';

class Blocked {
  readonly #place = stored('blocked', (value): readonly string[] =>
    Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []);
  #names: readonly string[] = $state.raw(this.#place.read());

  constructor() {
    this.#place.onchange((names) => (this.#names = names));
  }

  /** Names are the same whatever letters are large. */
  has(name: string): boolean {
    return this.#names.includes(name.toLowerCase());
  }
  set(name: string, on: boolean): void {
    const others = this.#names.filter((one) => one !== name.toLowerCase());
    this.#names = on ? [...others, name.toLowerCase()] : others;
    this.#place.write(this.#names);
  }
}

export const blocked = new Blocked();
