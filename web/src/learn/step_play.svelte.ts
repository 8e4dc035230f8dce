// One step of a lesson being worked on: the position, what was tried, how it is answered, and what is still to do.
import { rankOf, FILES, parseSquare, span } from '../board/geometry.ts';
import { attempt, type Attempt } from '../board/moves.ts';
import { Table } from '../play/table.svelte.ts';
import type { Color, Part, Refusal, Rules, Square, Variant } from '../rules/types.ts';
import { answersOf, missing, squaresOf, wantedOf, type Condition } from './judge.ts';
import type { Find, Round, Step } from './lesson.ts';

/** What is said to the learner, as facts; words.ts puts it into words. */
export type Answer =
  | { readonly t: 'hint' }
  | { readonly t: 'shown' }
  | { readonly t: 'done' }
  /** Not allowed by the rules; `pieces` were to be moved. */
  | { readonly t: 'refused'; readonly refusal: Refusal; readonly pieces: number; readonly vertical: boolean }
  /** Allowed, but not what was asked. */
  | { readonly t: 'beside'; readonly missing: Condition }
  /** Right so far, in a task to find all. */
  | { readonly t: 'found'; readonly left: number }
  | { readonly t: 'not-it'; readonly find: Find['t']; readonly on: Color | null };

export type Phase =
  | 'open'
  /** A wrong turn stands on the board and will be taken back. */
  | 'wrong'
  /** The other side is about to answer, or a solution is being shown. */
  | 'waiting'
  | 'done';

/** Runs something after a while; what it returns prevents that. */
export type Later = (run: () => void, milliseconds: number) => () => void;

const timer: Later = (run, milliseconds) => {
  const id = setTimeout(run, milliseconds);
  return () => clearTimeout(id);
};

/** Long enough to see what happened, short enough not to wait for it. */
const kWrong = 1600;
const kReply = 700;

const noSquares: readonly Square[] = [];

export class StepPlay {
  readonly step: Step;
  readonly table: Table;
  phase: Phase = $state('open');
  answer: Answer | null = $state.raw(null);
  /** Squares already found. */
  found: readonly Square[] = $state.raw(noSquares);
  /** Which of the step's turns is to be made, from 0. */
  round = $state(0);
  #hinted = $state(false);
  readonly #answers: readonly Square[];
  readonly #later: Later;
  #cancel: () => void = () => undefined;

  constructor(rules: Rules, variant: Variant, step: Step, later: Later = timer) {
    this.step = step;
    this.#later = later;
    this.table = new Table(rules, variant, { fen: step.fen });
    this.#answers = step.t === 'tap' ? answersOf(step.find, this.table) : noSquares;
  }

