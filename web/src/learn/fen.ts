// Where the pieces of a position stand, for pictures: reads the text of a position and judges nothing.
import { FILES, RANKS, squareOf } from '../board/geometry.ts';
import type { Board, Square } from '../rules/types.ts';

export function boardOf(fen: string): Board {
  const white: Square[] = [];
  const black: Square[] = [];
  const [rows = ''] = fen.split(' ');
  rows.split('/').forEach((row, i) => {
    let file = 0;
    for (const [token] of row.matchAll(/\d+|[wb]/g)) {
      if (token === 'w' || token === 'b') {
        const square = squareOf(file, RANKS - 1 - i);
        if (square !== null) (token === 'w' ? white : black).push(square);
        file += 1;
      } else file = Math.min(FILES, file + Number(token));
    }
  });
  return { white, black };
}
