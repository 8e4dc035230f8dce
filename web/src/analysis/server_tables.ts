// What the server's endgame tables say of positions with more pieces than those of the browser reach: asked quietly, and remembered.
import type { TableTurn } from '../engine/engine.ts';
import { api, queryOf } from '../net/api.ts';
import { listOf, maybe, number, object, oneOf, text } from '../net/decode.ts';
import type { Variant } from '../rules/types.ts';

interface File {
  readonly variant: string;
  readonly kind: string;
  readonly own: number;
  readonly enemy: number;
}
interface Verdict {
  readonly turn: string;
  readonly value: 'win' | 'draw' | 'loss' | null;
  readonly plies: number | null;
}
const files = object<{ files: readonly File[] }>({ files: listOf(object<File>({ variant: text, kind: text, own: number, enemy: number })) });
const verdicts = object<{ turns: readonly Verdict[] }>({
  turns: listOf(object<Verdict>({ turn: text, value: maybe(oneOf('win', 'draw', 'loss')), plies: maybe(number) })),
});

const keyOf = (variant: string, own: number, enemy: number): string => `${variant} ${String(own)}v${String(enemy)}`;

/** The sizes that the server knows; asked for once, and again if nobody answered. */
let sizes: Promise<ReadonlySet<string>> | null = null;
function serverSizes(): Promise<ReadonlySet<string>> {
  sizes ??= api.get('/api/tablebase/files', files).then(
    (all) => new Set(all.files.filter(({ kind }) => kind === 'values').map(({ variant, own, enemy }) => keyOf(variant, own, enemy))),
    (error: unknown) => {
      sizes = null;
      throw error;
    },
  );
  return sizes;
}

const kMostRemembered = 1000;
const remembered = new Map<string, readonly TableTurn[]>();

/** Every turn of a position, best first; none where the server has no table for it or cannot be asked. */
export async function serverTurns(variant: Variant, fen: string): Promise<readonly TableTurn[]> {
  const key = `${variant} ${fen}`;
  const there = remembered.get(key);
  if (there !== undefined) return there;
  const [board = '', side] = fen.split(' ');
  const count = (letter: string): number => board.split(letter).length - 1;
  const [own, enemy] = side === 'b' ? [count('b'), count('w')] : [count('w'), count('b')];
  try {
    if (!(await serverSizes()).has(keyOf(variant, own, enemy))) return [];
    const { turns } = await api.get(`/api/tablebase${queryOf({ variant, fen })}`, verdicts);
    const found = turns.map(({ turn, value, plies }): TableTurn => [turn, value, plies ?? 0]);
    if (remembered.size >= kMostRemembered) remembered.clear();
    remembered.set(key, found);
    return found;
  } catch {
    return [];
  }
}