  /** Whether the learner has something to do on the board. */
  get open(): boolean {
    return this.phase === 'open' && (this.step.t === 'tap' || this.step.t === 'move');
  }
  /** A task, solved or not; the others are only read. */
  get isTask(): boolean {
    return this.step.t === 'tap' || this.step.t === 'move';
  }
  get parts(): readonly Part[] {
    return this.open && this.step.t === 'move' ? this.table.parts : noParts;
  }
  /** Squares pointed out by the step, and by a hint. */
  get marks(): readonly Square[] {
    // A piece that has moved is no longer where it was pointed out.
    if (this.phase === 'done' && this.step.t === 'move') return noSquares;
    const given = squaresOf(this.step.marks);
    const round = this.#currentRound;
    if (!this.#hinted || round === null || !this.open) return given;
    const [first = ''] = round.solution.split(',');
    const [origin = ''] = first.split(/[-x]/);
    return [...new Set([...given, ...squaresOf(origin.replace(':', ' '))])];
  }
  /** In a task to find all: how many there are. */
  get wanted(): number {
    return this.step.t === 'tap' ? wantedOf(this.step.find, this.#answers) : 0;
  }

  // ---- what the learner does

  tap(square: Square): void {
    const { step } = this;
    if (step.t !== 'tap' || this.phase !== 'open') return;
    if (this.found.includes(square)) return;
    if (!this.#answers.includes(square)) {
      this.answer = this.#whyNotIt(step.find, square);
      return;
    }
    this.found = [...this.found, square];
    const left = this.wanted - this.found.length;
    if (left > 0) this.answer = { t: 'found', left };
    else this.#finish({ t: 'done' });
  }

  /** A part chosen on the board. */
  part(part: Part): void {
    if (this.step.t !== 'move' || this.phase !== 'open') return;
    const refusal = this.table.stage(part.text);
    if (refusal !== null) this.#refuse(refusal, part.origin);
    else {
      this.answer = null;
      if (this.table.staging.stage.t === 'whole') this.#judge();
    }
  }

  /** Something the rules do not allow was tried. */
  forbidden({ text, origin }: Attempt): void {
    if (this.step.t !== 'move' || this.phase !== 'open') return;
    const refusal = this.table.whyNot(text);
    // A legal preparation is only half a turn to the rules: no mistake here.
    if (refusal !== null && refusal.reason !== 'needs-advance') this.#refuse(refusal, [origin.low, origin.high]);
  }

  undo(): void {
    this.table.undo();
    this.answer = null;
  }

  hint(): void {
    this.#hinted = true;
    this.answer = { t: 'hint' };
  }

  /** Does it for the learner. */
  show(): void {
    if (!this.open) return;
    if (this.step.t === 'tap') {
      this.found = this.#answers;
      this.#finish({ t: 'shown' });
      return;
    }
    const round = this.#currentRound;
    if (round === null) return;
    this.table.unstage();
    this.answer = null;
    this.phase = 'waiting';
    const [first = '', ...rest] = round.solution.split(',');
    const end = (): void => {
      this.table.play(round.solution);
      this.#next(round, { t: 'shown' });
    };
    if (rest.length === 0) end();
    else {
      this.table.stage(first);
      this.#after(kReply, end);
    }
  }

  /** From the beginning of the step. */
  restart(): void {
    this.#cancel();
    this.table.unstage();
    this.table.takeBackTo(0);
    this.found = noSquares;
    this.round = 0;
    this.answer = null;
    this.#hinted = false;
    this.phase = 'open';
  }

  free(): void {
    this.#cancel();
    this.table.free();
  }

  // ---- how it is answered

  get #currentRound(): Round | null {
    return this.step.t === 'move' ? (this.step.rounds[this.round] ?? null) : null;
  }

  #judge(): void {
    const round = this.#currentRound;
    const { stage } = this.table.staging;
    const before = this.table.position(this.table.ply);
    if (round === null || stage.t !== 'whole' || before === null) return;
    const lacking = missing(round.goal, { turn: stage.turn, parts: this.table.staged, before, after: this.table.view });
    this.table.play(stage.turn);
    if (lacking === null) {
      this.#next(round, { t: 'done' });
      return;
    }
    this.answer = { t: 'beside', missing: lacking };
    this.phase = 'wrong';
    this.#after(kWrong, () => this.back());
  }

  /** Takes the wrong turn back; the words stay. */
  back(): void {
    if (this.phase !== 'wrong') return;
    this.#cancel();
    this.table.takeBack();
    this.phase = 'open';
  }

  #next(round: Round, last: Answer): void {
    const more = this.step.t === 'move' && this.round + 1 < this.step.rounds.length;
    const reply = round.reply?.find((turn) => this.table.whyNot(turn) === null);
    const go = (): void => {
      if (more) {
        this.round += 1;
        this.#hinted = false;
        this.phase = 'open';
      } else this.#finish(last);
    };
    this.answer = null;
    if (reply === undefined) go();
    else {
      this.phase = 'waiting';
      this.#after(kReply, () => {
        this.table.play(reply);
        go();
      });
    }
  }

  #finish(answer: Answer): void {
    this.phase = 'done';
    this.answer = answer;
  }

  #refuse(refusal: Refusal, origin: readonly Square[]): void {
    const [low = 0] = origin;
    const high = origin[origin.length - 1] ?? low;
    const vertical = high - low >= FILES;
    const pieces = vertical ? rankOf(high) - rankOf(low) + 1 : high - low + 1;
    this.answer = { t: 'refused', refusal, pieces, vertical };
  }

  #whyNotIt(find: Find, square: Square): Answer {
    const { white, black } = this.table.view.board;
    const on: Color | null = white.includes(square) ? 'white' : black.includes(square) ? 'black' : null;
    const from = find.t === 'targets' ? parseSquare(find.of) : null;
    if (from !== null && square !== from) {
      const files = (square % FILES) - (from % FILES);
      const made = attempt(span(from), files, rankOf(square) - rankOf(from), new Set(black));
      const refusal = made === null ? null : this.table.whyNot(made.text);
      if (refusal !== null) return { t: 'refused', refusal, pieces: 1, vertical: false };
    }
    return { t: 'not-it', find: find.t, on };
  }

  #after(milliseconds: number, run: () => void): void {
    this.#cancel();
    this.#cancel = this.#later(run, milliseconds);
  }
}

const noParts: readonly Part[] = [];
