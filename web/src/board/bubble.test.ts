// The words of a refusal hide neither the gap they speak of nor the square that was tried.
import { expect, test } from 'vitest';
import { refusalBubble } from './bubble.ts';
import { drawnCentre, FILES, gaps, SQUARES, span } from './geometry.ts';
import { attempt } from './moves.ts';

const words = 'This would split your group into 3 and 17.';

test.each([[320], [360], [640], [900]])('on a board of %i px the tip covers neither the gap nor the square, wherever it is tried', (width) => {
  const square = width / FILES;
  for (const flipped of [false, true]) {
    for (let to = 0; to < SQUARES; ++to) {
      const tried = attempt(span(to === 44 ? 45 : 44), (to % 10) - (to === 44 ? 5 : 4), Math.floor(to / 10) - 4, new Set());
      if (tried === null) continue;
      const near = to >= 10 ? to - 10 : to + 10;
      const groups = [[to], [near]];
      const { at, below } = refusalBubble(tried, { groups, text: words }, flipped, width);
      const wide = Math.min(288, 0.88 * width) / square;
      const high = 48 / square;
      const share = at.x > 6.5 ? 0.85 : at.x < 3.5 ? 0.15 : 0.5;
      const left = at.x - wide * share;
      const top = below ? at.y + 0.56 : at.y - 0.56 - high;
      const hidden = [...gaps(groups).flat(), to].map((one) => drawnCentre(one, flipped))
        .filter(({ x, y }) => x > left && x < left + wide && y > top && y < top + high);
      expect(hidden, `${to} of a board ${flipped ? 'turned' : 'as it is'}, tip at ${JSON.stringify(at)}`).toEqual([]);
    }
  }
});
