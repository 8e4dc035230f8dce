// The end-to-end tests: the built app in a real Chromium, against a real `ordo serve`. npm run e2e
import { defineConfig } from 'vitest/config';

const common = {
  globalSetup: 'e2e/support/global.ts',
  environment: 'node',
  testTimeout: 240_000, // on machines that may be busy
  hookTimeout: 120_000,
  pool: 'threads',
  isolate: false, // nothing they import keeps anything: read once for each worker, not for each file
  expect: { poll: { timeout: 20_000, interval: 50 } },
} as const;

/** Run by themselves. */
const timed = ['e2e/budget.test.ts', 'e2e/speed.test.ts'];

export default defineConfig({
  test: {
    reporters: ['verbose'],
    maxWorkers: 4, // tests mostly wait for a browser: two for each of two cores
    projects: [
      { test: { ...common, name: 'e2e', include: ['e2e/*.test.ts'], exclude: timed, sequence: { groupOrder: 0 } } },
      // Times are measured when nothing else runs.
      { test: { ...common, name: 'budget', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
