// What an address of the analysis board asks for, and the addresses of what is on it.
import type { Studies } from '../tree/study.ts';
import { childPath, nodeAt, turnsOf } from '../tree/tree.ts';
import type { Path, Study, TreeNode } from '../tree/types.ts';
import type { Variant } from '../rules/types.ts';

export type Asked =
  /** A study of this browser; the fragment, if there is one, is for other browsers. */
  | { readonly t: 'kept'; readonly id: string; readonly packed: string | null }
  | { readonly t: 'packed'; readonly packed: string; readonly at: string }
  /** From a position, perhaps with turns. */
  | { readonly t: 'turns'; readonly variant: Variant; readonly fen: string | null; readonly turns: readonly string[]; readonly tags: readonly (readonly [string, string])[] }
  | { readonly t: 'latest' };

/** `search` and `hash` as in `location`. */
export function asked(search: string, hash: string): Asked {
  const query = new URLSearchParams(search);
  const [packed = '', at = ''] = hash.replace(/^#/, '').split('.');
  const id = query.get('study');
  if (id !== null) return { t: 'kept', id, packed: packed === '' ? null : `${packed}.${at}` };
  if (packed !== '') return { t: 'packed', packed, at };
  if (query.has('variant') || query.has('fen') || query.has('turns') || query.has('new')) {
    const turns = query.get('turns') ?? '';
    return {
      t: 'turns',
      variant: query.get('variant') === 'ordox' ? 'ordox' : 'ordo',
      fen: query.get('fen'),
      turns: turns === '' ? [] : turns.split(' '),
      tags: (['White', 'Black'] as const).flatMap((name) => {
        const value = query.get(name.toLowerCase());
        return value === null ? [] : [[name, value] as const];
      }),
    };
  }
  return { t: 'latest' };
}

/** Where one is, as the numbers of children on the way: short, and good as long as the tree is the same. */
export function placeOf(root: TreeNode, path: Path): string {
  let node: TreeNode | undefined = root;
  const numbers = turnsOf(path).map((turn) => {
    const at = node?.children.findIndex((child) => child.turn === turn) ?? -1;
    node = node?.children[at];
    return at;
  });
  // Runs of first children, which most are, as their length; other children by a letter.
  return numbers.map((at) => (at === 0 ? '0' : String.fromCharCode(96 + at))).join('').replace(/0+/g, (zeros) => String(zeros.length));
}

export function pathAt(root: TreeNode, place: string): Path {
  let path: Path = '';
  const step = (at: number): void => {
    const child = nodeAt(root, path)?.children[at];
    if (child !== undefined) path = childPath(path, child.turn);
  };
  for (const [word] of place.matchAll(/\d{1,5}|[a-z]/g)) {
    if (/\d/.test(word)) for (let i = 0; i < Math.min(Number(word), 5000); ++i) step(0);
    else step(word.charCodeAt(0) - 96);
  }
  return path;
}

/** "#…": all of a study and where one is in it. Null if it cannot be packed. */
export function fragment(studies: Studies, study: Study, path: Path): string | null {
  const packed = studies.pack(study);
  return 'error' in packed ? null : `#${packed.value}.${placeOf(study.root, path)}`;
}
