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
  /** Who makes it. */
  by: 'browser' | 'server' = $state('browser');
  /** How many positions each search looks at. */
  nodes = $state(reportNodes);
  /** Asked for, and not begun: others come first. */
  queued = $state(false);
  /** The server was asked and cannot: this browser does it. */
  refused = $state(false);
  readonly #studies: Studies;
  readonly #onchange: (found: Found) => void;
  #engine: Engine | null = null;
  protected ended = false;

  /** `found`: what is known from before. `onchange` hears of every position that is done. */
  constructor(studies: Studies, study: Study, found: Found, onchange: (found: Found) => void = () => undefined) {
    this.#studies = studies;
    this.study = study;
    this.turns = mainTurns(study);
    this.#onchange = onchange;
    this.found = found.slice(0, this.turns.length + 1);
    this.sumUp();
  }

  /** Whether one may stop it for everybody it is made for. */
  get mayCancel(): boolean {
    return true;
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

  /** Whether somebody else has one, which is then shown. */
  look(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async start(): Promise<void> {
    if (this.running || this.finished) return;
    this.running = true;
    this.failed = false;
    this.#engine ??= createEngine({ threads: 1, hash: reportHash });
    try {
      while (this.running && !this.finished && !this.ended) {
        const { turn, lines, stopped } = await this.#engine.think({
          variant: this.study.variant, fen: this.study.root.fen, turns: this.turns.slice(0, this.done), level: null, multipv: 1, movetime: null,
          nodes: reportNodes, fresh: true,
        });
        if (stopped || this.ended) break;
        // A position in which the game is over has no lines.
        const known: FoundLine[] = turn === null ? [] : lines.map(({ score, turns }) => ({ score: recordScore(score), turns }));
        this.found = [...this.found, known];
        this.#onchange(this.found);
        if (this.done % 8 === 0 || this.finished) this.sumUp();
      }
    } catch {
      this.failed = true;
    }
    this.running = false;
    if (!this.ended) this.sumUp();
  }

  cancel(): void {
    this.running = false;
    this.#engine?.stop();
  }

  free(): void {
    this.ended = true;
    this.cancel();
    this.#engine?.dispose();
    this.#engine = null;
  }

  protected sumUp(): void {
    this.review = this.found.length === 0 ? null : this.#studies.review(this.study, this.found);
  }
}
