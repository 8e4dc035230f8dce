// The report on an online game: the server makes it once for everybody; where it does not, this browser does.
import { recordScore } from '../analysis/scores.ts';
import { api, type Api } from '../net/api.ts';
import { flag, listOf, nothing, number, object, oneOf, type Decoder } from '../net/decode.ts';
import { serverLine, type ServerLine } from '../net/found.ts';
import type { Found, FoundLine, Studies } from '../tree/study.ts';
import type { Study } from '../tree/types.ts';
import { reportNodes } from './limits.ts';
import { Report } from './report.svelte.ts';

interface ServerReport {
  readonly state: 'none' | 'waiting' | 'done' | 'stopped' | 'failed';
  readonly nodes: number;
  readonly positions: number;
  readonly mine: boolean;
  readonly from: number;
  readonly found: readonly (readonly ServerLine[])[];
}
const serverReport: Decoder<ServerReport> = object<ServerReport>({
  state: oneOf('none', 'waiting', 'done', 'stopped', 'failed'), nodes: number, positions: number, mine: flag, from: number, found: listOf(listOf(serverLine)),
});

const kLookEveryMs = 1000;
/** So often nobody answers before this browser does it itself. */
const kPatience = 4;

export class OnlineReport extends Report {
  readonly #address: string;
  readonly #server: Api;
  /** What this browser has found by itself, and from before. */
  readonly #own: Found;
  #mine = $state(false);

  constructor(studies: Studies, study: Study, found: Found, onchange: (found: Found) => void, game: string, server: Api = api) {
    super(studies, study, found, onchange);
    this.#own = this.found;
    this.#address = `/api/games/${encodeURIComponent(game)}/report`;
    this.#server = server;
  }

  override get mayCancel(): boolean {
    return this.by === 'browser' || this.#mine;
  }

  /** Whether the server has one, or somebody has asked it for one; then it is shown and followed. */
  override async look(): Promise<boolean> {
    if (this.running || this.finished) return false;
    try {
      const there = await this.#server.get(`${this.#address}?from=0`, serverReport);
      if (this.ended || !this.#fits(there)) return false;
      this.#begin(there);
      if (there.state === 'waiting') void this.#follow();
      return true;
    } catch {
      return false;
    }
  }

  override async start(): Promise<void> {
    if (this.running || this.finished) return;
    // What this browser has begun it ends.
    if (this.by === 'browser' && this.done > 0) return super.start();
    this.running = true;
    this.failed = false;
    try {
      this.#begin({ ...(await this.#server.post(this.#address, {}, serverReport)), found: [], from: this.by === 'server' ? this.done : 0 });
    } catch {
      return this.#alone();
    }
    return this.#follow();
  }

  override cancel(): void {
    if (this.by === 'server' && this.running && this.#mine) void this.#server.delete(this.#address, nothing).catch(() => undefined);
    super.cancel();
  }

  #fits({ state, positions }: ServerReport): boolean {
    return state !== 'none' && state !== 'failed' && positions === this.all;
  }
  #begin(report: ServerReport): void {
    if (this.by !== 'server') this.found = [];
    this.by = 'server';
    this.refused = false;
    this.#take(report);
  }
  #take({ nodes, mine, from, found, state }: ServerReport): void {
    this.nodes = nodes;
    this.#mine = mine;
    if (from === this.done && found.length > 0) {
      this.found = [...this.found, ...found.map((lines): FoundLine[] => lines.map(({ score: its, turns }) => ({ score: recordScore(its), turns })))].slice(0, this.all);
      this.sumUp();
    }
    this.queued = state === 'waiting' && this.done === 0;
    this.running = state === 'waiting' && !this.ended;
  }

  async #follow(): Promise<void> {
    let unanswered = 0;
    this.running = true;
    while (this.running && !this.ended && !this.finished) {
      await new Promise((done) => setTimeout(done, kLookEveryMs));
      if (!this.running) return;
      try {
        const report = await this.#server.get(`${this.#address}?from=${String(this.done)}`, serverReport);
        unanswered = 0;
        if (!this.running || this.ended) return;
        if (!this.#fits(report)) return await this.#alone();
        this.#take(report);
      } catch {
        unanswered += 1;
        if (unanswered >= kPatience) return this.#alone();
      }
    }
    this.running = false;
  }

  /** Without the server: from what this browser knows, since others may have looked more deeply. */
  async #alone(): Promise<void> {
    if (this.ended) return;
    this.by = 'browser';
    this.refused = true;
    this.queued = false;
    this.running = false;
    this.nodes = reportNodes;
    this.found = this.#own;
    return super.start();
  }
}
