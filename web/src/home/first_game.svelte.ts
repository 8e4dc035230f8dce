// The game on the home page: the visitor is White and may start at once, the engine answers mildly.
import type { SavedGame } from '../play/saved.ts';
import { Table } from '../play/table.svelte.ts';
import type { Rules } from '../rules/types.ts';
import type { HomeEngine } from './engine.ts';

/** Mild: it overlooks things, but takes what is offered. */
const kLevel = 2;
/** An answer that comes at once looks like a mistake of the page. */
const kPause = 450;

/** Goes on while the app is open, also after a look at other pages. */
let kept: readonly string[] = [];

export class FirstGame {
  readonly table: Table;
  thinking = $state(false);
  /** The engine could not be loaded: the visitor plays both sides. */
  alone = $state(false);
  readonly #engine: HomeEngine;
  #over = false;

  constructor(rules: Rules, engine: HomeEngine) {
    this.#engine = engine;
    this.table = new Table(rules, 'ordo', { turns: kept });
    void this.#answer();
  }

  get begun(): boolean {
    return this.table.ply > 0;
  }

  play(turn: string): void {
    if (this.table.play(turn) !== null) return;
    kept = [...this.table.turns];
    void this.#answer();
  }

  again(): void {
    this.table.takeBackTo(0);
    this.table.go(0);
    kept = [];
  }

  /** The same game for the page of games against the engine, or of two if there was no engine. */
  saved(): SavedGame {
    return {
      variant: 'ordo',
      start: null,
      engine: this.alone ? null : { level: kLevel, color: 'white' },
      time: null,
      turns: [...this.table.turns],
      declared: null,
      left: null,
    };
  }

  free(): void {
    this.#over = true;
    this.table.free();
  }

  async #answer(): Promise<void> {
    const { table } = this;
    if (this.alone || table.outcome !== null || table.toMove === 'white') return;
    const { ply } = table;
    this.thinking = true;
    const [result] = await Promise.all([
      this.#engine.ask({ variant: 'ordo', fen: table.start, turns: [...table.turns], level: kLevel, multipv: 1, movetime: null }),
      new Promise((resolve) => setTimeout(resolve, kPause)),
    ]);
    if (this.#over) return;
    this.thinking = false;
    if (table.ply !== ply) return;
    if (result?.turn == null) this.alone = true;
    else this.play(result.turn);
  }
}
