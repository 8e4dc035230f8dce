// Runs a TypeScript file of this folder in node: node build/run.js e2e/screenshots.ts
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node build/run.js FILE.ts');
await runnerImport(resolve(file), { configFile: false, logLevel: 'error' });
