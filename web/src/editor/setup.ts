// A position in the making: anything may stand anywhere. Whether somebody can be asked to move in it, the rules say.
import { boardOf, toMoveIn } from '../board/fen.ts';
import { FILES, RANKS, squareOf } from '../board/geometry.ts';
import { otherColor } from '../rules/color.ts';
import type { Color, Square } from '../rules/types.ts';

export interface Setup {
  /** By square. */
  readonly pieces: ReadonlyMap<Square, Color>;
  readonly toMove: Color;
}

export function setupOf(fen: string): Setup {
  const { white, black } = boardOf(fen);
  return { pieces: new Map([...white.map((square) => [square, 'white'] as const), ...black.map((square) => [square, 'black'] as const)]), toMove: toMoveIn(fen) };
}

export function fenOf({ pieces, toMove }: Setup): string {
  const rows = Array.from({ length: RANKS }, (_, row) => {
    let text = '';
    let empty = 0;
    for (let file = 0; file < FILES; ++file) {
      const piece = pieces.get(squareOf(file, RANKS - 1 - row) ?? 0);
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      text += `${empty > 0 ? String(empty) : ''}${piece === 'white' ? 'w' : 'b'}`;
      empty = 0;
    }
    return text + (empty > 0 ? String(empty) : '');
  });
  return `${rows.join('/')} ${toMove === 'white' ? 'w' : 'b'}`;
}

const moved = (setup: Setup, where: (square: Square) => Square, what: (color: Color) => Color): ReadonlyMap<Square, Color> =>
  new Map([...setup.pieces].map(([square, color]) => [where(square), what(color)]));

export const put = (setup: Setup, square: Square, color: Color | null): Setup => {
  const pieces = new Map(setup.pieces);
  if (color === null) pieces.delete(square);
  else pieces.set(square, color);
  return { ...setup, pieces };
};
/** Left and right exchanged. */
export const mirrored = (setup: Setup): Setup => ({ ...setup, pieces: moved(setup, (square) => square - (square % FILES) + (FILES - 1 - (square % FILES)), (color) => color) });
/** White and Black exchanged and the board turned: the same position with the colours swapped. */
export const swapped = (setup: Setup): Setup => ({
  pieces: moved(setup, (square) => (RANKS - 1 - Math.floor(square / FILES)) * FILES + (square % FILES), otherColor),
  toMove: otherColor(setup.toMove),
});
export const cleared = (setup: Setup): Setup => ({ ...setup, pieces: new Map() });
