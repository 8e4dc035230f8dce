// How fast the engine is in a browser beside native, and how long its levels take on a slow processor. In the processor's own time; short searches take turns,
// and the best of several rounds counts, since other programs leave less of its caches.
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { levels } from '../src/engine/engine.ts';
import type { Variant } from '../src/rules/types.ts';
import { browserFor } from './support/browser.ts';
import { browserEngine, nativeEngine, type BrowserEngine, type Question, type Timed, type TimedEngine } from './support/engines.ts';
import { report } from './support/report.ts';

const { visit } = browserFor(() => inject('address'));

/** The start and three middle games: positions of both games. */
const positions = [
  '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w',
  'b4bbb2/bb2bbbbbb/bb2bbb2b/2bb6/2ww6/wwwww1wwww/ww2www1ww/6ww2 w',
  '2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w',
  '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w',
] as const;

/** The same questions again and again, and the best time of each so far. */
class Rounds {
  readonly #engine: TimedEngine;
  readonly #questions: readonly Question[];
  /** The quickest answer to each. */
  readonly best: Timed[] = [];
  /** Milliseconds of the quickest round. */
  time = Infinity;

  constructor(engine: TimedEngine, questions: readonly Question[]) {
    this.#engine = engine;
    this.#questions = questions;
  }

  async another(): Promise<void> {
    let spent = 0;
    for (const [i, question] of this.#questions.entries()) {
      const now = await this.#engine.think(question);
      spent += now.milliseconds;
      const before = this.best[i];
      if (before === undefined || now.milliseconds < before.milliseconds) this.best[i] = now;
    }
    this.time = Math.min(this.time, spent);
  }
}

/** Five rounds, and up to twenty while what is hoped for is not there. */
async function rounds(parts: readonly Rounds[], isGood: () => boolean): Promise<void> {
  for (let i = 0; i < 5 || (i < 20 && !isGood()); ++i) for (const part of parts) await part.another();
}

async function engineOfApp(threads = 1): Promise<BrowserEngine> {
  const { page } = await visit();
  await page.goto('/rules');
  return browserEngine(page, threads);
}

/** 70 % of native is aimed at; with less than this the vector code or the optimiser would be missing. */
const floor = 0.35;

test.each(['ordo', 'ordox'] as const)('%s: the browser finds what the native engine finds, in not much more of the processor\'s time', async (variant) => {
  const questions = positions.map((fen) => ({ variant, fen, level: null, nodes: 400_000 }));
  const native = nativeEngine();
  const [here, there] = [new Rounds(await engineOfApp(), questions), new Rounds(native, questions)];
  const share = (): number => there.time / here.time;
  await rounds([here, there], () => share() > floor);
  await native.stop();
  // The same search, so as many nodes: fewer than allowed where the result is proven.
  const nodes = here.best.reduce((total, one) => total + one.nodes, 0);
  const speed = ({ time }: Rounds): string => `${(nodes / 1000 / time).toFixed(2)} M nodes/s`;
  report(`${variant}: ${speed(here)} in the browser, ${speed(there)} native, one thread: ${(100 * share()).toFixed(0)} %`);
  expect(here.best.map(({ turn }) => turn)).toEqual(there.best.map(({ turn }) => turn));
  expect(share()).toBeGreaterThan(floor);
});

/** How many of the openings between different minds; by hand more, for a figure that means something: see thread_bench, of which this is the browser's part. */
const threadPositions = Number(process.env['ORDO_THREAD_POSITIONS'] ?? 2);
const enough = 1_000_000;

test.each(['ordo', 'ordox'] as const)('%s: two threads in the browser each search about as fast as one alone', async (variant) => {
  const [one, two] = [await engineOfApp(), await engineOfApp(2)];
  const lines = readFileSync(new URL('../../tests/data/calibration.txt', import.meta.url), 'utf8').split('\n');
  const fens = lines.filter((line) => line.startsWith('opening')).map((line) => line.split('\t')[1] ?? '');
  let [found, share, nodes] = [0, 0, 0];
  for (let i = 0; i < fens.length && found < threadPositions; i += 3) {
    const question = { variant, fen: fens[i] ?? '', level: null };
    const depth = await one.depthOf(question, enough);
    if (depth === null) continue;
    if (++found === 1) await two.think({ ...question, nodes: enough }); // so that V8 has optimised it, too
    const [alone, both] = [await one.think({ ...question, depth }), await two.think({ ...question, depth })];
    share += Math.log(both.milliseconds / 2 / alone.milliseconds);
    nodes += Math.log(both.nodes / alone.nodes);
  }
  const mean = (sum: number): number => Math.exp(sum / found);
  report(`${variant}: two threads in the browser, ${String(found)} positions: ${(1 / mean(share)).toFixed(2)} times as fast as one, ${mean(nodes).toFixed(2)} times the nodes`);
  expect(found).toBe(threadPositions);
  // So few trees may differ by a factor of two; what must hold for each is that threads do not hinder each other.
  expect(mean(nodes - share) / 2).toBeGreaterThan(0.5);
}, 120_000 * Math.max(2, threadPositions));

/** Counted, not emulated: Emulation.setCPUThrottlingRate slows down the page and not its workers. */
const slowed = 4;

test.each(['ordo', 'ordox'] as const satisfies readonly Variant[])('%s: every level answers within 300 ms on a processor four times slower', async (variant) => {
  const engine = await engineOfApp();
  const slowest: number[] = [];
  for (let level = 1; level <= levels; ++level) {
    const answers = new Rounds(engine, positions.map((fen) => ({ variant, fen, level })));
    const worst = (): number => slowed * Math.max(...answers.best.map(({ milliseconds }) => milliseconds));
    await rounds([answers], () => worst() <= 300);
    slowest.push(worst());
  }
  report(`${variant}: slowest answers of the levels 1 to ${String(levels)}, four times slower: ${slowest.map((time) => time.toFixed(0)).join(', ')} ms`);
  expect(Math.max(...slowest)).toBeLessThanOrEqual(300);
});
