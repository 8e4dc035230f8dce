// A Vite plugin that writes a .br and a .gz beside every text and WASM file of the build, for the server to send as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(css|html|ico|js|json|svg|txt|wasm|webmanifest|xml)$/;

/** Below one network packet nothing is gained. */
const smallest = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    zip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}

export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'ordo-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // After everything is written, what lies in public/ included.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
        await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))));
      },
    },
  };
}
