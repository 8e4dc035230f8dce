// The worker the engine lives in. It loads the module with threads where the page is cross-origin isolated, else the one
// without, and answers one message after the other.
import engineUrl from '../wasm/wasm_engine.wasm?url';
import threadsUrl from '../wasm/wasm_engine_threads.js?url';
import threadsWasmUrl from '../wasm/wasm_engine_threads.wasm?url';
import threadsWorkerUrl from '../wasm/wasm_engine_threads.worker.js?url';
import { compileFrom } from '../wasm_host.ts';
import { EngineHost, readInfo, singleEngine, threadedEngine, type EngineModule, type ThreadsFactory } from './engine_host.ts';
import type { FromWorker, ToWorker } from './messages.ts';

let engine: EngineHost | null = null;
let thinkingAbout = 0;

function say(message: FromWorker): void {
  self.postMessage(message);
}

let module: EngineModule | null = null;
function report(address: number, size: number): void {
  if (module) say({ t: 'info', id: thinkingAbout, info: readInfo(module.memory, address, size) });
}

async function withThreads(threads: number): Promise<EngineModule> {
  const { default: create } = (await import(/* @vite-ignore */ threadsUrl)) as { default: ThreadsFactory };
  const urls = { script: new URL(threadsUrl, self.location.href).href, wasm: threadsWasmUrl, worker: threadsWorkerUrl };
  return threadedEngine(create, threads - 1, urls, report);
}

async function load(threads: number, hash: number): Promise<void> {
  let used = 1;
  if (self.crossOriginIsolated) {
    try {
      module = await withThreads(threads);
      used = threads;
    } catch {
      module = null; // Without threads it plays as well, only more slowly.
    }
  }
  module ??= await singleEngine(await compileFrom(engineUrl), report);
  engine = new EngineHost(module, hash, used);
  say({ t: 'ready', threads: used, stop: engine.stopFlag });
}

async function obey(message: ToWorker): Promise<void> {
  switch (message.t) {
    case 'init':
      await load(message.threads, message.hash);
      break;
    case 'new-game':
      engine?.newGame();
      break;
    case 'think': {
      if (!engine) throw new Error('the engine is asked before it is loaded');
      thinkingAbout = message.id;
      if (message.request.tables === true) say({ t: 'table', id: message.id, turns: engine.lookUp(message.request) });
      const answer = engine.think(message.request);
      if ('error' in answer) say({ t: 'refused', id: message.id, message: answer.error });
      else say({ t: 'done', id: message.id, ...answer });
      break;
    }
  }
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  obey(event.data).catch((error: unknown) => {
    say({ t: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
