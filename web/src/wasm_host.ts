// Runs the WASM modules of ours: the few functions they expect from outside, and text in and out of their memory.

/** A function of a module; numbers are addresses, sizes, and 0 or 1 for no and yes. */
type WasmFunction = (...values: number[]) => number;

export interface WasmInstance<Name extends string> {
  readonly functions: Readonly<Record<Name, WasmFunction>>;
  readonly memory: WebAssembly.Memory;
}

/** The module at an address of this site, compiled while it arrives where the server names its type rightly. */
export async function compileFrom(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} did not load: ${String(response.status)} ${response.statusText}`);
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What a failed check of the module leaves: the module must not be used any more. */
class WasmAborted extends Error {}

/** The system calls a module built without JavaScript makes. It has no files; what it writes is why it gives up. */
function system(memory: () => WebAssembly.Memory): Record<string, WebAssembly.ImportValue> {
  const view = (): DataView => new DataView(memory().buffer);
  const badFile = 8;
  let written = '';
  return {
    proc_exit: () => {
      throw new WasmAborted(written || 'the WASM module gave up');
    },
    fd_write: (_file: number, vectors: number, count: number, total: number) => {
      let bytes = 0;
      for (let i = 0; i < count; ++i) {
        const address = view().getUint32(vectors + 8 * i, true);
        const size = view().getUint32(vectors + 8 * i + 4, true);
        written = (written + readText(memory(), address, size)).slice(-1000);
        bytes += size;
      }
      view().setUint32(total, bytes, true);
      return 0;
    },
    fd_close: () => badFile,
    fd_read: () => badFile,
    fd_seek: () => badFile,
    environ_get: () => 0,
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get: (_clock: number, _precision: bigint, time: number) => {
      // Both clocks are the steady one: nobody asks for the date.
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
  };
}

/** What Emscripten asks for beside system calls, though it was told that there is no JavaScript. */
function emscripten(memory: () => WebAssembly.Memory): Record<string, WebAssembly.ImportValue> {
  return {
    emscripten_notify_memory_growth: () => undefined,
    getentropy: (address: number, size: number) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer as ArrayBuffer, address, size));
      return 0;
    },
  };
}

/** An instance of a module that Emscripten built without JavaScript, checked to have these functions. */
export async function instantiate<Name extends string>(
  module: WebAssembly.Module,
  names: readonly Name[],
  env: Record<string, WebAssembly.ImportValue> = {},
): Promise<WasmInstance<Name>> {
  let memory: WebAssembly.Memory | undefined;
  const started = (): WebAssembly.Memory => {
    if (!memory) throw new WasmAborted('the WASM module used its memory before it had started');
    return memory;
  };
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: system(started),
    env: { ...emscripten(started), ...env },
  });
  if (!(instance.exports['memory'] instanceof WebAssembly.Memory)) throw new Error('the WASM module has no memory');
  memory = instance.exports['memory'];
  const initialize = instance.exports['_initialize'];
  if (typeof initialize === 'function') (initialize as WasmFunction)();
  return { functions: pick(instance.exports, names), memory };
}

/** The named functions of a module, which may spell them with a prefix. */
export function pick<Name extends string>(
  exports: Readonly<Record<string, unknown>>,
  names: readonly Name[],
  prefix = '',
): Record<Name, WasmFunction> {
  const functions: Partial<Record<Name, WasmFunction>> = {};
  for (const name of names) {
    const found = exports[prefix + name];
    if (typeof found !== 'function') throw new Error(`the WASM module has no function ${name}: build it anew`);
    functions[name] = found as WasmFunction;
  }
  return functions as Record<Name, WasmFunction>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

export function readText(memory: WebAssembly.Memory, address: number, size: number): string {
  // A copy, since a decoder refuses memory that is shared between threads.
  return decoder.decode(new Uint8Array(memory.buffer, address, size).slice());
}

export function writeBytes(memory: WebAssembly.Memory, address: number, bytes: Uint8Array): void {
  new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
}
