// One server for all end-to-end tests but those that stop it.
import type { TestProject } from 'vitest/node';
import { serverReportNodes, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    address: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({ options: ['--no-limits', '--report-nodes', String(serverReportNodes)] });
  project.provide('address', server.address);
  return () => server.stop();
}
