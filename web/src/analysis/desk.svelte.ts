// The engine beside a study: thinks about the position in sight as long as it is in sight, and remembers what it found.
import { createEngine, defaultOptions, type Engine, type Info, type TableTurn } from '../engine/engine.ts';
import { stored } from '../storage.ts';
import type { Variant } from '../rules/types.ts';
import type { Known } from './cloud.ts';

export interface DeskOptions {
  /** 1 to 5. */
  readonly lines: number;
  readonly threads: number;
  /** Megabytes. */
  readonly hash: number;
  readonly arrows: boolean;
}

const between = (value: unknown, least: number, most: number, usual: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : usual;

export const mostThreads = (): number => Math.min(16, Math.max(1, navigator.hardwareConcurrency));
export const hashSizes = [16, 32, 64, 128] as const;

const kept = stored<DeskOptions>('analysis.engine', (value) => {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const usual = defaultOptions();
  return {
    lines: between(fields['lines'], 1, 5, 3),
    threads: between(fields['threads'], 1, mostThreads(), usual.threads),
    hash: between(fields['hash'], 16, 128, usual.hash),
    arrows: fields['arrows'] !== false,
  };
});

/** What is to be thought about. */
export interface Subject {
  readonly variant: Variant;
  readonly fen: string;
  readonly turns: readonly string[];
  /** The position itself, for who does not ask how it came about. */
  readonly position: string;
  /** Whose endgame tables may reach it: the browser's own, the server's, or nobody's. */
  readonly tables: 'own' | 'server' | null;
}

/** The browser's tables go to so many pieces a side; nobody's go further than the second number. */
const kOwnTables = 4;
const kMostTables = 8;

/** For a position with so many pieces on the stronger side. */
export const tablesFor = (pieces: number): Subject['tables'] => (pieces <= kOwnTables ? 'own' : pieces <= kMostTables ? 'server' : null);

/** What the server can tell of positions; null where it does not. */
export interface Server {
  readonly known: (subject: Subject) => Promise<Known | null>;
  readonly deeper: (subject: Subject, isWanted: () => boolean) => Promise<Known | null>;
  /** What its tables say of every turn; nothing where they do not reach. */
  readonly tables: (subject: Subject) => Promise<readonly TableTurn[]>;
}

export interface Thought {
  readonly lines: readonly Info[];
}
const nothing: Thought = { lines: [] };

/** Reports come faster than anybody reads. */
const kShowMs = 200;
/** Who walks quickly through a game means none of the positions on the way. */
const kPauseMs = 60;

export class Desk {
  on = $state(false);
  /** What the opponent would do, if it were his turn. */
  threat = $state(false);
  failed = $state(false);
  thinking = $state(false);
  thought: Thought = $state.raw(nothing);
  /** What the server knows of the position. */
  known: Known | null = $state.raw(null);
  /** The server has been asked to look deeper; or has been, in vain. */
  deeper: 'no' | 'asked' | 'refused' = $state('no');
  readonly #server: Server;
  #subject: Subject | null = null;
  table: readonly TableTurn[] = $state.raw([]);
  #options: DeskOptions = $state.raw(kept.read());

  #engine: Engine | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #showing: ReturnType<typeof setTimeout> | null = null;
  #count = 0;
  /** By position and the way to it: going back shows at once what was found. */
  readonly #remembered = new Map<string, Thought>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** Asks the server to look deeper at the position in sight than anybody has. */
  async lookDeeper(): Promise<void> {
    const subject = this.#subject;
    const count = this.#count;
    if (subject === null || this.deeper === 'asked') return;
    this.deeper = 'asked';
    const known = await this.#server.deeper(subject, () => count === this.#count);
    if (count !== this.#count) return;
    this.deeper = known === null ? 'refused' : 'no';
    if (known !== null) this.known = known;
  }

  /** The best lines. The server's comes first until the engine here has looked as deeply. */
  get lines(): readonly Info[] {
    const own = this.thought.lines;
    const told = this.toldBy?.info;
    const all = told === undefined ? own : [told, ...own.filter(({ turns }) => turns[0] !== told.turns[0])];
    return all.slice(0, this.#options.lines);
  }
  /** The server's answer, while nobody knows better. */
  get toldBy(): Known | null {
    return this.known !== null && this.known.info.depth > (this.thought.lines[0]?.depth ?? 0) ? this.known : null;
  }

  get options(): DeskOptions {
    return this.#options;
  }
  /** Other threads or memory need another engine. */
  choose(change: Partial<DeskOptions>): void {
    const before = this.#options;
    this.#options = { ...before, ...change };
    kept.write(this.#options);
    if (before.threads !== this.#options.threads || before.hash !== this.#options.hash) {
      this.#engine?.dispose();
      this.#engine = null;
    }
  }

  /** How many threads are at work: 1 where the browser gives no more. */
  get threads(): number {
    return this.#engine?.threads ?? 0;
  }

  /** Another position is in sight; null: none to think about. */
  look(subject: Subject | null): void {
    const count = ++this.#count;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#engine?.stop();
    this.thinking = false;
    this.table = [];
    this.known = null;
    this.deeper = 'no';
    this.#subject = subject;
    this.thought = subject === null ? nothing : (this.#remembered.get(keyOf(subject)) ?? nothing);
    if (subject === null || (!this.on && subject.tables === null)) return;
    this.#timer = setTimeout(() => {
      if (subject.tables === 'server') void this.#askTables(subject, count);
      if (this.on || subject.tables === 'own') void this.#think(subject, count);
    }, kPauseMs);
  }

  retry(): void {
    this.failed = false;
  }

  free(): void {
    this.#count += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#showing !== null) clearTimeout(this.#showing);
    this.#engine?.dispose();
    this.#engine = null;
  }

  async #askTables(subject: Subject, count: number): Promise<void> {
    const turns = await this.#server.tables(subject);
    if (count === this.#count) this.table = turns;
  }

  async #think(subject: Subject, count: number): Promise<void> {
    const { lines, threads, hash } = this.#options;
    this.#engine ??= createEngine({ threads, hash });
    const found = new Map<number, Info>();
    const before = this.thought;
    const show = (): void => {
      this.#showing = null;
      if (count !== this.#count) return;
      const all = [...found.values()].sort((a, b) => a.line - b.line);
      const deepest = all[0]?.depth ?? 0;
      // What was found before, or elsewhere, stays until there is better.
      if (deepest < (before.lines[0]?.depth ?? 0) && before.lines.length >= lines) return;
      this.thought = { lines: all };
      this.#remembered.set(keyOf(subject), this.thought);
    };
    const { on } = this;
    this.thinking = on;
    if (on && !this.threat) {
      void this.#server.known(subject).then((known) => {
        if (count === this.#count) this.known = known;
      });
    }
    try {
      await this.#engine.think(
        {
          variant: subject.variant, fen: subject.fen, turns: subject.turns, level: null, multipv: lines, movetime: null,
          tables: subject.tables === 'own', ...(on ? {} : { nodes: 1 }),
        },
        (info) => {
          if (!on || count !== this.#count) return;
          found.set(info.line, info);
          this.#showing ??= setTimeout(show, found.size === 1 && info.depth < 4 ? 0 : kShowMs);
        },
        (turns) => {
          if (count === this.#count) this.table = turns;
        },
      );
      if (on) show();
    } catch {
      if (count === this.#count) this.failed = true;
    } finally {
      if (count === this.#count) this.thinking = false;
    }
  }
}

/** Another way to the same position is another question: what is a repetition depends on it. */
const keyOf = ({ variant, fen, turns }: Subject): string => [variant, fen, ...turns].join(' ');
