// Short whole games of both variants, found by playing at random towards the home row with the rules themselves.
import type { Variant } from '../../src/rules/types.ts';

export const shortGames: Readonly<Record<Variant, readonly string[]>> = {
  // A line, captures on both sides, White reaches the home row.
  ordo: ['c2:d2-c4', 'j6-j5', 'h2-e5', 'g7-j4', 'c4xe6', 'f6xi3', 'f3xf7', 'h7xf7', 'j3xf7', 'd8-f8', 'g2xg8'],
  // Turns of two parts, lines in single file, captures.
  ordox: ['a3:b3-b3,d1:d2-d4', 'd8-e8,j6:j7-j4', 'i2xe6', 'h7:h8-h5', 'f3xf6', 'h5xj3', 'h1-j1,f6xf7', 'b6:b7-b5', 'g2-g8'],
};

/** Positions of the demo scenes that show one thing each. */
export const positions = {
  /** c4xd5… splits Black into subgroups of equal size: White says which stays. */
  choice: '10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w',
} as const;
