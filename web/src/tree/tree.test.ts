// Laws of the tree under edits at random, and the way of a study through the C++ reader and writer and back.
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeRules, wasmOf } from '../../tests/node_rules.ts';
import type { Rules } from '../rules/types.ts';
import { begin, edit, redo, undo, type History } from './history.ts';
import { rowsOf, type Item } from './layout.ts';
import { studiesIn, type Studies } from './study.ts';
import { annotated, chances, emptyStudy, grown, pick, someTurn } from './testing.ts';
import * as tree from './tree.ts';
import type { Path, Study } from './types.ts';

let rules: Rules;
let studies: Studies;
beforeAll(async () => {
  rules = await nodeRules();
  studies = await studiesIn(await wasmOf('wasm_rules'));
});

/** One edit at random. */
function someEdit(study: Study, chance: () => number): Study {
  const path = pick([...tree.walk(study.root)], chance)?.path ?? '';
  const { root } = study;
  const kind = Math.floor(chance() * 6);
  if (kind < 2) {
    const next = someTurn(rules, study, path, chance);
    return next === null ? study : { ...study, root: tree.addTurn(root, path, next.turn, next.fen) };
  }
  const edited =
    kind === 2 ? tree.promote(root, path)
    : kind === 3 ? tree.makeMain(root, path)
    : kind === 4 && chance() < 0.3 ? tree.remove(root, path)
    : tree.change(root, path, (node) => ({ ...node, comment: `words ${chance().toFixed(3)}` }));
  return edited === root ? study : { ...study, root: edited };
}

describe.each(['ordo', 'ordox'] as const)('%s', (variant) => {
  test('whatever is edited, undoing everything restores the tree and redoing brings it back', () => {
    const chance = chances(18);
    const start = emptyStudy(rules, variant);
    let history: History = begin(start);
    const seen: Study[] = [start];
    for (let i = 0; i < 60; ++i) {
      const next = someEdit(history.now.study, chance);
      if (next !== history.now.study) seen.push(next);
      history = edit(history, next, '');
    }
    const end = history.now.study;
    for (const study of seen.slice(0, -1).reverse()) {
      history = undo(history);
      expect(history.now.study).toBe(study);
    }
    expect(undo(history)).toBe(history);
    while (history.future.length > 0) history = redo(history);
    expect(history.now.study).toBe(end);
  });

  test('paths stay good: what is not taken away is found where it was', () => {
    const chance = chances(4);
    let study = grown(rules, variant, 12, 5, 4, chance);
    for (let i = 0; i < 20; ++i) {
      const before = [...tree.walk(study.root)].map(({ path, node }) => [path, node.fen] as const);
      const next = someEdit(study, chance);
      const gone = before.filter(([path]) => tree.nodeAt(next.root, path) === null);
      for (const [path, fen] of before) {
        const node = tree.nodeAt(next.root, path);
        if (node !== null) expect(node.fen).toBe(fen);
        else expect(gone.some(([other]) => tree.isWithin(path, other))).toBe(true);
        expect(tree.isWithin(path, tree.nearest(next.root, path))).toBe(true);
      }
      study = next;
    }
  });

  test('a line made the main one is the main one, and a promoted one moved up', () => {
    const chance = chances(9);
    const study = grown(rules, variant, 8, 6, 3, chance);
    for (const { path } of tree.walk(study.root)) {
      const made = tree.makeMain(study.root, path);
      expect(tree.isMain(made, path)).toBe(true);
      expect(tree.size(made)).toBe(tree.size(study.root));
      let promoted = study.root;
      for (let i = 0; i < 50 && !tree.isMain(promoted, path); ++i) promoted = tree.promote(promoted, path);
      expect(tree.isMain(promoted, path)).toBe(true);
    }
  });

  test('the record of a study reads back as the same study', () => {
    const chance = chances(77);
    for (let round = 0; round < 5; ++round) {
      const grew = grown(rules, variant, 14, 5, 4, chance);
      const study = { ...grew, root: annotated(grew.root, chance) };
      const record = studies.write(study);
      if ('error' in record) throw new Error(record.error);
      const again = studies.read(record.value);
      if ('error' in again) throw new Error(`${again.error}\n${record.value}`);
      expect(again.value.root).toEqual(study.root);
      expect(again.value.tags).toEqual(study.tags);
      expect(studies.write(again.value)).toEqual(record);
    }
  });

  test('an address holds the same study, and a long one in fewer than 2,000 characters', () => {
    const chance = chances(3);
    let most = { turns: 0, letters: 0 };
    for (let round = 0; round < 2; ++round) {
      const study = grown(rules, variant, 100, 20, 6, chance);
      const packed = studies.pack(study);
      if ('error' in packed) continue; // a repetition ends the game in the middle of a line
      const again = studies.unpack(packed.value);
      if ('error' in again) throw new Error(again.error);
      expect(again.value.root).toEqual(study.root);
      const turns = tree.size(study.root);
      if (turns > most.turns) most = { turns, letters: packed.value.length };
    }
    expect(most.turns).toBeGreaterThan(120);
    expect(most.letters).toBeLessThan(1500);
    process.stdout.write(`    ${variant}: ${String(most.turns)} turns in ${String(most.letters)} letters\n`);
  });

  test('every turn is drawn exactly once', () => {
    const chance = chances(11);
    const { root } = grown(rules, variant, 14, 12, 5, chance);
    const paths: Path[] = [];
    const visit = (items: readonly Item[]): void => {
      for (const item of items) {
        if (item.t === 'turn') paths.push(item.cell.path);
        else if (item.t === 'aside') visit(item.items);
        else if (item.t === 'lines') for (const line of item.lines) visit(line.items);
      }
    };
    for (const row of rowsOf(root)) {
      if (row.t === 'turns') for (const cell of [row.white, row.black]) if (cell !== null) paths.push(cell.path);
      if (row.t === 'lines') for (const line of row.lines) visit(line.items);
    }
    expect([...paths].sort()).toEqual([...tree.walk(root)].map(({ path }) => path).filter((path) => path !== '').sort());
  });
});

