// The two sides.
import type { Color } from './types.ts';

export function otherColor(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}
