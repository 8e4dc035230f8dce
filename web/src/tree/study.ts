// Studies as records and as addresses: the C++ library reads and writes them, as WASM. No record is read or written here.
import rulesUrl from '../wasm/wasm_rules.wasm?url';
import type { Color, Square, Tag, Variant } from '../rules/types.ts';
import { compileFrom, encode, instantiate, readText, writeBytes, type WasmInstance } from '../wasm_host.ts';
import { squareName } from '../board/geometry.ts';
import { nodeOf } from './tree.ts';
import { emptyNotes, type Arrow, type Study, type TreeNode } from './types.ts';

const functionNames = [
  'study_new', 'study_question', 'study_answer', 'study_answer_size', 'study_read', 'study_write', 'study_pack', 'study_unpack',
  'study_review', 'study_annotate', 'study_check', 'study_chance',
] as const;
type FunctionName = (typeof functionNames)[number];
type Module = WasmInstance<FunctionName>;

/** As src/study/tree_text.h has them. */
type RawNode = readonly [
  depth: number, turn: string, fen: string, ending: string | null, glyphs: readonly number[], words: string,
  arrows: readonly (readonly [Square, Square])[], clock: number | null, score: string | null, lead: string,
];
interface RawTree {
  readonly variant: Variant;
  readonly fen: string;
  readonly tags: readonly Tag[];
  readonly result: string;
  readonly ending: string | null;
  readonly comment: string;
  readonly arrows: readonly (readonly [Square, Square])[];
  readonly nodes: readonly RawNode[];
}

export type Judgement = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Reason {
  /** The word of study::Why: "missed-win", "home-row-open", … */
  readonly why: string;
  readonly turn: string;
  readonly square: string;
  readonly count: number;
}

export interface ReviewedTurn {
  /** Of the expected result; null where it is not known. */
  readonly lost: number | null;
  readonly judgement: Judgement;
  readonly accuracy: number;
  readonly best: string | null;
  readonly reasons: readonly Reason[];
}

export interface ReviewedPlayer {
  readonly accuracy: number | null;
  readonly lost: number;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
  /** Plies of the turns that lost most, most first, at most three. */
  readonly worst: readonly number[];
}

export type Review = {
  /** White's expected result before each turn and after the last. */
  readonly chances: readonly (number | null)[];
  readonly turns: readonly ReviewedTurn[];
} & Readonly<Record<Color, ReviewedPlayer>>;

/** One line that a search found: "0.35" or "#3" for the side to move, and its turns. */
export interface FoundLine {
  readonly score: string;
  readonly turns: readonly string[];
}
/** Of each position of a game from the start on; nothing for what was not searched. */
export type Found = readonly (readonly FoundLine[])[];

export type Asked<T> = { readonly value: T } | { readonly error: string };

export interface Flaw {
  /** The word of rules::Flaw, or "syntax", "unfinished", "over". */
  readonly flaw: string;
  readonly message: string;
}

const arrowsOf = (raw: RawTree['arrows']): Arrow[] => raw.map(([from, to]) => ({ from, to }));

function studyOf(raw: RawTree): Study {
  interface Growing { readonly node: Omit<TreeNode, 'children'>; readonly children: Growing[] }
  const root: Growing = { node: nodeOf('', raw.fen, [], { comment: raw.comment, arrows: arrowsOf(raw.arrows) }), children: [] };
  const path: Growing[] = [root];
  const order: Growing[] = [root];
  for (const [depth, turn, fen, , glyphs, comment, arrows, clock, score, lead] of raw.nodes) {
    path.length = depth;
    const made: Growing = { node: nodeOf(turn, fen, [], { ...emptyNotes, glyphs, comment, arrows: arrowsOf(arrows), clock, score, lead }), children: [] };
    path[depth - 1]?.children.push(made);
    path.push(made);
    order.push(made);
  }
  // From the leaves on, without recursion: a game may be thousands of turns long.
  const finished = new Map<Growing, TreeNode>();
  for (const growing of order.reverse()) {
    finished.set(growing, { ...growing.node, children: growing.children.flatMap((child) => finished.get(child) ?? []) });
  }
  const made = finished.get(root);
  if (made === undefined) throw new Error('a study without a start');
  return { variant: raw.variant, tags: raw.tags, result: raw.result, ending: raw.ending, root: made };
}

