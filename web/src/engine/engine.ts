// The engine as the page sees it: ask it to think, stop it, start anew. Loaded only when somebody wants it.
//
// How a search is stopped: where the page is cross-origin isolated the engine's memory is shared, and a byte in it is the
// stop sign; the engine ends within a millisecond and keeps what it knows. Elsewhere a worker that thinks hears nothing,
// so it is ended and another one started for the next question; the answer is then the best line reported so far, and all
// that is lost is the engine's memory of earlier searches. Cutting the search into slices would cost strength always.
import type { FromWorker, Info, StopFlag, TableTurn, ThinkRequest, ToWorker } from './messages.ts';

export type { Info, Score, TableTurn, ThinkRequest } from './messages.ts';

export const levels = 10;

/** The part of Worker that is used, so that tests can stand in for one. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
}

export interface EngineOptions {
  /** Where there can be several: at most this many. */
  readonly threads: number;
  /** Megabytes for the positions it remembers. */
  readonly hash: number;
}

export interface Result {
  /** Null if the game is over, or if it was stopped before it had found anything. */
  readonly turn: string | null;
  /** The last report of each line, best first. */
  readonly lines: readonly Info[];
  readonly stopped: boolean;
}

/** The engine cannot think about this: a position or turn that is none, a level that there is not. */
export class EngineRefusal extends Error {}
/** The engine did not load or broke; the next question starts another one. */
export class EngineFailure extends Error {}

interface Search {
  readonly id: number;
  readonly request: ThinkRequest;
  readonly onInfo: (info: Info) => void;
  readonly onTable: (turns: readonly TableTurn[]) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  readonly lines: Map<number, Info>;
  sent: boolean;
  stopped: boolean;
}

function complaintAbout({ level, multipv, movetime, nodes, fen, turns }: ThinkRequest): string | null {
  const whole = (value: number, from: number, to: number): boolean => Number.isInteger(value) && value >= from && value <= to;
  if (level !== null && !whole(level, 1, levels)) return `there is no level ${String(level)}: 1 to ${String(levels)}`;
  if (!whole(multipv, 1, 100)) return `1 to 100 lines can be asked for, not ${String(multipv)}`;
  if (movetime !== null && !whole(movetime, 1, 2 ** 31 - 1)) return `the time is in whole milliseconds, not ${String(movetime)}`;
  if (nodes !== undefined && !whole(nodes, 1, 2 ** 31 - 1)) return `the nodes are a whole number, not ${String(nodes)}`;
  if ([fen, ...turns].some((text) => text.includes('\n'))) return 'positions and turns are one line each';
  return null;
}

/** One engine, one search at a time. */
export class Engine {
  readonly #start: () => WorkerLike;
  readonly #options: EngineOptions;
  #worker: WorkerLike | null = null;
  #ready = false;
  #stopFlag: StopFlag | null = null;
  #search: Search | null = null;
  #waiting: Search | null = null;
  #count = 0;
  /** How many threads it uses; 0 until it is loaded. */
  threads = 0;

  constructor(start: () => WorkerLike, options: EngineOptions) {
    this.#start = start;
    this.#options = options;
  }

  /** Loads it beforehand, so that the first answer comes at once. */
  prepare(): void {
    this.#begin();
  }

