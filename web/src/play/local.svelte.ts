// A game on this device: the table, a clock for two if they want one, and the engine as an opponent.
import { createEngine, type Engine } from '../engine/engine.ts';
import { otherColor } from '../rules/color.ts';
import type { Color, Rules } from '../rules/types.ts';
import { newId } from '../storage/collection.ts';
import { keepGame, replacedAt, type Named } from './kept_games.ts';
import { declaredOf, fresh, placeOf, type SavedGame, type SavedPlace, type Setup } from './saved.ts';
import { Table } from './table.svelte.ts';

/** How long the engine thinks at full strength. */
const kFullMs = 2500;
/** For a hint. */
const kHintMs = 1200;
/** Answers that come at once look like a mistake of the page: a little time to see one's own move. */
const kPauseMs = 350;

export class LocalGame {
  readonly table: Table;
  /** What it is kept under. Changes when another device has gone on with this game in another way. */
  id: string = $state('');
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
  /** The number of take-overs by other devices that this page knows of, and what it has kept. */
  #known: number;
  #kept: string;

  constructor(rules: Rules, { id, game: saved }: Named) {
    this.id = id;
    this.table = new Table(rules, saved.variant, { fen: saved.start ?? undefined, turns: saved.turns });
    this.setup = saved;
    this.place = placeOf(saved);
    if (saved.time !== null) this.left = saved.left ?? { white: saved.time.base * 1000, black: saved.time.base * 1000 };
    this.table.declare(declaredOf(saved));
    this.#known = replacedAt(id).times;
    this.#kept = this.#standing();
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
    this.#spend();
    if (this.table.outcome !== null || !this.#made(turn)) return;
    void this.#answer();
  }

  /** How many turns taking back would take: against the engine, as many as bring the person to move again. */
  get backTurns(): number {
    const { table, setup } = this;
    if (setup.engine === null) return Math.min(1, table.ply);
    const { color } = setup.engine;
    for (let back = 1; back <= table.ply; ++back) if (table.position(table.ply - back)?.toMove === color) return back;
    return 0;
  }
  takeBack(): void {
    const { table } = this;
    const turns = this.backTurns;
    if (turns === 0) return;
    this.#engine?.stop();
    this.hint = null;
    table.takeBack(turns);
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

  /** Lets the engine say what it would play for the person; with a part on the board already, how it would go on. */
  async askHint(): Promise<void> {
    if (this.thinking || this.table.outcome !== null) return;
    this.table.go(this.table.ply);
    const staged = this.table.staged.map(({ text }) => text);
    const turn = await this.#think(null, kHintMs, staged.length > 0 && this.table.staging.stage.t === 'prepared' ? this.table.view.fen : null);
    if (turn === null) return;
    // What was staged when it was asked may be gone by now.
    const same = staged.join() === this.table.staged.map(({ text }) => text).join();
    this.hint = same || staged.length === 0 ? [...staged, turn].join(',') : null;
  }

  save(): void {
    const { times, to } = replacedAt(this.id);
    const standing = this.#standing();
    if (times !== this.#known) {
      // Another device has put its own in this place. What was kept of this one is safe; what is new gets a place of its own.
      if (standing === this.#kept) return;
      this.rename(to ?? newId());
    }
    this.#kept = standing;
    const { variant, start, engine, time } = this.setup;
    void keepGame({ id: this.id, game: { variant, start, engine, time, turns: [...this.table.turns], outcome: this.table.outcome, left: this.left } });
  }

  rename(id: string): void {
    this.id = id;
    this.#known = replacedAt(id).times;
  }
  #standing(): string {
    return [...this.table.turns, this.table.outcome?.ending ?? ''].join(' ');
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

  /** Whether it could be played. From the second turn on it brings its mover more time. */
  #made(turn: string): boolean {
    const mover = this.table.toMove;
    if (this.table.play(turn) !== null) return false;
    this.hint = null;
    if (this.left !== null && this.setup.time !== null && this.table.ply > 1) {
      this.left = { ...this.left, [mover]: this.left[mover] + this.setup.time.increment * 1000 };
    }
    this.save();
    this.#run();
    return true;
  }
  async #answer(): Promise<void> {
    const { engine } = this.setup;
    if (engine === null || !this.waiting || this.failed) return;
    const { ply } = this.table;
    const [turn] = await Promise.all([
      this.#think(engine.level, engine.level === null ? this.#patience(kFullMs) : null),
      new Promise((resolve) => setTimeout(resolve, kPauseMs)),
    ]);
    // Meanwhile a turn may have been taken back, the game given up, or the page left.
    if (turn === null || this.#over || this.table.ply !== ply || !this.waiting) return;
    this.#spend();
    if (this.table.outcome !== null) return;
    this.#made(turn);
  }

  /** With a clock, never more than a small share of what is left. */
  #patience(most: number): number {
    const left = this.left?.[this.table.toMove] ?? null;
    return left === null ? most : Math.max(50, Math.min(most, left / 25));
  }
  /** With `fen`, from that position instead of the game's. */
  async #think(level: number | null, movetime: number | null, fen: string | null = null): Promise<string | null> {
    const { table } = this;
    this.#engine ??= createEngine();
    this.thinking = true;
    const { ply } = table;
    try {
      const from = fen === null ? { fen: table.start, turns: [...table.turns] } : { fen, turns: [] };
      const request = { variant: table.variant, ...from, level, multipv: 1, movetime };
      const { turn } = await this.#engine.think(request);
      return this.#over || table.ply !== ply ? null : turn;
    } catch {
      this.failed = true;
      return null;
    } finally {
      this.thinking = false;
    }
  }

  // ---- the clock: it runs from the second turn on, for the engine too

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
