// Trees at random, for tests: turns that may be played, and notes of every kind.
import type { Game, Rules, Variant } from '../rules/types.ts';
import { addTurn, change, childPath, nodeOf, turnsOf, walk } from './tree.ts';
import type { Path, Study, TreeNode } from './types.ts';

/** Numbers from 0 to 1 that are the same in every run. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const pick = <T>(all: readonly T[], chance: () => number): T | undefined => all[Math.floor(chance() * all.length)];

/** Plays a turn at random; null if the game is over. */
function playSome(game: Game, chance: () => number): { turn: string; fen: string } | null {
  const first = pick(game.view.parts, chance);
  if (first === undefined) return null;
  const second = first.preparation ? pick(game.after(first.text)?.parts ?? [], chance) : undefined;
  const refusal = game.play(second === undefined ? first.text : `${first.text},${second.text}`);
  return refusal === null ? { turn: game.turns.at(-1) ?? '', fen: game.view.fen } : null;
}

function gameAt(rules: Rules, study: Study, path: Path): Game {
  const made = rules.game(study.variant, study.root.fen, turnsOf(path));
  if ('error' in made) throw new Error(made.error);
  return made.game;
}

/** A turn that may be played in the position at `path`, and the position after it. */
export function someTurn(rules: Rules, study: Study, path: Path, chance: () => number): { turn: string; fen: string } | null {
  const game = gameAt(rules, study, path);
  const played = playSome(game, chance);
  game.free();
  return played;
}

export const emptyStudy = (rules: Rules, variant: Variant): Study => ({
  variant, tags: [['White', 'Ada'], ['Black', 'Grace “X”']], result: '*', ending: null, root: nodeOf('', rules.startFen),
});

/** Words, glyphs and arrows on some nodes. */
export function annotated(root: TreeNode, chance: () => number): TreeNode {
  let made = root;
  for (const { path } of walk(root)) {
    if (chance() < 0.2) made = change(made, path, (node) => ({ ...node, comment: pick(['a word', 'ünï • 語', 'brace } and [%x y]'], chance) ?? '' }));
    if (chance() < 0.2 && path !== '') made = change(made, path, (node) => ({ ...node, glyphs: [1 + Math.floor(chance() * 6)] }));
    if (chance() < 0.2) made = change(made, path, (node) => ({ ...node, arrows: [{ from: Math.floor(chance() * 80), to: Math.floor(chance() * 80) }] }));
    if (chance() < 0.1 && path !== '') made = change(made, path, (node) => ({ ...node, clock: Math.floor(chance() * 9000), score: pick(['0.35', '-12.00', '#3', '#-1'], chance) ?? null }));
  }
  return made;
}

/** A line of so many turns, and variations off it. */
export function grown(rules: Rules, variant: Variant, turns: number, variations: number, length: number, chance: () => number): Study {
  let study = emptyStudy(rules, variant);
  const grow = (from: Path, count: number): void => {
    const game = gameAt(rules, study, from);
    let path = from;
    for (let i = 0; i < count; ++i) {
      const next = playSome(game, chance);
      if (next === null) break;
      study = { ...study, root: addTurn(study.root, path, next.turn, next.fen) };
      path = childPath(path, next.turn);
    }
    game.free();
  };
  grow('', turns);
  for (let i = 0; i < variations; ++i) grow(pick([...walk(study.root)], chance)?.path ?? '', length);
  return study;
}
