// Premoves: the position as it would be if the reader were to move now, to choose an answer in.
import { withToMove } from '../board/fen.ts';
import type { Color } from '../rules/types.ts';
import { Table } from './table.svelte.ts';

/** Null where that is no position: the reader's group is split, or the game could not go on. To be freed. */
export function shadowOf(table: Table, color: Color): Table | null {
  const fen = table.position(table.ply)?.fen;
  if (fen === undefined) return null;
  const opened = Table.open(table.rules, table.variant, { fen: withToMove(fen, color) });
  return 'table' in opened ? opened.table : null;
}
