// The rules for tests in node, from the bytes of the module.
import { readFile } from 'node:fs/promises';
import { rulesIn } from '../src/rules/rules.ts';
import type { Game, Rules, Variant } from '../src/rules/types.ts';

/** A file of the repository, by its path from web/. */
export function bytesOf(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}

export async function wasmOf(name: string): Promise<WebAssembly.Module> {
  const bytes = await bytesOf(`src/wasm/${name}.wasm`).catch(() => {
    throw new Error(`src/wasm/${name}.wasm is missing: run "npm run wasm" first`);
  });
  return WebAssembly.compile(new Uint8Array(bytes));
}

export async function nodeRules(): Promise<Rules> {
  return rulesIn(await wasmOf('wasm_rules'));
}

/** A game that is known to be one. */
export function mustStart(rules: Rules, variant: Variant, fen?: string, turns?: readonly string[]): Game {
  const started = rules.game(variant, fen, turns);
  if ('error' in started) throw new Error(started.error);
  return started.game;
}
