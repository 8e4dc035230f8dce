// How the web app is built, served while developing, and tested.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { pages } from './build/pages.ts';
import { phrases } from './build/phrases.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service_worker.ts';

/** Makes the page cross-origin isolated, which WASM threads need; `ordo serve` sends the same. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  plugins: [svelte(), pages(), phrases(), serviceWorker(), precompress()],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    sourcemap: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // precompress writes the real ones
  },
  worker: { format: 'es' },
  server: { headers: isolation },
  preview: { headers: isolation },
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000, // real games and searches, on machines that may be very busy
    hookTimeout: 300_000,
    pool: 'threads',
    maxWorkers: 2,
  },
});