test('lines that meet are marked, a repeated position is not', () => {
  const turns = [['c2-c4', 'c7-c5', 'd2-d4'], ['d2-d4', 'c7-c5', 'c2-c4']];
  let root = emptyStudy(rules, 'ordo').root;
  for (const line of turns) {
    let path: Path = '';
    for (const turn of line) {
      const made = rules.game('ordo', '', [...tree.turnsOf(path), turn]);
      if ('error' in made) throw new Error(made.error);
      root = tree.addTurn(root, path, turn, made.game.view.fen);
      made.game.free();
      path = tree.childPath(path, turn);
    }
  }
  const found = tree.transpositions(root);
  expect([...found.values()]).toEqual([turns.map((line) => line.join(' '))]);
});

test('what is no record, and what is no study, is refused with a reason', () => {
  expect(studies.read('1. c2-c9 *')).toHaveProperty('error');
  expect(studies.unpack('nonsense')).toHaveProperty('error');
  const study = emptyStudy(rules, 'ordo');
  const broken: Study = { ...study, root: { ...study.root, children: [tree.nodeOf('c2-c9', study.root.fen)] } };
  expect(studies.write(broken)).toHaveProperty('error');
});

test('a review tells what turns lost, and writes it into the record', () => {
  const study = studies.read('1. c2-c4 c7-c5 2. d2-d4 *');
  if ('error' in study) throw new Error(study.error);
  const found = [
    [{ score: '0.10', turns: ['d2-d4'] }], [{ score: '0.00', turns: ['c7-c5'] }], [{ score: '-0.20', turns: ['e3-e4'] }], [{ score: '3.00', turns: ['d7-d5'] }],
  ];
  const review = studies.review(study.value, found);
  expect(review.turns.map(({ judgement }) => judgement)).toEqual(['fine', 'fine', 'blunder']);
  expect(review.white.worst).toEqual([2]);
  expect(review.chances[3]).toBeCloseTo(1 - studies.chance(300), 3);
  const record = studies.annotated(study.value, found);
  expect('value' in record && record.value).toContain('2. d2-d4??');
});

test('what is wrong with a position is said by a word', () => {
  expect(studies.flaw('ordo', rules.startFen)).toBeNull();
  expect(studies.flaw('ordo', '10/10/10/10/10/10/10/10 w')?.flaw).toBe('no-pieces');
  expect(studies.flaw('ordox', '10/w8w/10/10/10/4b5/10/10 w')?.flaw).toBe('split-in-ordox');
  expect(studies.flaw('ordo', 'x w')?.flaw).toBe('syntax');
});
