// Figures for who reads the output of the tests.
export const report = (what: string): void => void process.stdout.write(`    ${what}\n`);
