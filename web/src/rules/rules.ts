// The rules of types.ts on the WASM module: asks the C++ library, and understands its answers.
import rulesUrl from '../wasm/wasm_rules.wasm?url';
import { compileFrom, encode, instantiate, readText, writeBytes, type WasmInstance } from '../wasm_host.ts';
import type { Board, Color, Game, Outcome, Part, Refusal, Rules, Square, Tag, Variant, View } from './types.ts';

const functionNames = [
  'session_new',
  'session_free',
  'session_question',
  'session_answer',
  'session_answer_size',
  'session_start',
  'session_play',
  'session_take_back',
  'session_view',
  'session_removed',
  'session_may_play',
  'session_cut_points',
  'session_record',
  'session_read',
] as const;
type FunctionName = (typeof functionNames)[number];
type Module = WasmInstance<FunctionName>;

/** [text, from, to, squares, step from one square to the next, captures, keep or -1, preparation] */
type RawPart = readonly [string, Square, Square, number, number, boolean, number, boolean];

/** The answer to session_view, as src/apps/browser/wasm_rules.cpp writes it. */
interface RawView {
  readonly fen: string;
  readonly white: readonly Square[];
  readonly black: readonly Square[];
  readonly whiteToMove: boolean;
  readonly advancing: boolean;
  readonly whiteGroups: readonly (readonly Square[])[];
  readonly blackGroups: readonly (readonly Square[])[];
  readonly ending: string | null;
  readonly winner: 'White' | 'Black' | null;
  readonly parts: readonly RawPart[];
}

function line(start: Square, squares: number, step: number): Square[] {
  return Array.from({ length: squares }, (_, i) => start + i * step);
}

function partOf([text, from, to, squares, step, captures, keep, preparation]: RawPart): Part {
  return {
    text,
    origin: line(from, squares, step),
    destination: line(to, squares, step),
    captures,
    keep: keep < 0 ? null : keep,
    preparation,
  };
}

/** The answer to session_read. */
interface RawRecord {
  readonly variant: Variant;
  readonly turns: readonly string[];
  readonly tags: readonly Tag[];
}

function colorOf(name: 'White' | 'Black'): Color {
  return name === 'White' ? 'white' : 'black';
}

function viewOf(variant: Variant, raw: RawView): View {
  const board: Board = { white: raw.white, black: raw.black };
  return {
    variant,
    fen: raw.fen,
    board,
    toMove: raw.whiteToMove ? 'white' : 'black',
    advancing: raw.advancing,
    groups: { white: raw.whiteGroups, black: raw.blackGroups },
    outcome: raw.ending === null ? null : { winner: raw.winner && colorOf(raw.winner), ending: raw.ending },
    parts: raw.parts.map(partOf),
  };
}

/** One session of the module; every call says its question first. */
class Session {
  readonly #module: Module;
  #address: number;

  constructor(module: Module) {
    this.#module = module;
    this.#address = module.functions.session_new();
  }

