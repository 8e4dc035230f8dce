// A real `ordo serve` with a database of its own, on a port that is free.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = new URL('../../../', import.meta.url).pathname;
export const program = process.env['ORDO_PROGRAM'] ?? join(root, 'build/release/ordo');
export const webFolder = process.env['ORDO_WEB'] ?? join(root, 'web/dist');

/** Fewer than usual, so that reports are soon there. */
export const serverReportNodes = 20_000;

export interface TestServer {
  /** "http://127.0.0.1:34567" */
  readonly address: string;
  /** Ends it as an operator would, and waits until it is gone. */
  stop(): Promise<void>;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });
}

/** `port` 0 takes any; `web` is a folder with a build of the app. */
export async function startServer({ options = ['--no-limits'], port = 0, web = webFolder }: { options?: string[]; port?: number; web?: string } = {}): Promise<TestServer> {
  if (!existsSync(program)) throw new Error(`${program} is missing: build it first (./run, or ./test release)`);
  if (!existsSync(join(web, 'index.html'))) throw new Error(`${web} holds no app: "npm run build" first`);
  const folder = await mkdtemp(join(tmpdir(), 'ordo-e2e-'));
  const child = spawn(
    program,
    ['serve', '--listen', `127.0.0.1:${port}`, '--db', join(folder, 'ordo.db'), '--web', web, '--log-level', 'warning', ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise<string>((done, fail) => {
    lines.once('line', (line) => done(line.replace('Listening on ', '')));
    child.once('exit', (code) => fail(new Error(`ordo serve ended with ${String(code)}`)));
  });
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      // Browsers hold their connections open; nothing is lost by a second signal.
      const timer = setTimeout(() => child.kill('SIGTERM'), 1500);
      await ended(child);
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
