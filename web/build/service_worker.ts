// A Vite plugin that builds src/sw.ts as /sw.js and writes into it which files make up the app.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const entry = 'sw';
const fileName = `${entry}.js`;

/** The system fetches its icons when the app is installed, and keeps them itself. */
const isNeededOffline = (address: string): boolean => !/^\/(icons|screenshots)\/.*\.png$/.test(address) && !/^\/(pages|robots)\.txt$/.test(address);

/** Files of public/ by their address. */
async function publicFiles(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of entries.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name);
    found.set(`/${path.slice(folder.length + 1)}`, await readFile(path));
  }
  return found;
}

export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'ordo-service-worker',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: 'index.html', [entry]: 'src/sw.ts' },
          output: { entryFileNames: ({ name }) => (name === entry ? fileName : 'assets/[name]-[hash].js') },
        },
      },
    }),
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const worker = bundle[fileName];
        if (worker?.type !== 'chunk') this.error(`there is no ${fileName}`);
        if (worker.imports.length > 0) this.error(`${fileName} must not share code with the app: ${worker.imports.join(', ')}`);
        const files = await publicFiles(publicDir);
        for (const [name, file] of Object.entries(bundle)) {
          if (name !== fileName) files.set(`/${name}`, Buffer.from(file.type === 'chunk' ? file.code : file.source));
        }
        if (!files.has('/index.html')) this.error('there is no index.html');
        const names = [...files.keys()].sort();
        const hash = createHash('sha256').update(worker.code);
        for (const name of names) hash.update(name).update('\0').update(files.get(name) ?? '');
        worker.code = worker.code
          .replaceAll('__ORDO_VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replaceAll('__ORDO_FILES__', JSON.stringify(names.filter(isNeededOffline)));
      },
    },
  };
}
