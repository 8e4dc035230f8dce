// A study on the table as state: where one is in its tree, what is edited, and the position in sight.
import { Table } from '../play/table.svelte.ts';
import type { Rules } from '../rules/types.ts';
import * as histories from '../tree/history.ts';
import type { Studies } from '../tree/study.ts';
import * as tree from '../tree/tree.ts';
import type { Arrow, Path, Study, TreeNode } from '../tree/types.ts';

/** Call `free` when the page is left. */
export class Analysis {
  readonly rules: Rules;
  readonly studies: Studies;
  readonly table: Table;
  #history: histories.History = $state.raw() as histories.History;
  /** Which child the next step goes to, where there are several. */
  #fork = $state(0);

  /** Throws if a turn on the way to `path` cannot be played: studies come from the rules. */
  constructor(rules: Rules, studies: Studies, study: Study, path: Path = tree.rootPath) {
    this.rules = rules;
    this.studies = studies;
    this.table = new Table(rules, study.variant, { fen: study.root.fen });
    this.#history = histories.begin(study, tree.nearest(study.root, path));
    this.#follow();
  }

  get study(): Study {
    return this.#history.now.study;
  }
  get root(): TreeNode {
    return this.study.root;
  }
  get path(): Path {
    return this.#history.now.path;
  }
  get node(): TreeNode {
    return tree.nodeAt(this.root, this.path) ?? this.root;
  }
  get turns(): readonly string[] {
    return tree.turnsOf(this.path);
  }
  get fork(): number {
    return Math.min(this.#fork, Math.max(0, this.node.children.length - 1));
  }
  set fork(at: number) {
    const { length } = this.node.children;
    if (length > 0) this.#fork = (at + length) % length;
  }
  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }
  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  // ---- walking

  go(path: Path): void {
    this.#become(histories.at(this.#history, tree.nearest(this.root, path)));
  }
  forward(): void {
    const next = this.node.children[this.fork];
    if (next !== undefined) this.go(tree.childPath(this.path, next.turn));
  }
  back(): void {
    this.go(tree.parentPath(this.path));
  }
  first(): void {
    this.go(tree.rootPath);
  }
  last(): void {
    this.go(tree.lineEnd(this.root, this.path));
  }
  /** Back to where something else could have been played, or to the start. */
  branchBack(): void {
    let path = tree.parentPath(this.path);
    while (path !== tree.rootPath && (tree.nodeAt(this.root, path)?.children.length ?? 0) < 2) path = tree.parentPath(path);
    this.go(path);
  }
  /** On to where the line forks, or to its end. */
  branchForward(): void {
    const first = this.node.children[this.fork];
    if (first === undefined) return;
    let path = tree.childPath(this.path, first.turn);
    for (let node = first; node.children.length === 1; ) {
      const next = node.children[0];
      if (next === undefined) break;
      path = tree.childPath(path, next.turn);
      node = next;
    }
    this.go(path);
  }

  // ---- editing

  /** Plays a turn from the position in sight: goes there, and adds it if it is new. */
  play(turn: string): void {
    const to = tree.childPath(this.path, turn);
    if (tree.nodeAt(this.root, to) !== null) {
      this.go(to);
      return;
    }
    if (this.table.play(turn) !== null) return;
    const fen = this.table.position(this.table.ply)?.fen ?? '';
    this.#edit(tree.addTurn(this.root, this.path, turn, fen), to);
  }
  /** Plays a line of the engine. */
  playAll(turns: readonly string[]): void {
    for (const turn of turns) this.play(turn);
  }
  promote(path: Path): void {
    this.#edit(tree.promote(this.root, path), this.path);
  }
  makeMain(path: Path): void {
    this.#edit(tree.makeMain(this.root, path), this.path);
  }
  remove(path: Path): void {
    const root = tree.remove(this.root, path);
    this.#edit(root, tree.nearest(root, this.path));
  }
  collapse(path: Path): void {
    this.#change(path, (node) => ({ ...node, collapsed: !node.collapsed }));
  }
  comment(text: string, path = this.path): void {
    const comment = text.replace(/\s+/g, ' ').trim();
    this.#change(path, (node) => (node.comment === comment ? node : { ...node, comment }));
  }
  /** One of the six; the same again takes it away. Others that a record brought stay. */
  glyph(number: number, path = this.path): void {
    if (path === tree.rootPath) return;
    this.#change(path, (node) => {
      const others = node.glyphs.filter((one) => one > 6);
      return { ...node, glyphs: node.glyphs.includes(number) ? others : [number, ...others] };
    });
  }
  arrows(arrows: readonly Arrow[], path = this.path): void {
    this.#change(path, (node) => ({ ...node, arrows }));
  }
  undo(): void {
    this.#become(histories.undo(this.#history));
  }
  redo(): void {
    this.#become(histories.redo(this.#history));
  }

  free(): void {
    this.table.free();
  }

  #change(path: Path, how: (node: TreeNode) => TreeNode): void {
    this.#edit(tree.change(this.root, path, how), this.path);
  }
  #edit(root: TreeNode, path: Path): void {
    const study = root === this.root ? this.study : { ...this.study, root };
    this.#become(histories.edit(this.#history, study, path));
  }
  #become(history: histories.History): void {
    if (history === this.#history) return;
    if (history.now.path !== this.#history.now.path) this.#fork = 0;
    this.#history = history;
    this.#follow();
  }

  /** Brings the table to the position in sight by as few turns as possible. */
  #follow(): void {
    const wanted = this.turns;
    const { table } = this;
    let common = 0;
    while (common < wanted.length && common < table.ply && table.turns[common] === wanted[common]) ++common;
    table.takeBackTo(common);
    for (const turn of wanted.slice(common)) {
      const refusal = table.play(turn);
      if (refusal !== null) throw new Error(`${turn}: ${refusal.message}`);
    }
    table.unstage();
    table.go(table.ply);
  }
}
