// The address of the analysis board for a game or a position: what "Analyse" leads to, anywhere.
import type { Variant } from '../rules/types.ts';

/** `fen`: where it began; null for the usual start. The board opens at the end of the turns. */
export function analysisAddress(variant: Variant, fen: string | null, turns: readonly string[] = [], names: { white?: string; black?: string } = {}): string {
  const query = new URLSearchParams({ variant });
  if (fen !== null) query.set('fen', fen);
  if (turns.length > 0) query.set('turns', turns.join(' '));
  if (names.white !== undefined) query.set('white', names.white);
  if (names.black !== undefined) query.set('black', names.black);
  return `/analysis?${query.toString()}`;
}
