// Lines that the server's engine has found, as it sends them.
import type { Score } from '../engine/messages.ts';
import { listOf, number, object, text, type Decoder } from './decode.ts';

export interface ServerLine {
  readonly depth: number;
  /** As the side to move sees it. */
  readonly score: Score;
  readonly turns: readonly string[];
}

const score: Decoder<Score> = (value, where) =>
  typeof value === 'object' && value !== null && 'win' in value ? object<{ win: number }>({ win: number })(value, where) : object<{ cp: number }>({ cp: number })(value, where);

export const serverLine: Decoder<ServerLine> = object<ServerLine>({ depth: number, score, turns: listOf(text) });
