// Retry your mistakes: each position in which somebody went wrong, as a small puzzle with the better turn to find.
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Color } from '../rules/types.ts';
import type { Report } from './report.svelte.ts';
import { reportHash, reportNodes } from './limits.ts';
import { sideOf } from '../tree/types.ts';

/** As good as the best: what is not yet called an inaccuracy (study/accuracy.h). */
const kFine = 0.05;

export type RetryState = 'ask' | 'checking' | 'right' | 'good' | 'wrong' | 'shown';

export class Retry {
  readonly report: Report;
  readonly color: Color;
  /** Plies of the turns to do better. */
  readonly plies: readonly number[];
  at = $state(0);
  state: RetryState = $state('ask');
  /** What was tried last. */
  tried: string | null = $state(null);
  solved = $state(0);
  #engine: Engine | null = null;

  constructor(report: Report, color: Color) {
    this.report = report;
    this.color = color;
    const first = sideOf(report.study.root.fen);
    this.plies = (report.review?.turns ?? []).flatMap((turn, ply) =>
      turn.judgement !== 'fine' && ((ply % 2 === 0) === (first === 'white') ? 'white' : 'black') === color ? [ply] : [],
    );
  }

  get over(): boolean {
    return this.at >= this.plies.length;
  }
  get ply(): number {
    return this.plies[this.at] ?? 0;
  }
  get best(): string {
    return this.report.review?.turns[this.ply]?.best ?? '';
  }
  get played(): string {
    return this.report.turns[this.ply] ?? '';
  }

  /** A turn tried on the board. */
  async try(turn: string): Promise<void> {
    if (this.over || this.state === 'checking' || this.state === 'right' || this.state === 'good') return;
    this.tried = turn;
    if (turn === this.best) {
      this.state = 'right';
      this.solved += 1;
      return;
    }
    if (turn === this.played) {
      this.state = 'wrong';
      return;
    }
    this.state = 'checking';
    const { at } = this;
    const good = await this.#isFine(turn).catch(() => false);
    if (this.at !== at || this.tried !== turn) return;
    this.state = good ? 'good' : 'wrong';
    if (good) this.solved += 1;
  }

  show(): void {
    this.state = 'shown';
    this.tried = null;
  }
  next(): void {
    this.at += 1;
    this.state = 'ask';
    this.tried = null;
  }
  again(): void {
    this.state = 'ask';
    this.tried = null;
  }
  free(): void {
    this.#engine?.dispose();
    this.#engine = null;
  }

  /** Searched as the report was: what would be left of the expected result. */
  async #isFine(turn: string): Promise<boolean> {
    const { study, turns } = this.report;
    this.#engine ??= createEngine({ threads: 1, hash: reportHash });
    const ask = (played: readonly string[]) =>
      this.#engine?.think({ variant: study.variant, fen: study.root.fen, turns: played, level: null, multipv: 1, movetime: null, nodes: reportNodes, fresh: true });
    const before = await ask(turns.slice(0, this.ply));
    const after = await ask([...turns.slice(0, this.ply), turn]);
    const had = before?.lines[0]?.expected;
    const left = after?.lines[0]?.expected;
    // Without a line the turn has ended the game, and its player has not lost by it.
    return had !== undefined && (left === undefined || had - (1 - left) < kFine);
  }
}
