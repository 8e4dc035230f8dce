// How much of what is looked at over and over, in every language and at every size, is looked at.
import { languages, type Language } from '../../src/i18n/languages.ts';

/** Everything, unless ORDO_TEST_SCALE says that samples do, as `./test` does; `./test --ci` looks at everything. */
const whole = Number(process.env['ORDO_TEST_SCALE'] ?? 1) <= 1;

/** The languages of sweeps. A sample has the longest words, and lines that break between any two letters; English is what all other tests read. */
export const swept: readonly Language[] = whole ? languages : languages.filter((language) => ['de', 'ja'].includes(language));

/** All of these, or the first few. */
export function sampled<T>(all: readonly T[], few: number): readonly T[] {
  return whole ? all : all.slice(0, few);
}
