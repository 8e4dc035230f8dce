// The game on the home page: the visitor is White and may start at once, the engine answers mildly.
import type { SavedGame } from '../play/saved.ts';
import { Table } from '../play/table.svelte.ts';
import type { Rules } from '../rules/types.ts';
import { stored } from '../storage.ts';
import type { HomeEngine } from './engine.ts';

/** Mild: it overlooks things, but takes what is offered. */
const kLevel = 2;
/** An answer that comes at once looks like a mistake of the page. */
const kPause = 450;

/** Goes on after a look at other pages, a reload, another day. */
const place = stored('game.home', (value): readonly string[] =>
  Array.isArray(value) && value.every((turn) => typeof turn === 'string') ? (value as string[]) : []);

/** The game as it was left; from the beginning if the rules know it no more. */
function opened(rules: Rules): Table {
  const made = Table.open(rules, 'ordo', { turns: place.read() });
  return 'table' in made ? made.table : new Table(rules, 'ordo');
}

export class FirstGame {
  readonly table: Table;
  thinking = $state(false);
  /** The engine could not be loaded: the visitor plays both sides. */
  alone = $state(false);
  readonly #engine: HomeEngine;
  #over = false;

  constructor(rules: Rules, engine: HomeEngine) {
    this.#engine = engine;
    this.table = opened(rules);
    void this.#answer();
  }

  get begun(): boolean {
    return this.table.ply > 0;
  }

  play(turn: string): void {
    if (this.table.play(turn) !== null) return;
    place.write([...this.table.turns]);
    void this.#answer();
  }

  again(): void {
    this.table.takeBackTo(0);
    this.table.go(0);
    place.clear();
  }

  /** The same game for the page of games against the engine, or of two if there was no engine. */
  saved(): SavedGame {
    return {
      variant: 'ordo',
      start: null,
      engine: this.alone ? null : { level: kLevel, color: 'white' },
      time: null,
      turns: [...this.table.turns],
      outcome: this.table.outcome,
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
