// The tree of a study, pure: every change gives another tree and leaves the old one as it was.
//
// A node is found by its path, the turns that lead to it. So paths stay good as long as their node is there, whatever
// happens to its siblings; an undone change brings every node back under the path it had.
import { emptyNotes, type Notes, type Path, type Study, type TreeNode } from './types.ts';

export const rootPath: Path = '';

export const turnsOf = (path: Path): string[] => (path === '' ? [] : path.split(' '));
export const pathOf = (turns: readonly string[]): Path => turns.join(' ');
export const childPath = (path: Path, turn: string): Path => (path === '' ? turn : `${path} ${turn}`);
export const parentPath = (path: Path): Path => path.slice(0, Math.max(0, path.lastIndexOf(' ')));
export const plyOf = (path: Path): number => turnsOf(path).length;
/** Whether a path goes through another one, or is it. */
export const isWithin = (path: Path, of: Path): boolean => of === '' || path === of || path.startsWith(`${of} `);

export function nodeOf(turn: string, fen: string, children: readonly TreeNode[] = [], notes: Partial<Notes> = {}): TreeNode {
  return { ...emptyNotes, ...notes, turn, fen, children, collapsed: false };
}

/** The nodes from the start to the end of the path; null if it leads nowhere. */
export function nodesOn(root: TreeNode, path: Path): TreeNode[] | null {
  const nodes = [root];
  let node = root;
  for (const turn of turnsOf(path)) {
    const next = node.children.find((child) => child.turn === turn);
    if (next === undefined) return null;
    nodes.push(next);
    node = next;
  }
  return nodes;
}

export function nodeAt(root: TreeNode, path: Path): TreeNode | null {
  return nodesOn(root, path)?.at(-1) ?? null;
}

/** As far along the path as there are nodes. */
export function nearest(root: TreeNode, path: Path): Path {
  const turns = turnsOf(path);
  while (turns.length > 0 && nodeAt(root, pathOf(turns)) === null) turns.pop();
  return pathOf(turns);
}

/** The tree with one node replaced; the same tree if there is none, or nothing changed. */
function changed(root: TreeNode, turns: readonly string[], change: (node: TreeNode) => TreeNode): TreeNode {
  const [turn, ...rest] = turns;
  if (turn === undefined) return change(root);
  const at = root.children.findIndex((child) => child.turn === turn);
  const child = root.children[at];
  if (child === undefined) return root;
  const next = changed(child, rest, change);
  return next === child ? root : { ...root, children: root.children.with(at, next) };
}

export function change(root: TreeNode, path: Path, how: (node: TreeNode) => TreeNode): TreeNode {
  return changed(root, turnsOf(path), how);
}

/** Adds a turn as the last child, if it is not one already. */
export function addTurn(root: TreeNode, path: Path, turn: string, fen: string): TreeNode {
  return change(root, path, (node) =>
    node.children.some((child) => child.turn === turn) ? node : { ...node, children: [...node.children, nodeOf(turn, fen)] },
  );
}

/** Takes a node away, and all after it. */
export function remove(root: TreeNode, path: Path): TreeNode {
  const turn = turnsOf(path).at(-1);
  if (turn === undefined) return root;
  return change(root, parentPath(path), (node) => {
    const children = node.children.filter((child) => child.turn !== turn);
    return children.length === node.children.length ? node : { ...node, children };
  });
}

/** Moves the child at the end of a path to another place among its siblings. */
function place(root: TreeNode, path: Path, where: (at: number) => number): TreeNode {
  const turn = turnsOf(path).at(-1);
  return change(root, parentPath(path), (node) => {
    const at = node.children.findIndex((child) => child.turn === turn);
    const child = node.children[at];
    const to = Math.max(0, where(at));
    if (child === undefined || to === at) return node;
    const rest = node.children.filter((one) => one !== child);
    return { ...node, children: [...rest.slice(0, to), child, ...rest.slice(to)] };
  });
}

/** The path to where the variation that holds this node branches off, with its first turn; null on the main line. */
export function branchOf(root: TreeNode, path: Path): Path | null {
  const turns = turnsOf(path);
  for (let length = turns.length; length > 0; --length) {
    const at = pathOf(turns.slice(0, length));
    const siblings = nodeAt(root, parentPath(at))?.children ?? [];
    if (siblings.length > 1 && siblings[0]?.turn !== turns[length - 1]) return at;
  }
  return null;
}

/** The innermost variation that holds the node moves up by one among its siblings. */
export function promote(root: TreeNode, path: Path): TreeNode {
  const branch = branchOf(root, path);
  return branch === null ? root : place(root, branch, (at) => at - 1);
}

/** All turns up to the node become the first of their siblings. */
export function makeMain(root: TreeNode, path: Path): TreeNode {
  const turns = turnsOf(path);
  let made = root;
  for (let length = 1; length <= turns.length; ++length) made = place(made, pathOf(turns.slice(0, length)), () => 0);
  return made;
}

export function isMain(root: TreeNode, path: Path): boolean {
  return branchOf(root, path) === null;
}

/** The path of the line that goes on from here, by first children. */
export function lineEnd(root: TreeNode, path: Path): Path {
  let node = nodeAt(root, path);
  const turns = turnsOf(path);
  while (node !== null && node.children[0] !== undefined) {
    node = node.children[0];
    turns.push(node.turn);
  }
  return pathOf(turns);
}

/** All nodes with their paths, parents first, lines before variations. */
export function* walk(root: TreeNode, path: Path = rootPath): Generator<{ readonly node: TreeNode; readonly path: Path }> {
  const waiting: { readonly node: TreeNode; readonly path: Path }[] = [{ node: root, path }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const child of [...next.node.children].reverse()) waiting.push({ node: child, path: childPath(next.path, child.turn) });
  }
}

/** Positions that stand in the tree more than once, with the paths to them. */
export function transpositions(root: TreeNode): ReadonlyMap<string, readonly Path[]> {
  const found = new Map<string, Path[]>();
  for (const { node, path } of walk(root)) {
    const paths = found.get(node.fen);
    if (paths === undefined) found.set(node.fen, [path]);
    else paths.push(path);
  }
  for (const [fen, paths] of found) {
    // Who comes back to a position in one line repeats it; two lines that meet transpose.
    const apart = paths.filter((path) => !paths.some((other) => other !== path && (isWithin(path, other) || isWithin(other, path))));
    if (apart.length < 2) found.delete(fen);
    else found.set(fen, apart);
  }
  return found;
}

export const size = (root: TreeNode): number => [...walk(root)].length - 1;

/** The turns of the main line. */
export const mainTurns = (study: Study): string[] => turnsOf(lineEnd(study.root, rootPath));
