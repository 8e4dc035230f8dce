// The text of a position, read as far as pictures and lists need it: who stands where, who is to move. Judges nothing.
import type { Board, Color, Square } from '../rules/types.ts';
import { RANKS, squareOf } from './geometry.ts';

/** The pieces; of a text that is no position, whatever can be read. */
export function boardOf(fen: string): Board {
  const board = { white: [] as Square[], black: [] as Square[] };
  const [rows = ''] = fen.split(' ');
  rows.split('/').forEach((row, at) => {
    let file = 0;
    for (const [word] of row.matchAll(/\d+|w|b/g)) {
      if (word !== 'w' && word !== 'b') {
        file += Number(word);
        continue;
      }
      const square = squareOf(file, RANKS - 1 - at);
      if (square !== null) board[word === 'w' ? 'white' : 'black'].push(square);
      file += 1;
    }
  });
  return board;
}

export function toMoveIn(fen: string): Color {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** The same pieces, with this side to move. */
export function withToMove(fen: string, color: Color): string {
  return `${fen.split(' ')[0] ?? ''} ${color === 'white' ? 'w' : 'b'}`;
}
