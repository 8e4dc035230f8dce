// A game on the table, as state that pages and the board follow: its turns, the position in sight, the turn in the making.
import { otherColor } from '../rules/color.ts';
import type { Color, Game, Outcome, Part, Refusal, Rules, Square, Tag, Variant, View } from '../rules/types.ts';
import { stageNothing, stageText, undo as undoStage, type Staging } from './staging.ts';

/** A position of the game and the parts of the turn that led to it. */
interface Step {
  readonly view: View;
  readonly last: readonly Part[];
}

/** One array for all positions that are only looked at: nothing may be played there. */
const noParts: readonly Part[] = [];

/** The parts of a turn that may be played in `game`; none if it is written in another way than the rules write it. */
function partsOf(game: Game, turn: string): readonly Part[] {
  const [first, second] = turn.split(',');
  const preparation = game.view.parts.find(({ text }) => text === first);
  if (first === undefined || preparation === undefined) return noParts;
  if (second === undefined) return [preparation];
  const advance = game.after(first)?.parts.find(({ text }) => text === second);
  return advance === undefined ? noParts : [preparation, advance];
}

interface Opening {
  readonly fen?: string | undefined;
  readonly turns?: readonly string[] | undefined;
}

/** Call `free` when the page is left. */
export class Table {
  readonly variant: Variant;
  /** The position the game began with. */
  readonly start: string;
  readonly rules: Rules;
  readonly #game: Game;
  #steps: readonly Step[] = $state.raw([]);
  #shown = $state(0);
  #staging: Staging = $state.raw() as Staging;
  #declared: Outcome | null = $state.raw(null);

  /** Throws if there is no such position or a turn cannot be played: what comes from outside goes through `open`. */
  constructor(rules: Rules, variant: Variant, { fen, turns = [] }: Opening = {}) {
    const made = rules.game(variant, fen);
    if ('error' in made) throw new Error(made.error);
    this.rules = rules;
    this.variant = variant;
    this.#game = made.game;
    this.start = made.game.view.fen;
    this.#steps = [{ view: made.game.view, last: noParts }];
    this.#staging = stageNothing(made.game);
    for (const turn of turns) {
      const refusal = this.play(turn);
      if (refusal === null) continue;
      this.free();
      throw new Error(`${turn}: ${refusal.message}`);
    }
  }

