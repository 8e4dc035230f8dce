// Conditional turns in the making: a board of its own on which both sides are moved, and the tree that comes of it.
import type { Plan } from '../net/types.ts';
import { Table } from '../play/table.svelte.ts';
import type { Color, Rules, Variant } from '../rules/types.ts';
import { maxAnswers, maxBranches, rowsOf, samePlan, withLine, withoutBranch } from './plan.ts';

/** Why a turn is not taken into the plan. */
type PlanTrouble = 'needs-no-answer' | 'too-deep' | 'too-many';

/** Call `free` when planning ends. */
export class PlanDraft {
  /** The position of the game; the opponent is to move. */
  readonly table: Table;
  plan: Plan = $state.raw([]);
  readonly #saved: Plan;

  constructor(rules: Rules, variant: Variant, fen: string, plan: Plan) {
    this.table = new Table(rules, variant, { fen });
    this.plan = plan;
    this.#saved = plan;
  }

  get isChanged(): boolean {
    return !samePlan(this.plan, this.#saved);
  }
  /** Whether the next turn on the board is the opponent's. */
  get asksOpponent(): boolean {
    return this.table.ply % 2 === 0;
  }
  /** All sides are moved by hand here. */
  readonly movers: readonly Color[] = ['white', 'black'];

  play(turn: string): PlanTrouble | null {
    // Looking at an earlier position of the line and playing there begins another line.
    this.table.takeBackTo(this.table.shown);
    if (this.asksOpponent && this.table.ply / 2 >= maxAnswers) return 'too-deep';
    if (this.table.play(turn) !== null) return null;
    const { turns } = this.table;
    if (turns.length % 2 === 1) {
      if (this.table.outcome === null) return null;
      this.table.takeBack();
      return 'needs-no-answer';
    }
    const plan = withLine(this.plan, turns);
    if (rowsOf(plan).length > maxBranches) {
      this.table.takeBack();
      return 'too-many';
    }
    this.plan = plan;
    return null;
  }

  /** Shows a line on the board, to look at or to go on from. */
  show(line: readonly string[]): void {
    this.table.takeBackTo(0);
    for (const turn of line) this.table.play(turn);
  }
  remove(path: readonly string[]): void {
    this.plan = withoutBranch(this.plan, path);
    this.table.takeBackTo(0);
  }
  /** One turn back on the board; the plan stays. */
  back(): void {
    this.table.takeBack();
  }
  free(): void {
    this.table.free();
  }
}
