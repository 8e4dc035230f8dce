// The engine inside its module, with threads or without: questions go in, reports and answers come out.
import { encode, instantiate, pick, readText, writeBytes, type WasmInstance } from '../wasm_host.ts';
import type { Info, StopFlag, TableTurn, ThinkRequest } from './messages.ts';

const functionNames = [
  'engine_new',
  'engine_question',
  'engine_answer',
  'engine_answer_size',
  'engine_stop_flag',
  'engine_new_game',
  'engine_start',
  'engine_look_up',
  'engine_think',
] as const;
export type EngineModule = WasmInstance<(typeof functionNames)[number]>;

export interface Answer {
  /** Null if the game is over. */
  readonly turn: string | null;
  readonly nodes: number;
  readonly time: number;
}

/** Called with the place of a report in memory. */
type OnReport = (address: number, size: number) => void;

/** The module without threads. */
export function singleEngine(compiled: WebAssembly.Module, onReport: OnReport): Promise<EngineModule> {
  return instantiate(compiled, functionNames, { ordo_report: onReport });
}

/** What Emscripten's script for the module with threads takes and gives: only what is used here. */
export type ThreadsFactory = (options: {
  readonly wasmMemory: WebAssembly.Memory;
  readonly helpers: number;
  readonly mainScriptUrlOrBlob: string;
  readonly onReport: OnReport;
  locateFile(file: string): string;
}) => Promise<Readonly<Record<string, unknown>>>;

const page = 65_536;
/** As in src/apps/CMakeLists.txt. */
const initialMemory = 64 * 1024 * 1024;
const maximumMemory = 512 * 1024 * 1024;

/** The module with threads: the thread that thinks, and `helpers` others, which are started beforehand. */
export async function threadedEngine(
  create: ThreadsFactory,
  helpers: number,
  urls: { readonly script: string; readonly wasm: string; readonly worker: string },
  onReport: OnReport,
): Promise<EngineModule> {
  const memory = new WebAssembly.Memory({ initial: initialMemory / page, maximum: maximumMemory / page, shared: true });
  const module = await create({
    wasmMemory: memory,
    helpers: Math.max(1, helpers), // Emscripten's script waits forever for a pool of none to load
    mainScriptUrlOrBlob: urls.script,
    onReport,
    locateFile: (file) => (file.endsWith('.wasm') ? urls.wasm : urls.worker),
  });
  return { functions: pick(module, functionNames, '_'), memory };
}

export class EngineHost {
  readonly #module: EngineModule;
  readonly #session: number;

  /** `hash` in megabytes. */
  constructor(module: EngineModule, hash: number, threads: number) {
    this.#module = module;
    this.#session = module.functions.engine_new(hash, threads);
  }

  get stopFlag(): StopFlag | null {
    const { buffer } = this.#module.memory;
    if (typeof SharedArrayBuffer === 'undefined' || !(buffer instanceof SharedArrayBuffer)) return null;
    return { buffer, address: this.#module.functions.engine_stop_flag(this.#session) };
  }

  newGame(): void {
    this.#module.functions.engine_new_game(this.#session);
  }

  /** Thinks until it is done: nothing else happens on this thread meanwhile. */
  think(request: ThinkRequest): Answer | { readonly error: string } {
    const { functions } = this.#module;
    if (!this.#start(request)) return { error: this.#answer() };
    if (request.fresh === true) functions.engine_new_game(this.#session);
    functions.engine_think(this.#session, request.level ?? 0, request.multipv, request.movetime ?? 0, request.depth ?? 0, request.nodes ?? 0);
    return JSON.parse(this.#answer()) as Answer;
  }

  /** What the endgame tables say of each turn of the position; nothing where they do not reach. */
  lookUp(request: ThinkRequest): readonly TableTurn[] {
    if (!this.#start(request)) return [];
    this.#module.functions.engine_look_up(this.#session);
    return (JSON.parse(this.#answer()) as { turns: readonly TableTurn[] }).turns;
  }

  #start(request: ThinkRequest): boolean {
    const { functions } = this.#module;
    const question = encode([request.fen, ...request.turns].join('\n'));
    writeBytes(this.#module.memory, functions.engine_question(this.#session, question.length), question);
    return functions.engine_start(this.#session, request.variant === 'ordox' ? 1 : 0) !== 0;
  }

  #answer(): string {
    const { functions, memory } = this.#module;
    return readText(memory, functions.engine_answer(this.#session), functions.engine_answer_size(this.#session));
  }
}

/** A report as src/protocol/analysis_json.cpp writes it. */
export function readInfo(memory: WebAssembly.Memory, address: number, size: number): Info {
  return JSON.parse(readText(memory, address, size)) as Info;
}