  /**
   * Thinks; `onInfo` hears of each line as the search gets deeper. A search that is going on is stopped, and gives what
   * it has found, before this one begins.
   */
  think(
    request: ThinkRequest,
    onInfo: (info: Info) => void = () => undefined,
    onTable: (turns: readonly TableTurn[]) => void = () => undefined,
  ): Promise<Result> {
    const complaint = complaintAbout(request);
    if (complaint !== null) return Promise.reject(new EngineRefusal(complaint));
    return new Promise((resolve, reject) => {
      const search: Search = {
        id: ++this.#count, request, onInfo, onTable, resolve, reject, lines: new Map(), sent: false, stopped: false,
      };
      if (this.#waiting) this.#finish({ ...this.#waiting, stopped: true }, null);
      this.#waiting = search;
      this.#stopCurrent();
      this.#next();
    });
  }

  /** Ends the search that is going on and the one that waits for it; their promises give what was found. */
  stop(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#finish({ ...waiting, stopped: true }, null);
    this.#stopCurrent();
  }

  /** What it learned in another game is of no use: forget it. */
  newGame(): void {
    this.stop();
    if (this.#ready) this.#worker?.postMessage({ t: 'new-game' });
  }

  /** Ends the worker. A later question starts another. */
  dispose(): void {
    this.stop();
    this.#end();
    if (this.#search) this.#finishCurrent(bestOf(this.#search));
  }

  #stopCurrent(): void {
    const search = this.#search;
    if (!search || search.stopped) return;
    search.stopped = true;
    if (search.sent && this.#stopFlag) {
      Atomics.store(new Uint8Array(this.#stopFlag.buffer), this.#stopFlag.address, 1);
      return;
    }
    if (search.sent) this.#end();
    this.#finishCurrent(bestOf(search));
  }

  #begin(): WorkerLike {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = ({ message }) => {
      if (worker === this.#worker) this.#fail(message ?? 'the engine did not load');
    };
    worker.postMessage({ t: 'init', ...this.#options });
    return worker;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#stopFlag = null;
  }

  #next(): void {
    if (!this.#search) {
      this.#search = this.#waiting;
      this.#waiting = null;
    }
    const search = this.#search;
    if (!search || search.sent) return;
    const worker = this.#begin();
    if (!this.#ready) return;
    // A stop that came when the last search had ended by itself must not end this one.
    if (this.#stopFlag) Atomics.store(new Uint8Array(this.#stopFlag.buffer), this.#stopFlag.address, 0);
    search.sent = true;
    worker.postMessage({ t: 'think', id: search.id, request: search.request });
  }

  #hear(message: FromWorker): void {
    switch (message.t) {
      case 'ready':
        this.#ready = true;
        this.#stopFlag = message.stop;
        this.threads = message.threads;
        this.#next();
        break;
      case 'info':
        if (message.id !== this.#search?.id) break;
        this.#search.lines.set(message.info.line, message.info);
        this.#search.onInfo(message.info);
        break;
      case 'table':
        if (message.id === this.#search?.id) this.#search.onTable(message.turns);
        break;
      case 'done':
        if (message.id === this.#search?.id) this.#finishCurrent(message.turn);
        break;
      case 'refused':
        if (message.id === this.#search?.id) this.#rejectCurrent(new EngineRefusal(message.message));
        break;
      case 'failed':
        this.#fail(message.message);
        break;
    }
  }

  #fail(message: string): void {
    this.#end();
    this.#rejectCurrent(new EngineFailure(message));
  }

  #finish(search: Search, turn: string | null): void {
    const lines = [...search.lines.values()].sort((a, b) => a.line - b.line);
    search.resolve({ turn, lines, stopped: search.stopped });
  }

  #finishCurrent(turn: string | null): void {
    const search = this.#search;
    this.#search = null;
    if (search) this.#finish(search, turn);
    this.#next();
  }

  #rejectCurrent(error: Error): void {
    const search = this.#search;
    this.#search = null;
    search?.reject(error);
    if (this.#waiting) this.#next();
  }
}

function bestOf(search: Search): string | null {
  return search.lines.get(1)?.turns[0] ?? null;
}

/** As many threads as leave the machine one for the page, up to 8; 16 megabytes suit a phone. */
export function defaultOptions(): EngineOptions {
  return { threads: Math.min(8, Math.max(1, navigator.hardwareConcurrency - 1)), hash: 16 };
}

function startWorker(): WorkerLike {
  const worker = new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const seen: WorkerLike = {
    postMessage: (message) => {
      worker.postMessage(message);
    },
    terminate: () => {
      worker.terminate();
    },
    onmessage: null,
    onerror: null,
  };
  worker.onmessage = (event: MessageEvent<FromWorker>) => seen.onmessage?.(event);
  worker.onerror = (event) => seen.onerror?.(event);
  return seen;
}

/** An engine in a worker of this page. Nothing is loaded until it is asked or prepared. */
export function createEngine(options: EngineOptions = defaultOptions()): Engine {
  return new Engine(startWorker, options);
}
