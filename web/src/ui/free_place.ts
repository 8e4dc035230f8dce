// Where a message may lie so that it covers nothing one could want to press. Pure.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export interface Obstacle extends Box {
  /** How bad it is to cover it. */
  readonly weight: number;
}

const kMargin = 12;
const kStep = 8;

/** The lowest free place, in the middle, at the right or at the left; if none is free, the one that covers least. `covers` is 0 or how bad that is. */
export function freePlace(size: { readonly width: number; readonly height: number }, window: { readonly width: number; readonly height: number }, obstacles: readonly Obstacle[]): { readonly left: number; readonly top: number; readonly covers: number } {
  const middle = (window.width - size.width) / 2;
  const columns = [middle, window.width - size.width - kMargin, kMargin].map((left) => Math.max(0, left));
  let best = { left: Math.max(0, middle), top: Math.max(0, window.height - size.height - kMargin), covers: Infinity };
  for (let top = window.height - size.height - kMargin; top >= 0; top -= kStep) {
    for (const left of columns) {
      const [right, bottom] = [left + size.width, top + size.height];
      const covers = obstacles.reduce((sum, one) => (left < one.right && right > one.left && top < one.bottom && bottom > one.top ? sum + one.weight : sum), 0);
      if (covers === 0) return { left, top, covers };
      if (covers < best.covers) best = { left, top, covers };
    }
  }
  return best;
}