  /** A game from a position and turns that may be wrong. */
  static open(rules: Rules, variant: Variant, opening: Opening = {}): { table: Table } | { error: string } {
    try {
      return { table: new Table(rules, variant, opening) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  /** How many turns have been played. */
  get ply(): number {
    return this.#steps.length - 1;
  }
  get turns(): readonly string[] {
    void this.#steps;
    return this.#game.turns;
  }
  /** After how many turns the position in sight is. */
  get shown(): number {
    return this.#shown;
  }
  /** Whether the position in sight is the one to play in. */
  get live(): boolean {
    return this.#shown === this.ply;
  }
  get staging(): Staging {
    return this.#staging;
  }
  /** The position in sight, with the staged parts on the board. */
  get view(): View {
    return this.live ? this.#staging.view : this.#step.view;
  }
  /** The parts of the turn that led to the position in sight. */
  get last(): readonly Part[] {
    return this.#step.last;
  }
  /** Parts staged on the position in sight. */
  get staged(): readonly Part[] {
    return this.live ? this.#staging.parts : noParts;
  }
  /** What may be played next by hand. */
  get parts(): readonly Part[] {
    return this.live && this.outcome === null ? this.#staging.targets : noParts;
  }
  /** Who is to move in the game, whatever is in sight. */
  get toMove(): Color {
    return this.#latest.view.toMove;
  }
  /** How the game ended: by the rules, or as declared. */
  get outcome(): Outcome | null {
    return this.#latest.view.outcome ?? this.#declared;
  }
  /** The position of the game after so many turns. */
  position(ply: number): View | null {
    return this.#steps[ply]?.view ?? null;
  }
  /** The parts of a turn that was played, counted from 1. */
  partsAt(ply: number): readonly Part[] {
    return this.#steps[ply]?.last ?? noParts;
  }

  /** The parts of a turn that may be played at the end of the game; none if it may not. */
  partsFor(turn: string): readonly Part[] {
    void this.#steps;
    return partsOf(this.#game, turn);
  }
  /** The enemy pieces that a turn, counted from 1, took off the board. */
  removedAt(ply: number): { readonly color: Color; readonly squares: readonly Square[] } | null {
    const before = this.position(ply - 1);
    const after = this.position(ply);
    if (before === null || after === null) return null;
    const color = otherColor(before.toMove);
    const left = new Set(after.board[color]);
    return { color, squares: before.board[color].filter((square) => !left.has(square)) };
  }

  /** Plays a whole turn at the end of the game. What is in sight follows if it was the end. */
  play(turn: string): Refusal | null {
    const { live } = this;
    const last = partsOf(this.#game, turn);
    const refusal = this.#game.play(turn);
    if (refusal !== null) return refusal;
    const before = this.#latest;
    this.#steps = [
      ...this.#steps.slice(0, -1),
      { ...before, view: { ...before.view, parts: noParts } },
      { view: this.#game.view, last },
    ];
    this.#staging = stageNothing(this.#game);
    if (live) this.#shown = this.ply;
    return null;
  }

  /** Takes turns back until `plies` of them remain. */
  takeBackTo(plies: number): void {
    if (plies >= this.ply) return;
    while (this.#game.turns.length > plies && this.#game.takeBack());
    const kept = this.#steps.slice(0, plies + 1);
    const end = kept[kept.length - 1];
    if (end !== undefined) kept[kept.length - 1] = { view: this.#game.view, last: end.last };
    this.#steps = kept;
    this.#staging = stageNothing(this.#game);
    this.#declared = null;
    this.#shown = Math.min(this.#shown, this.ply);
  }

  takeBack(turns = 1): void {
    this.takeBackTo(Math.max(0, this.ply - turns));
  }

  /** Ends the game by what the rules do not know of: resignation, agreement, time. Null lets it go on. */
  declare(outcome: Outcome | null): void {
    this.#declared = outcome;
    if (outcome !== null) this.#staging = stageNothing(this.#game);
  }

  /** Brings another position of the game in sight. What was staged is let go. */
  go(ply: number): void {
    const to = Math.max(0, Math.min(ply, this.ply));
    if (to === this.#shown) return;
    if (this.#staging.parts.length > 0) this.#staging = stageNothing(this.#game);
    this.#shown = to;
  }

  /** Stages a part that is among `parts`. */
  stage(text: string): Refusal | null {
    const made = stageText(this.#game, this.#staging, text);
    if ('refusal' in made) return made.refusal;
    this.#staging = made.staging;
    return null;
  }
  /** One staged part back. */
  undo(): void {
    this.#staging = undoStage(this.#game, this.#staging);
  }
  unstage(): void {
    if (this.#staging.parts.length > 0) this.#staging = stageNothing(this.#game);
  }

  /** Of a part after what is staged, or of a whole turn when nothing is. */
  whyNot(part: string): Refusal | null {
    return this.#game.whyNot(this.#withStaged(part));
  }
  removedBy(part: string): readonly number[] {
    return this.#game.removedBy(this.#withStaged(part));
  }
  /** Of both sides in the position of the game. */
  cutPoints(): readonly number[] {
    void this.#steps;
    return [...this.#game.cutPoints('white'), ...this.#game.cutPoints('black')];
  }

  /** The game as a text to keep, with its players. */
  record(tags: readonly Tag[]): string {
    void this.#steps;
    return this.#game.record(tags, this.#latest.view.outcome === null ? this.#declared : null);
  }

  free(): void {
    this.#game.free();
  }

  get #latest(): Step {
    const step = this.#steps[this.#steps.length - 1];
    if (step === undefined) throw new Error('a table without a position');
    return step;
  }
  get #step(): Step {
    return this.#steps[this.#shown] ?? this.#latest;
  }
  #withStaged(part: string): string {
    return [...this.#staging.parts.map(({ text }) => text), part].join(',');
  }
}
