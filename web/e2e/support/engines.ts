// The engine twice, to be timed side by side: in a worker of a page, as the app uses it, and native. What counts is the processor's time, as
// Linux tells it: what other programs take from the machine does not.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import type { FromWorker, ThinkRequest, ToWorker } from '../../src/engine/messages.ts';
import type { Variant } from '../../src/rules/types.ts';
import { program, webFolder } from './server.ts';

/** What a search came to. */
export interface Timed {
  readonly turn: string;
  /** Of the native engine: how many it was allowed. */
  readonly nodes: number;
  /** Of the processor, by all threads. */
  readonly milliseconds: number;
}
type Found = Omit<Timed, 'milliseconds'>;
/** A depth it has come to: how many positions that took, and whether the result is proven. */
type Reached = readonly [depth: number, nodes: number, isProven: boolean];
export interface TimedEngine {
  /** With nothing remembered. */
  think(question: Question): Promise<Timed>;
  stop(): Promise<void>;
}
export interface BrowserEngine extends TimedEngine {
  /** The first depth that takes so many positions; null if the result is proven before, or it takes six times as many. */
  depthOf(question: Question, nodes: number): Promise<number | null>;
}
export interface Question {
  readonly variant: Variant;
  readonly fen: string;
  /** Null: full strength. */
  readonly level: number | null;
  /** Levels have a limit of their own. */
  readonly nodes?: number;
  readonly depth?: number;
}

const hash = 16;

/** Of the threads that a process has. */
function threadMilliseconds(process: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${String(process)}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${String(process)}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}
/** Of a process with all threads that it had, in hundredths of a second. */
function processMilliseconds(process: number): number {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${String(process)}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}
async function timed(clock: () => number, think: () => Promise<Found>): Promise<Timed> {
  const start = clock();
  const answer = await think();
  return { ...answer, milliseconds: clock() - start };
}

/** In a worker of a page of the app. */
export async function browserEngine(page: Page, threads = 1): Promise<BrowserEngine> {
  const script = readdirSync(join(webFolder, 'assets')).find((name) => /^engine_worker.*\.js$/.test(name));
  if (script === undefined) throw new Error(`no worker of the engine in ${webFolder}`);
  await page.evaluate(async ({ url, size, threads }) => {
    const worker = new Worker(url, { type: 'module' });
    let reached: Reached[] = [];
    const hear = (wanted: FromWorker['t']): Promise<FromWorker> => new Promise((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.t === wanted) done(data);
        else if (data.t === 'info') reached.push([data.info.depth, data.info.nodes, 'win' in data.info.score]);
        else if (data.t === 'failed' || data.t === 'refused') fail(new Error(data.message));
      };
    });
    const say = (message: ToWorker): void => worker.postMessage(message);
    const think = async (request: ThinkRequest): Promise<Found & { reached: Reached[] }> => {
      reached = [];
      say({ t: 'think', id: 1, request });
      const answer = await hear('done');
      if (answer.t !== 'done' || answer.turn === null) throw new Error('no turn');
      return { turn: answer.turn, nodes: answer.nodes, reached };
    };
    Object.assign(globalThis, { timedThink: think });
    say({ t: 'init', threads, hash: size });
    const ready = await hear('ready');
    if (ready.t !== 'ready' || ready.threads !== threads) throw new Error('the engine has other threads than it was asked for');
  }, { url: `/assets/${script}`, size: hash, threads });
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  /** The browser ends those it has in reserve. */
  const clock = (): (() => number) => {
    const living = renderers.filter((id) => existsSync(`/proc/${String(id)}/task`));
    return () => living.reduce((total, id) => total + threadMilliseconds(id), 0);
  };
  const ask = ({ variant, fen, level, nodes, depth }: Question): Promise<Found & { reached: Reached[] }> => page.evaluate(
    (request) => (globalThis as unknown as { timedThink(request: ThinkRequest): Promise<Found & { reached: Reached[] }> }).timedThink(request),
    { variant, fen, turns: [], level, multipv: 1, movetime: null, fresh: true, ...(nodes === undefined ? {} : { nodes }), ...(depth === undefined ? {} : { depth }) },
  );
  return {
    think: (question) => timed(clock(), async () => {
      const { turn, nodes } = await ask(question);
      return { turn, nodes };
    }),
    async depthOf(question, enough) {
      const { reached } = await ask({ ...question, nodes: 6 * enough });
      const [depth, , isProven] = reached.find(([, nodes, isProven]) => nodes >= enough || isProven) ?? [0, 0, true];
      return isProven ? null : depth;
    },
    stop: () => page.close(),
  };
}

/** `ordo ugi`. */
export function nativeEngine(): TimedEngine {
  const child = spawn(program, ['ugi'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (...words: string[]): void => void child.stdin.write(`${words.join('\n')}\n`);
  const hear = async (wanted: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('ordo ugi has ended');
      if (value.startsWith(wanted)) return value;
    }
  };
  const clock = (): number => processMilliseconds(child.pid ?? 0); // its thread that searches ends with the search
  say('ugi', `setoption name Hash value ${String(hash)}`, 'setoption name Threads value 1');
  return {
    async think({ variant, fen, level, nodes = 0 }) {
      say(`setoption name Variant value ${variant}`, `setoption name Level value ${level === null ? 'full' : String(level)}`, 'uginewgame', `position fen ${fen}`, 'isready');
      await hear('readyok');
      return timed(clock, async () => {
        say(`go nodes ${String(nodes)}`);
        return { turn: (await hear('bestmove')).split(' ')[1] ?? '', nodes };
      });
    },
    async stop() {
      say('quit');
      await new Promise((done) => child.once('exit', done));
    },
  };
}
