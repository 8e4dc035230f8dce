// A Vite plugin that lists the pages of the app in pages.txt, for the server: it answers other addresses with 404.
import type { Plugin } from 'vite';
import { addresses } from '../src/addresses.ts';
import { lessons } from '../src/learn/lessons.ts';

/** As the server reads them (src/server/net/app_pages.h): one a line, with {game} and {player} for what it has to look up. */
export function pageList(): string {
  const lines = addresses.flatMap((path) =>
    path === '/learn/:lesson' ? lessons.map(({ id }) => `/learn/${id}`) : [path.replace(/:(\w+)/g, '{$1}')],
  );
  return lines.join('\n') + '\n';
}

export function pages(): Plugin {
  return {
    name: 'ordo-pages',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.txt', source: pageList() });
    },
  };
}
