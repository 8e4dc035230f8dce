// The report on a game: every position of its main line searched, in the background; may be stopped and gone on with later.
import { recordScore } from '../analysis/scores.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Found, FoundLine, Review, Studies } from '../tree/study.ts';
import { reportHash, reportNodes } from './limits.ts';
import { mainTurns } from '../tree/tree.ts';
import type { Study } from '../tree/types.ts';

export class Report {
  readonly study: Study;
  readonly turns: readonly string[];
  found: Found = $state.raw([]);
  running = $state(false);
  failed = $state(false);
  review: Review | null = $state.raw(null);
  readonly #studies: Studies;
  readonly #onchange: (found: Found) => void;
  #engine: Engine | null = null;
  #ended = false;

  /** `found`: what is known from before. `onchange` hears of every position that is done. */
  constructor(studies: Studies, study: Study, found: Found, onchange: (found: Found) => void = () => undefined) {
    this.#studies = studies;
    this.study = study;
    this.turns = mainTurns(study);
    this.#onchange = onchange;
    this.found = found.slice(0, this.turns.length + 1);
    this.#sumUp();
  }

  /** Positions done, and all. */
  get done(): number {
    return this.found.length;
  }
  get all(): number {
    return this.turns.length + 1;
  }
  get finished(): boolean {
    return this.done >= this.all;
  }

  async start(): Promise<void> {
    if (this.running || this.finished) return;
    this.running = true;
    this.failed = false;
    this.#engine ??= createEngine({ threads: 1, hash: reportHash });
    try {
      while (this.running && !this.finished && !this.#ended) {
        const { turn, lines, stopped } = await this.#engine.think({
          variant: this.study.variant, fen: this.study.root.fen, turns: this.turns.slice(0, this.done), level: null, multipv: 1, movetime: null,
          nodes: reportNodes, fresh: true,
        });
        if (stopped || this.#ended) break;
        // A position in which the game is over has no lines.
        const known: FoundLine[] = turn === null ? [] : lines.map(({ score, turns }) => ({ score: recordScore(score), turns }));
        this.found = [...this.found, known];
        this.#onchange(this.found);
        if (this.done % 8 === 0 || this.finished) this.#sumUp();
      }
    } catch {
      this.failed = true;
    }
    this.running = false;
    if (!this.#ended) this.#sumUp();
  }

  cancel(): void {
    this.running = false;
    this.#engine?.stop();
  }

  free(): void {
    this.#ended = true;
    this.cancel();
    this.#engine?.dispose();
    this.#engine = null;
  }

  #sumUp(): void {
    this.review = this.found.length === 0 ? null : this.#studies.review(this.study, this.found);
  }
}
