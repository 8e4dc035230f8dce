// How a tree is drawn: the main line in two columns, what branches off it indented below, short asides in brackets.
import { childPath, rootPath } from './tree.ts';
import { sideOf, type Path, type TreeNode } from './types.ts';

export interface Cell {
  readonly path: Path;
  readonly node: TreeNode;
}

/** Of a variation, one after the other. */
export type Item =
  | { readonly t: 'turn'; readonly cell: Cell; /** "3." or "3…", where it is needed. */ readonly number: string }
  | { readonly t: 'comment'; readonly text: string }
  | { readonly t: 'aside'; readonly items: readonly Item[] }
  | { readonly t: 'lines'; readonly lines: readonly Line[] };

export interface Line {
  readonly path: Path;
  readonly items: readonly Item[];
}

export type Row =
  /** `white` is null where Black begins or goes on after something between. */
  | { readonly t: 'turns'; readonly number: number; readonly white: Cell | null; readonly black: Cell | null }
  | { readonly t: 'comment'; readonly path: Path; readonly text: string }
  /** Below the turn at `path`, in place of which they could be played. */
  | { readonly t: 'lines'; readonly path: Path; readonly lines: readonly Line[]; readonly collapsed: boolean };

/** Ply 1 is the first turn; Black's first turn is ply 2 where Black begins. */
const numberOf = (ply: number): number => Math.ceil(ply / 2);
const isWhite = (ply: number): boolean => ply % 2 === 1;
const label = (ply: number): string => `${numberOf(ply)}${isWhite(ply) ? '.' : '…'}`;

/** The longest aside that stays in its line. */
const shortLine = 4;

function isShort(node: TreeNode): boolean {
  let at: TreeNode = node;
  for (let turns = 1; ; ++turns) {
    if (at.comment !== '' || at.lead !== '' || at.children.length > 1 || turns > shortLine) return false;
    const next = at.children[0];
    if (next === undefined) return true;
    at = next;
  }
}

function linesOf(path: Path, nodes: readonly TreeNode[], ply: number): Line[] {
  return nodes.map((node) => ({ path: childPath(path, node.turn), items: itemsOf(path, node, ply) }));
}

/** The line that begins with `first`, a child of the node at `parent`. */
function itemsOf(parent: Path, first: TreeNode, firstPly: number): Item[] {
  const items: Item[] = first.lead === '' ? [] : [{ t: 'comment', text: first.lead }];
  let node = first;
  let path = childPath(parent, first.turn);
  let numbered = true;
  let asides: Item[] = [];
  for (let ply = firstPly; ; ++ply) {
    items.push({ t: 'turn', cell: { path, node }, number: numbered || isWhite(ply) ? label(ply) : '' });
    if (node.comment !== '') items.push({ t: 'comment', text: node.comment });
    items.push(...asides);
    numbered = node.comment !== '' || asides.length > 0;
    const [next, ...others] = node.children;
    if (next === undefined) return items;
    const shown = node.collapsed ? [] : others;
    const [only] = shown;
    if (shown.length > 1 || (only !== undefined && !isShort(only))) {
      items.push({ t: 'lines', lines: linesOf(path, node.children, ply + 1) });
      return items;
    }
    asides = only === undefined ? [] : [{ t: 'aside', items: itemsOf(path, only, ply + 1) }];
    path = childPath(path, next.turn);
    node = next;
  }
}

export function rowsOf(root: TreeNode): Row[] {
  const rows: Row[] = [];
  if (root.comment !== '') rows.push({ t: 'comment', path: rootPath, text: root.comment });
  let node = root;
  let path = rootPath;
  let ply = sideOf(root.fen) === 'black' ? 1 : 0;
  /** The row that White's turn has begun and Black's may join. */
  let open: Cell | null = null;
  for (;;) {
    const [next, ...others] = node.children;
    if (next === undefined) break;
    ply += 1;
    const cell: Cell = { path: childPath(path, next.turn), node: next };
    const between = next.comment !== '' || others.length > 0;
    if (isWhite(ply)) {
      if (between) rows.push({ t: 'turns', number: numberOf(ply), white: cell, black: null });
      else open = cell;
    } else {
      rows.push({ t: 'turns', number: numberOf(ply), white: open, black: cell });
      open = null;
    }
    if (next.comment !== '') rows.push({ t: 'comment', path: cell.path, text: next.comment });
    if (others.length > 0) {
      rows.push({ t: 'lines', path, lines: node.collapsed ? [] : linesOf(path, others, ply), collapsed: node.collapsed });
    }
    node = next;
    path = cell.path;
  }
  if (open !== null) rows.push({ t: 'turns', number: numberOf(ply), white: open, black: null });
  return rows;
}
