// What the server has already found in a position: asked for while the engine is on, and remembered.
import type { Info } from '../engine/engine.ts';
import { api, queryOf } from '../net/api.ts';
import { listOf, maybe, number, object, text, type Decoder } from '../net/decode.ts';
import { serverLine, type ServerLine } from '../net/found.ts';
import type { Variant } from '../rules/types.ts';
import type { Studies } from '../tree/study.ts';

export interface Known {
  readonly info: Info;
  /** Where it was met; null: somebody has asked for it. */
  readonly game: string | null;
  readonly ply: number;
}

interface Answer {
  readonly nodes: number;
  readonly game: string | null;
  readonly ply: number;
  readonly lines: readonly ServerLine[];
}
interface Told {
  /** As many nodes as anybody can ask for. */
  readonly most: number;
  readonly known: Answer | null;
}
const told: Decoder<Told> = object<Told>({ most: number, known: maybe(object<Answer>({ nodes: number, game: maybe(text), ply: number, lines: listOf(serverLine) })) });

const kMostRemembered = 1000;
const remembered = new Map<string, Known | null>();

/** Null where the server knows nothing, or cannot be asked. */
export async function cloudOf(studies: Studies, variant: Variant, fen: string): Promise<Known | null> {
  const key = `${variant} ${fen}`;
  const there = remembered.get(key);
  if (there !== undefined) return there;
  try {
    return remember(key, studies, await api.get(`/api/analysis${queryOf({ variant, fen })}`, told));
  } catch {
    return null;
  }
}

const kAskEveryMs = 1500;

/** Asks the server to look as deeply as it does, and waits while that is wanted. Null: it does not, or it is wanted no longer. */
export async function deeper(studies: Studies, variant: Variant, fen: string, isWanted: () => boolean): Promise<Known | null> {
  try {
    let answer = await api.post('/api/analysis', { variant, fen }, told);
    while ((answer.known?.nodes ?? 0) < answer.most) {
      await new Promise((done) => setTimeout(done, kAskEveryMs));
      if (!isWanted()) return null;
      answer = await api.get(`/api/analysis${queryOf({ variant, fen })}`, told);
    }
    return remember(`${variant} ${fen}`, studies, answer);
  } catch {
    return null;
  }
}

function remember(key: string, studies: Studies, { known }: Told): Known | null {
  const best = known?.lines[0];
  const found = known === null || best === undefined ? null : { info: infoOf(studies, best, known.nodes), game: known.game, ply: known.ply };
  if (remembered.size >= kMostRemembered) remembered.clear();
  remembered.set(key, found);
  return found;
}

function infoOf(studies: Studies, { depth, score, turns }: ServerLine, nodes: number): Info {
  const expected = 'win' in score ? (score.win > 0 ? 1 : 0) : studies.chance(score.cp);
  return { line: 0, depth, seldepth: depth, score, expected, bound: 'exact', nodes, nps: 0, time: 0, turns };
}
