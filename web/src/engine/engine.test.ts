// What the page can rely on about the engine, whatever its worker does; and the engine itself, run by node.
import { beforeAll, describe, expect, test } from 'vitest';
import { mustStart, nodeRules, wasmOf } from '../../tests/node_rules.ts';
import type { Rules } from '../rules/types.ts';
import { Engine, EngineFailure, EngineRefusal, type ThinkRequest, type WorkerLike } from './engine.ts';
import { EngineHost, readInfo, singleEngine, type EngineModule } from './engine_host.ts';
import type { FromWorker, Info, ToWorker } from './messages.ts';

const request: ThinkRequest = {
  variant: 'ordo',
  fen: '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w',
  turns: [],
  level: null,
  multipv: 1,
  movetime: null,
};

/** A worker whose side of the conversation the test speaks. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly heard: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
  info(id: number, line: number, depth: number, turn: string): void {
    const info: Info = {
      line, depth, seldepth: depth, score: { cp: 10 * depth }, expected: 0.5, bound: 'exact', nodes: 1, nps: 1, time: 1, turns: [turn],
    };
    this.say({ t: 'info', id, info });
  }
}

function withFakes(): { engine: Engine; workers: FakeWorker[]; worker(): FakeWorker } {
  const workers: FakeWorker[] = [];
  const start = (): WorkerLike => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const worker = (): FakeWorker => {
    const last = workers[workers.length - 1];
    if (!last) throw new Error('no worker was started');
    return last;
  };
  return { engine: new Engine(start, { threads: 4, hash: 16 }), workers, worker };
}

describe('a search', () => {
  test('waits for the engine to load, reports, and gives its turn', async () => {
    const { engine, workers, worker } = withFakes();
    expect(workers).toHaveLength(0);
    const infos: Info[] = [];
    const result = engine.think(request, (info) => infos.push(info));
    expect(worker().heard).toEqual([{ t: 'init', threads: 4, hash: 16 }]);
    worker().say({ t: 'ready', threads: 4, stop: null });
    expect(worker().heard[1]).toEqual({ t: 'think', id: 1, request });
    worker().info(1, 2, 1, 'd2-d3');
    worker().info(1, 1, 1, 'c2-c3');
    worker().info(1, 1, 2, 'c2-c4');
    worker().say({ t: 'done', id: 1, turn: 'c2-c4', nodes: 10, time: 5 });
    expect(await result).toMatchObject({ turn: 'c2-c4', stopped: false, lines: [{ line: 1, depth: 2 }, { line: 2 }] });
    expect(infos).toHaveLength(3);
    expect(engine.threads).toBe(4);
  });

  test('without shared memory is stopped by ending the worker, and gives the best so far', async () => {
    const { engine, workers, worker } = withFakes();
    const result = engine.think(request);
    worker().say({ t: 'ready', threads: 1, stop: null });
    worker().info(1, 1, 3, 'c2-c4');
    engine.stop();
    expect(await result).toMatchObject({ turn: 'c2-c4', stopped: true });
    expect(workers[0]?.ended).toBe(true);

    const second = engine.think(request);
    expect(workers).toHaveLength(2);
    workers[0]?.say({ t: 'done', id: 2, turn: 'h1-h2', nodes: 1, time: 1 }); // too late: nobody listens
    worker().say({ t: 'ready', threads: 1, stop: null });
    worker().say({ t: 'done', id: 2, turn: 'a1-a2', nodes: 1, time: 1 });
    expect(await second).toMatchObject({ turn: 'a1-a2', stopped: false });
  });

  test('with shared memory is stopped by the flag, which the next search finds clear', async () => {
    const { engine, workers, worker } = withFakes();
    const stop = { buffer: new SharedArrayBuffer(16), address: 3 };
    const flag = (): number => Atomics.load(new Uint8Array(stop.buffer), 3);
    const result = engine.think(request);
    worker().say({ t: 'ready', threads: 4, stop });
    expect(flag()).toBe(0);
    engine.stop();
    expect(flag()).toBe(1);
    worker().say({ t: 'done', id: 1, turn: 'c2-c4', nodes: 1, time: 1 });
    expect(await result).toMatchObject({ turn: 'c2-c4', stopped: true });
    const second = engine.think(request);
    expect(flag()).toBe(0);
    worker().say({ t: 'done', id: 2, turn: 'd2-d3', nodes: 1, time: 1 });
    expect(await second).toMatchObject({ turn: 'd2-d3', stopped: false });
    expect(workers).toHaveLength(1);
  });

  test('gives way to another one', async () => {
    const { engine, worker } = withFakes();
    const stop = { buffer: new SharedArrayBuffer(1), address: 0 };
    const first = engine.think(request);
    worker().say({ t: 'ready', threads: 4, stop });
    const second = engine.think({ ...request, turns: ['c2-c4'] });
    const third = engine.think({ ...request, turns: ['c2-c3'] });
    expect(worker().heard).toHaveLength(2);
    worker().say({ t: 'done', id: 1, turn: 'c2-c4', nodes: 1, time: 1 });
    expect(await first).toMatchObject({ turn: 'c2-c4', stopped: true });
    expect(await second).toMatchObject({ turn: null });
    expect(worker().heard[2]).toMatchObject({ t: 'think', id: 3, request: { turns: ['c2-c3'] } });
    worker().say({ t: 'done', id: 3, turn: 'c7-c5', nodes: 1, time: 1 });
    expect(await third).toMatchObject({ turn: 'c7-c5' });
  });

  test('that cannot be made is refused', async () => {
    const { engine, worker, workers } = withFakes();
    await expect(engine.think({ ...request, level: 11 })).rejects.toThrow(EngineRefusal);
    await expect(engine.think({ ...request, multipv: 0 })).rejects.toThrow(EngineRefusal);
    await expect(engine.think({ ...request, movetime: 0.5 })).rejects.toThrow(EngineRefusal);
    await expect(engine.think({ ...request, turns: ['c2-c4\nc7-c5'] })).rejects.toThrow(EngineRefusal);
    expect(workers).toHaveLength(0);
    const result = engine.think({ ...request, fen: 'x' });
    worker().say({ t: 'ready', threads: 1, stop: null });
    worker().say({ t: 'refused', id: 1, message: 'no position' });
    await expect(result).rejects.toThrow('no position');
  });

  test('fails with the engine, and the next one starts another', async () => {
    const { engine, workers, worker } = withFakes();
    const result = engine.think(request);
    worker().onerror?.({ message: 'not found' });
    await expect(result).rejects.toThrow(EngineFailure);
    const second = engine.think(request);
    expect(workers).toHaveLength(2);
    worker().say({ t: 'failed', message: 'broken' });
    await expect(second).rejects.toThrow('broken');
  });

  test('ends when the engine is disposed of', async () => {
    const { engine, worker } = withFakes();
    const loading = engine.think(request);
    engine.dispose();
    expect(await loading).toMatchObject({ turn: null, stopped: true });
    expect(worker().ended).toBe(true);
  });
});

describe('the engine itself', () => {
  let rules: Rules;
  let module: EngineModule;
  const infos: Info[] = [];
  beforeAll(async () => {
    rules = await nodeRules();
    module = await singleEngine(await wasmOf('wasm_engine'), (address, size) => {
      infos.push(readInfo(module.memory, address, size));
    });
  });

  function think(asked: Partial<ThinkRequest>): { turn: string | null } {
    infos.length = 0;
    const answer = new EngineHost(module, 4, 1).think({ ...request, ...asked });
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  test('finds a win at once in both games', () => {
    const fen = '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w';
    for (const variant of ['ordo', 'ordox'] as const) {
      const { turn } = think({ variant, fen, nodes: 20_000 });
      expect(mustStart(rules, variant, fen).after(turn ?? '')?.outcome).toMatchObject({ winner: 'white' });
      expect(infos.at(-1)).toMatchObject({ line: 1, score: { win: 1 } });
    }
  });

  test('plays legal turns at every level', () => {
    for (const variant of ['ordo', 'ordox'] as const) {
      const turns: string[] = [];
      const game = mustStart(rules, variant);
      for (let level = 1; level <= 10; ++level) {
        const { turn } = think({ variant, turns, level, movetime: 100 });
        expect(game.play(turn ?? ''), `${variant} level ${String(level)}`).toBeNull();
        turns.push(turn ?? '');
      }
    }
  });

  test('ends by its time, when nothing else would end it', () => {
    expect(think({ movetime: 100 }).turn).toBeTypeOf('string');
  });

  test('gives as many lines as asked for', () => {
    const { turn } = think({ nodes: 20_000, multipv: 3 });
    expect(new Set(infos.map(({ line }) => line))).toEqual(new Set([1, 2, 3]));
    expect(infos.filter(({ line }) => line === 1).at(-1)?.turns[0]).toBe(turn);
  });

  test('has no turn when the game is over, and says what is wrong with a position', () => {
    expect(think({ fen: '10/10/10/10/10/10/b9/w9 w', movetime: 50 }).turn).toBeTypeOf('string');
    expect(() => think({ fen: 'nonsense' })).toThrow(/\w/);
    expect(() => think({ turns: ['c2-c9'] })).toThrow(/c2-c9|column|square/);
    const over = { fen: '10/2w7/10/8bb/10/10/10/10 w', turns: ['c7-c8'] };
    expect(think(over).turn).toBeNull();
  });
});
