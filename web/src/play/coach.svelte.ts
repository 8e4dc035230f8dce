// The first games of somebody new: what can move is marked, and lines are told of once.
import { stored } from '../storage.ts';

/** How many games are the first ones. */
const kFirst = 3;

interface Known {
  readonly games: number;
  /** Has taken up an ordo at least once. */
  readonly lines: boolean;
}
function read(value: unknown): Known {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const games = kept['games'];
  return { games: typeof games === 'number' && games >= 0 ? games : 0, lines: kept['lines'] === true };
}

class Coach {
  readonly #place = stored('coach', read);
  #known: Known = $state.raw(this.#place.read());

  get marks(): boolean {
    return this.#known.games < kFirst;
  }
  get tellsOfLines(): boolean {
    return this.marks && !this.#known.lines;
  }
  tookLine(): void {
    if (!this.#known.lines) this.#keep({ ...this.#known, lines: true });
  }
  gameEnded(): void {
    if (this.marks) this.#keep({ ...this.#known, games: this.#known.games + 1 });
  }
  #keep(known: Known): void {
    this.#known = known;
    this.#place.write(known);
  }
}

export const coach = new Coach();
