// How the drawn pieces follow the position: lines glide as one, taken pieces fade outward.
import type { Board, Part } from '../rules/types.ts';
import { drawnCentre, FILES, RANKS } from './geometry.ts';
import { follow, place, type Piece } from './pieces.ts';

const kLeaveMs = 260;

export class Motion {
  pieces: readonly Piece[] = $state.raw([]);
  leaving: readonly (Piece & { readonly dx: number; readonly dy: number })[] = $state.raw([]);
  /** No gliding: after a drag, the piece is where the hand put it; when the board turns, nothing moved. */
  abrupt = $state(false);
  /** The next position was made by a drag. */
  landed = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(board: Board) {
    this.pieces = place(board);
  }

  /** To another position, by these parts if they fit. */
  to(board: Board, parts: readonly Part[], { flipped, animate }: { flipped: boolean; animate: boolean }): void {
    const change = follow(this.pieces, board, parts);
    this.pieces = change.pieces;
    this.abrupt = this.landed;
    this.landed = false;
    if (change.removed.length === 0 || !animate) return;
    const [from] = change.arrived;
    const away = from === undefined ? { x: FILES / 2, y: RANKS / 2 } : drawnCentre(from, flipped);
    this.leaving = change.removed.map((piece) => {
      const { x, y } = drawnCentre(piece.square, flipped);
      const far = Math.hypot(x - away.x, y - away.y) || 1;
      return { ...piece, dx: ((x - away.x) / far) * 40, dy: ((y - away.y) / far) * 40 };
    });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.leaving = []), kLeaveMs);
  }

  free(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
