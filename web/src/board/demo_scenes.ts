// The positions of the demo page and the tests that look at the board in a browser.

import type { Variant } from '../rules/types.ts';

interface DemoScene {
  readonly variant: Variant;
  readonly fen?: string;
  readonly turns?: readonly string[];
  readonly overlay?: boolean;
  readonly hints?: boolean;
}

export const scenes: Readonly<Record<string, DemoScene>> = {
  start: { variant: 'ordo' },
  start_x: { variant: 'ordox' },
  last: { variant: 'ordo', turns: ['c2:d2-c4', 'c7:d7-c5'] },
  singleton: { variant: 'ordo', fen: '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w' },
  lines: { variant: 'ordo', fen: '2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w' },
  split: { variant: 'ordo', fen: '10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b', hints: true },
  diagonal: { variant: 'ordox', fen: '2bb6/2b1bbbb2/w2b6/w2w3w2/wwww3w2/4w1ww2/5w4/10 w' },
  removal: { variant: 'ordox', fen: '10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w' },
  choice: { variant: 'ordox', fen: '10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w' },
  overlay: { variant: 'ordo', fen: '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w', overlay: true },
};
