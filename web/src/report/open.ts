// The right kind of report for what is on the table.
import type { Analysis } from '../analysis/analysis.svelte.ts';
import type { Room } from '../analysis/room.svelte.ts';
import type { TimedTurn } from '../analysis/times.ts';
import { mainTurns } from '../tree/tree.ts';
import { OnlineReport } from './online.svelte.ts';
import { Report } from './report.svelte.ts';

/** Of an online game the server's, as long as its turns are what the main line is. `played`: what the server knows of it. */
export function reportOn(room: Room, { studies, study }: Analysis, played: readonly TimedTurn[]): Report {
  const found = room.found ?? [];
  const keep = (all: typeof found): void => room.keepFound(all);
  const { game } = room;
  const main = mainTurns(study);
  const isTheGame = game !== null && played.length === main.length && played.every(({ turn }, i) => turn === main[i]);
  if (!isTheGame) return new Report(studies, study, found, keep);
  return new OnlineReport(studies, study, found, keep, game);
}
