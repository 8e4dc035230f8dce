// A position with a win to find: takes the reader's turns, answers right ones, and gives reasons against wrong ones.
import type { Score } from '../engine/messages.ts';
import { Table } from '../play/table.svelte.ts';
import type { Color, Rules } from '../rules/types.ts';
import type { DailyPosition, DailyResult } from './daily.ts';

/** What a strong player says about a position: its turn there, and the score for the side to move. */
export interface Judgement {
  readonly turn: string | null;
  readonly score: Score;
}
/** Null if there is nobody to ask. */
type Judge = (table: Table) => Promise<Judgement | null>;

/** Why a turn is not the one that was asked for. */
export type Reason =
  /** The other side answers and wins in so many turns. */
  | { readonly t: 'loses'; readonly answer: string; readonly turns: number }
  /** It wins, too, but takes so many turns in all. */
  | { readonly t: 'slower'; readonly turns: number }
  /** The other side defends with this. */
  | { readonly t: 'holds'; readonly answer: string }
  | { readonly t: 'unknown' };

export type Phase =
  | { readonly t: 'find' }
  /** Somebody strong is asked about a turn that is not in the line. */
  | { readonly t: 'judging' }
  /** A right turn; the answer comes in a moment. */
  | { readonly t: 'right' }
  | { readonly t: 'wrong'; readonly turn: string; readonly reason: Reason }
  | { readonly t: 'showing' }
  | { readonly t: 'solved' }
  | { readonly t: 'shown' };

interface Around {
  readonly judge: Judge;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onresult: (tries: number, done: DailyResult['done']) => void;
}

/** After so many wrong turns the solution is offered. */
export const kTries = 2;
const kAnswer = 600;
const kStep = 1100;

/** Call `free` when the page is left. */
export class Puzzle {
  readonly position: DailyPosition;
  readonly table: Table;
  readonly side: Color;
  phase: Phase = $state.raw({ t: 'find' });
  tries = $state(0);
  readonly #around: Around;
  #from = 0;
  #over = false;

  constructor(rules: Rules, position: DailyPosition, around: Around, before: DailyResult | null = null) {
    this.position = position;
    this.#around = around;
    this.table = new Table(rules, position.variant, { fen: position.fen });
    this.side = this.table.toMove;
    if (before === null) return;
    this.tries = before.tries;
    if (before.done === null) return;
    for (const turn of position.line) this.table.play(turn);
    this.phase = { t: before.done };
  }

  /** Turns of one's own that are still allowed for the win. */
  get left(): number {
    return this.position.win - Math.ceil(this.table.ply / 2);
  }
  /** Whether the board is the reader's. */
  get open(): boolean {
    return this.phase.t === 'find';
  }

  async play(turn: string): Promise<void> {
    if (!this.open) return;
    this.#from = this.table.ply;
    if (this.table.play(turn) !== null) return;
    if (this.table.outcome?.winner === this.side) return this.#end('solved');
    const { line } = this.position;
    const played = this.table.turns;
    if (played.every((one, i) => one === line[i])) return this.#answer(line[played.length] ?? null);
    // Another turn than in the line: after the first turn there may be several ways.
    this.phase = { t: 'judging' };
    const judged = await this.#around.judge(this.table);
    if (this.#over) return;
    const score = judged?.score;
    const needs = score !== undefined && 'win' in score && score.win < 0 ? -score.win : null;
    if (needs !== null && needs <= this.left && judged !== null) return this.#answer(judged.turn);
    this.#refuse(turn, judged, needs);
  }

  /** Takes a wrong turn back. */
  tryAgain(): void {
    if (this.phase.t !== 'wrong') return;
    this.table.takeBackTo(this.#from);
    this.phase = { t: 'find' };
  }

  /** From the beginning, for oneself: what was achieved stays. */
  restart(): void {
    if (this.phase.t !== 'solved' && this.phase.t !== 'shown') return;
    this.table.takeBackTo(0);
    this.phase = { t: 'find' };
  }

  async show(): Promise<void> {
    if (this.phase.t !== 'find' && this.phase.t !== 'wrong') return;
    this.phase = { t: 'showing' };
    this.table.takeBackTo(0);
    for (const turn of this.position.line) {
      await this.#around.wait(kStep);
      if (this.#over) return;
      this.table.play(turn);
    }
    this.#end('shown');
  }

  free(): void {
    this.#over = true;
    this.table.free();
  }

  async #answer(turn: string | null): Promise<void> {
    this.phase = { t: 'right' };
    await this.#around.wait(kAnswer);
    if (this.#over) return;
    if (turn !== null) this.table.play(turn);
    this.phase = { t: 'find' };
  }

  #refuse(turn: string, judged: Judgement | null, needs: number | null): void {
    this.tries += 1;
    this.#around.onresult(this.tries, null);
    this.phase = { t: 'wrong', turn, reason: this.#reason(judged, needs) };
    // The answer is played on the board: it says more than words.
    if (judged !== null && judged.turn !== null && needs === null) this.table.play(judged.turn);
  }

  #reason(judged: Judgement | null, needs: number | null): Reason {
    if (judged === null) return { t: 'unknown' };
    if (needs !== null) return { t: 'slower', turns: needs + Math.ceil(this.table.ply / 2) };
    if (judged.turn === null) return { t: 'unknown' };
    if ('win' in judged.score && judged.score.win > 0) return { t: 'loses', answer: judged.turn, turns: judged.score.win };
    return { t: 'holds', answer: judged.turn };
  }

  #end(done: 'solved' | 'shown'): void {
    this.phase = { t: done };
    this.#around.onresult(this.tries, done);
  }
}
