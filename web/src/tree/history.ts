// Edits of a study with undo and redo: each state is a whole tree, and trees share what did not change.
import type { Path, Study } from './types.ts';

interface State {
  readonly study: Study;
  /** Where one was after the edit, and is again when it is undone. */
  readonly path: Path;
}

/** Older ones are forgotten. */
const most = 200;

export interface History {
  readonly past: readonly State[];
  readonly now: State;
  readonly future: readonly State[];
}

export const begin = (study: Study, path: Path = ''): History => ({ past: [], now: { study, path }, future: [] });

/** An edit; one that changes nothing is none. */
export function edit(history: History, study: Study, path: Path): History {
  if (study === history.now.study) return at(history, path);
  return { past: [...history.past, history.now].slice(-most), now: { study, path }, future: [] };
}

/** Elsewhere in the same tree: nothing to undo. */
export function at(history: History, path: Path): History {
  return path === history.now.path ? history : { ...history, now: { ...history.now, path } };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}
