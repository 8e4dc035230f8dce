// A game on this device: the table, a clock for two if they want one, and the engine as an opponent.
import { createEngine, type Engine } from '../engine/engine.ts';
import { otherColor } from '../rules/color.ts';
import type { Color, Rules } from '../rules/types.ts';
import { fresh, savedGames, type SavedGame, type SavedPlace, type Setup } from './saved.ts';
import { Table } from './table.svelte.ts';

/** How long the engine thinks at full strength. */
const kFullMs = 2500;
/** Answers that come at once look like a mistake of the page: a little time to see one's own move. */
const kPauseMs = 350;

export class LocalGame {
  readonly table: Table;
  readonly setup: Setup;
  readonly place: SavedPlace;
  /** What is left, in milliseconds; null without a clock. */
  left: Readonly<Record<Color, number>> | null = $state.raw(null);
  /** The engine is at it. */
  thinking = $state(false);
  /** The engine could not be loaded or broke. */
  failed = $state(false);
  /** A turn the engine would play for the person, once asked. */
  hint: string | null = $state(null);

  #engine: Engine | null = null;
  #ticking: ReturnType<typeof setInterval> | null = null;
  #since = 0;
  #over = false;

  constructor(rules: Rules, saved: SavedGame) {
    this.table = new Table(rules, saved.variant, { fen: saved.start ?? undefined, turns: saved.turns });
    this.setup = saved;
    this.place = saved.engine === null ? 'local' : 'engine';
    if (saved.time !== null) this.left = saved.left ?? { white: saved.time.base * 1000, black: saved.time.base * 1000 };
    this.table.declare(saved.declared);
    this.#run();
    void this.#answer();
  }

  /** Sides that are moved by hand. */
  get movers(): readonly Color[] {
    const { engine } = this.setup;
    return engine === null ? ['white', 'black'] : [engine.color];
  }
  /** Whether the engine is to move. */
  get waiting(): boolean {
    return this.table.outcome === null && !this.movers.includes(this.table.toMove);
  }

  /** A turn made by hand. */
  play(turn: string): void {
    const mover = this.table.toMove;
    this.#spend();
    if (this.table.outcome !== null || this.table.play(turn) !== null) return;
    this.hint = null;
    if (this.left !== null && this.setup.time !== null && this.table.ply > 1) {
      this.left = { ...this.left, [mover]: this.left[mover] + this.setup.time.increment * 1000 };
    }
    this.save();
    this.#run();
    void this.#answer();
  }

  /** One turn back; against the engine, back to where the person was to move. */
  takeBack(): void {
    const { table } = this;
    if (table.ply === 0) return;
    this.#engine?.stop();
    this.hint = null;
    const engineMoved = this.setup.engine !== null && (table.toMove === this.setup.engine.color || table.outcome !== null);
    const back = engineMoved && table.ply > 1 && table.position(table.ply - 1)?.toMove !== this.setup.engine?.color ? 2 : 1;
    table.takeBack(back);
    table.go(table.ply);
    this.save();
    this.#run();
    void this.#answer();
  }

  resign(): void {
    const loser = this.setup.engine?.color ?? this.table.toMove;
    this.#end({ winner: otherColor(loser), ending: 'resignation' });
  }
  agreeDraw(): void {
    this.#end({ winner: null, ending: 'agreement' });
  }

  /** The same again; against the engine with colours exchanged. To be put into a new LocalGame. */
  again(): SavedGame {
    const { engine } = this.setup;
    return fresh({ ...this.setup, engine: engine === null ? null : { ...engine, color: otherColor(engine.color) } });
  }

  /** Lets the engine say what it would play for the person. */
  async askHint(): Promise<void> {
    if (this.thinking || this.table.outcome !== null) return;
    this.hint = await this.#think(null, 1200);
  }

  save(): void {
    const { variant, start, engine, time } = this.setup;
    savedGames[this.place].write({
      variant, start, engine, time,
      turns: this.table.turns,
      declared: this.table.outcome !== null && ['resignation', 'agreement', 'time'].includes(this.table.outcome.ending) ? this.table.outcome : null,
      left: this.left,
    });
  }

  /** Tries the engine again after it has failed. */
  retry(): void {
    this.failed = false;
    void this.#answer();
  }

  free(): void {
    this.#over = true;
    this.#spend();
    this.save();
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#engine?.dispose();
    this.table.free();
  }

  #end(outcome: NonNullable<Table['outcome']>): void {
    if (this.table.outcome !== null) return;
    this.#engine?.stop();
    this.#spend();
    this.table.unstage();
    this.table.declare(outcome);
    this.save();
    this.#run();
  }

  async #answer(): Promise<void> {
    const { engine } = this.setup;
    if (engine === null || !this.waiting || this.failed) return;
    const { ply } = this.table;
    const [turn] = await Promise.all([
      this.#think(engine.level, engine.level === null ? kFullMs : null),
      new Promise((resolve) => setTimeout(resolve, kPauseMs)),
    ]);
    // Meanwhile a turn may have been taken back, the game given up, or the page left.
    if (turn === null || this.#over || this.table.ply !== ply || !this.waiting) return;
    this.table.play(turn);
    this.save();
  }

  async #think(level: number | null, movetime: number | null): Promise<string | null> {
    const { table } = this;
    this.#engine ??= createEngine();
    this.thinking = true;
    const { ply } = table;
    try {
      const request = { variant: table.variant, fen: table.start, turns: [...table.turns], level, multipv: 1, movetime };
      const { turn } = await this.#engine.think(request);
      return this.#over || table.ply !== ply ? null : turn;
    } catch {
      this.failed = true;
      return null;
    } finally {
      this.thinking = false;
    }
  }

  // ---- the clock of two people: it runs from the second turn on

  #run(): void {
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#ticking = null;
    if (this.left === null || this.table.outcome !== null || this.table.ply < 1) return;
    this.#since = performance.now();
    this.#ticking = setInterval(() => this.#spend(), 100);
  }
  #spend(): void {
    if (this.left === null || this.#ticking === null || this.table.outcome !== null) return;
    const now = performance.now();
    const mover = this.table.toMove;
    const left = Math.max(0, this.left[mover] - (now - this.#since));
    this.#since = now;
    this.left = { ...this.left, [mover]: left };
    if (left > 0) return;
    this.table.unstage();
    this.table.declare({ winner: otherColor(mover), ending: 'time' });
    this.save();
    this.#run();
  }
}