const oneLine = (text: string): string => text.replace(/[\t\n\r\f]+/g, ' ');

/** As src/study/tree_text.h reads it. */
function linesOf(study: Study): string {
  const { variant, result, ending, root, tags } = study;
  const lines = [`${variant}\t${result}\t${ending ?? ''}`, root.fen, ...tags.map(([name, value]) => `${name}\t${oneLine(value)}`), ''];
  const waiting: { node: TreeNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const arrows = node.arrows.map(({ from, to }) => squareName(from) + squareName(to)).join(' ');
    lines.push(
      [depth, node.turn, node.glyphs.join(' '), arrows, node.clock ?? '', node.score ?? '', oneLine(node.lead), oneLine(node.comment)].join('\t'),
    );
    for (const child of [...node.children].reverse()) waiting.push({ node: child, depth: depth + 1 });
  }
  return `${lines.join('\n')}\n`;
}

function answersOf(found: Found): string {
  return found.map((lines) => `${lines.map(({ score, turns }) => [score, ...turns].join(' ')).join('|')}\n`).join('');
}

export class Studies {
  readonly #module: Module;
  readonly #address: number;

  constructor(module: Module) {
    this.#module = module;
    this.#address = module.functions.study_new();
  }

  /** The tree of a record; `error` says what is wrong with it and in which line. */
  read(record: string): Asked<Study> {
    return this.#tree('study_read', record);
  }
  write(study: Study): Asked<string> {
    return this.#text('study_write', linesOf(study));
  }
  /** What fits into an address. */
  pack(study: Study): Asked<string> {
    return this.#text('study_pack', linesOf(study));
  }
  unpack(packed: string): Asked<Study> {
    return this.#tree('study_unpack', packed);
  }
  /** The main line looked back upon, by what a search found in its positions. */
  review(study: Study, found: Found): Review {
    const { yes, answer } = this.#ask('study_review', `${linesOf(study)}\f${answersOf(found)}`);
    if (!yes) throw new Error(answer);
    return JSON.parse(answer) as Review;
  }
  /** The record with scores, glyphs, words and better lines written into it: as `ordo analyze --annotate` does. */
  annotated(study: Study, found: Found): Asked<string> {
    return this.#text('study_annotate', `${linesOf(study)}\f${answersOf(found)}`);
  }
  /** Why nobody could be asked to move in a position; null if somebody can. */
  flaw(variant: Variant, fen: string): Flaw | null {
    const { yes, answer } = this.#ask('study_check', fen, variant === 'ordox' ? 1 : 0);
    return yes ? null : (JSON.parse(answer) as Flaw);
  }
  /** The expected result of a score in centipoints. */
  chance(centipoints: number): number {
    return this.#module.functions.study_chance(centipoints);
  }

  #text(name: FunctionName, question: string): Asked<string> {
    const { yes, answer } = this.#ask(name, question);
    return yes ? { value: answer } : { error: answer };
  }
  #tree(name: FunctionName, question: string): Asked<Study> {
    const { yes, answer } = this.#ask(name, question);
    return yes ? { value: studyOf(JSON.parse(answer) as RawTree) } : { error: answer };
  }
  #ask(name: FunctionName, question: string, ...values: number[]): { yes: boolean; answer: string } {
    const { functions, memory } = this.#module;
    const bytes = encode(question);
    writeBytes(memory, functions.study_question(this.#address, bytes.length), bytes);
    const yes = functions[name](this.#address, ...values) !== 0;
    return { yes, answer: readText(memory, functions.study_answer(this.#address), functions.study_answer_size(this.#address)) };
  }
}

/** In a module that is compiled already. */
export async function studiesIn(compiled: WebAssembly.Module): Promise<Studies> {
  return new Studies(await instantiate(compiled, functionNames));
}

let loading: Promise<Studies> | null = null;

/** Loaded once, and tried again after a failure. */
export function loadStudies(): Promise<Studies> {
  loading ??= compileFrom(rulesUrl)
    .then(studiesIn)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}