  /** Whether the module said yes to `question`, and what it answered. */
  ask(name: FunctionName, question = '', ...values: number[]): { yes: boolean; answer: string } {
    if (this.#address === 0) throw new Error('a game is used after it was freed');
    const { functions, memory } = this.#module;
    const bytes = encode(question);
    writeBytes(memory, functions.session_question(this.#address, bytes.length), bytes);
    const yes = functions[name](this.#address, ...values) !== 0;
    const answer = readText(memory, functions.session_answer(this.#address), functions.session_answer_size(this.#address));
    return { yes, answer };
  }

  free(): void {
    if (this.#address !== 0) this.#module.functions.session_free(this.#address);
    this.#address = 0;
  }
}

class WasmGame implements Game {
  readonly #variant: Variant;
  readonly #session: Session;
  readonly #turns: string[];
  #view: View | null = null;

  constructor(variant: Variant, session: Session, turns: readonly string[] = []) {
    this.#variant = variant;
    this.#session = session;
    this.#turns = [...turns];
  }

  get view(): View {
    this.#view ??= this.#viewAfter('');
    if (!this.#view) throw new Error('the rules gave no view of a game');
    return this.#view;
  }

  get turns(): readonly string[] {
    return this.#turns;
  }

  play(turn: string): Refusal | null {
    const { yes, answer } = this.#session.ask('session_play', turn);
    if (!yes) return JSON.parse(answer) as Refusal;
    this.#turns.push(answer);
    this.#view = null;
    return null;
  }

  takeBack(): boolean {
    if (!this.#session.ask('session_take_back').yes) return false;
    this.#turns.pop();
    this.#view = null;
    return true;
  }

  after(part: string): View | null {
    // The module takes no parts as a question about the game itself.
    return part.trim() === '' ? null : this.#viewAfter(part);
  }

  removedBy(part: string): readonly Square[] {
    const { yes, answer } = this.#session.ask('session_removed', part);
    return yes ? (JSON.parse(answer) as Square[]) : [];
  }

  whyNot(text: string): Refusal | null {
    const { yes, answer } = this.#session.ask('session_may_play', text);
    return yes ? null : (JSON.parse(answer) as Refusal);
  }

  cutPoints(color: Color): readonly Square[] {
    return JSON.parse(this.#session.ask('session_cut_points', '', color === 'white' ? 1 : 0).answer) as Square[];
  }

  record(tags: readonly Tag[], declared: Outcome | null = null): string {
    const how = declared === null ? '' : declared.winner === null ? declared.ending : `${declared.ending} ${declared.winner === 'white' ? 'White' : 'Black'}`;
    // A line each: whatever else breaks lines in a name is a space to the record.
    const lines = [how, ...tags.flat()].map((line) => line.replaceAll('\n', ' '));
    const { yes, answer } = this.#session.ask('session_record', lines.join('\n'));
    if (!yes) throw new Error(answer);
    return answer;
  }

  free(): void {
    this.#session.free();
  }

  #viewAfter(parts: string): View | null {
    const { yes, answer } = this.#session.ask('session_view', parts);
    return yes ? viewOf(this.#variant, JSON.parse(answer) as RawView) : null;
  }
}

function startGame(module: Module, variant: Variant, fen: string, turns: readonly string[]): { game: Game } | { error: string } {
  const session = new Session(module);
  const { yes, answer } = session.ask('session_start', fen, variant === 'ordox' ? 1 : 0);
  if (!yes) {
    session.free();
    return { error: answer };
  }
  const game = new WasmGame(variant, session);
  for (const [i, turn] of turns.entries()) {
    const refusal = game.play(turn);
    if (refusal) {
      game.free();
      return { error: `turn ${String(i + 1)}: ${refusal.message}` };
    }
  }
  return { game };
}

function readGame(module: Module, record: string): ReturnType<Rules['read']> {
  const session = new Session(module);
  const { yes, answer } = session.ask('session_read', record);
  if (!yes) {
    session.free();
    return { error: answer };
  }
  const { variant, turns, tags } = JSON.parse(answer) as RawRecord;
  return { game: new WasmGame(variant, session, turns), tags };
}

/** The rules in a module that is compiled already. */
export async function rulesIn(compiled: WebAssembly.Module): Promise<Rules> {
  const module = await instantiate(compiled, functionNames);
  const initial = startGame(module, 'ordo', '', []);
  if ('error' in initial) throw new Error(initial.error);
  const startFen = initial.game.view.fen;
  initial.game.free();
  return {
    startFen,
    game: (variant, fen = '', turns = []) => startGame(module, variant, fen, turns),
    read: (record) => readGame(module, record),
  };
}

let loading: Promise<Rules> | null = null;

/** The rules from this site; loaded once, and tried again after a failure. */
export function loadRules(): Promise<Rules> {
  loading ??= compileFrom(rulesUrl)
    .then(rulesIn)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}
