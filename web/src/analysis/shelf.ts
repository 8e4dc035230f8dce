// The studies that this browser keeps.
import type { Variant } from '../rules/types.ts';
import { collection, type Collection } from '../storage/collection.ts';
import type { Found } from '../tree/study.ts';
import type { Path } from '../tree/types.ts';

export interface KeptStudy {
  readonly name: string;
  readonly variant: Variant;
  /** As in addresses. */
  readonly packed: string;
  readonly path: Path;
  /** The position in sight, for the list. */
  readonly fen: string;
  /** Of the report on its main line: what was found so far. */
  readonly found: Found | null;
  /** The online game it is about. */
  readonly game: string | null;
}

function decode(value: unknown): KeptStudy | null {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  const packed = text('packed');
  if (packed === null) return null;
  return {
    name: text('name') ?? '',
    variant: fields['variant'] === 'ordox' ? 'ordox' : 'ordo',
    packed,
    path: text('path') ?? '',
    fen: text('fen') ?? '',
    found: Array.isArray(fields['found']) ? (fields['found'] as Found) : null,
    game: text('game'),
  };
}

export const shelf: Collection<KeptStudy> = collection('studies', decode);
