// The pictures of the rules page, most of them situations of the rule sheets' figures. A test asks the rules about every arrow.
import { fileOf, parseSquare, rankOf, shifted, span, spanSquares, isVertical, type Span } from '../board/geometry.ts';
import type { Square, Variant } from '../rules/types.ts';

export const startFen = '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w';

export interface Picture {
  readonly variant: Variant;
  readonly fen: string;
  /** Turns, "d3-d5 b4:c4-b6 e3-d3,d3:d4-d5". */
  readonly moves?: string;
  /** Likewise, what may not be played. */
  readonly forbidden?: string;
  /** Marks the squares reached instead of drawing arrows: where many lead from one piece. */
  readonly dots?: true;
  /** Squares pointed out, "d3 e4". */
  readonly marks?: string;
  /** Pieces that leave the board. */
  readonly removed?: string;
  /** Parts of a split group, "d3 e3/g4". */
  readonly split?: string;
  /** Connections of all groups are drawn. */
  readonly connections?: true;
}

export const pictures = {
  setup: { variant: 'ordo', fen: startFen },
  group: { variant: 'ordo', fen: '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w', connections: true },
  singleton: {
    variant: 'ordo', fen: '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w', marks: 'd3', dots: true,
    moves: 'd3-c3 d3-d5 d3-e3 d3-e4 d3xd6', forbidden: 'd3-d4 d3-b3 d3-a3',
  },
  win: { variant: 'ordo', fen: '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w', moves: 'd5-d8' },
  lines: { variant: 'ordo', fen: '2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w', moves: 'b4:c4-b6 h4:h5-f4 h3:h5-j3' },
  file: { variant: 'ordo', fen: '10/10/1bbbb1b3/2b2bwb2/2b2w4/4www1w1/3ww2w2/10 b', moves: 'd6:e6-d4', forbidden: 'c4:c6-c3' },
  reconnect: { variant: 'ordo', fen: '10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b', moves: 'g5-e7 g5-f6 g5xf5', split: 'c4 c5 d6 e6/g5' },
  reconnectOrdo: { variant: 'ordo', fen: '10/10/5b4/5wbb2/5ww3/3bb1ww2/10/10 b', moves: 'd3:e3-d6', split: 'f6 g5 h5/d3 e3' },
  diagonal: { variant: 'ordox', fen: '2bb6/2b1bbbb2/w2b6/w2w3w2/wwww3w2/4w1ww2/5w4/10 w', moves: 'a4:a6-b5 g3:h3-f4' },
  march: { variant: 'ordox', fen: '10/1b8/1bbbb1b3/2b2b1b2/4w2w2/3ww2ww1/2ww1ww1w1/8w1 w', moves: 'i1:i3-i4 d2:d3-d3' },
  turn: { variant: 'ordox', fen: '10/9b/7bb1/2www2b1b/1w7b/2w7/10/10 w', moves: 'b4-c4,c3:c5-c6' },
  removal: { variant: 'ordox', fen: '10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w', moves: 'i2xf5', removed: 'f5 g6 h5' },
  choice: { variant: 'ordox', fen: '10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w', moves: 'i2xf5=d6', removed: 'f5 g6 h5' },
} as const satisfies Readonly<Record<string, Picture>>;

export type PictureName = keyof typeof pictures;

export interface Arrow {
  readonly from: Square;
  readonly to: Square;
}

/** How a part is drawn: one arrow for each piece, or one before the first piece of a file; and the line around an ordo. */
interface DrawnPart {
  readonly arrows: readonly Arrow[];
  readonly line: Span | null;
  /** 1 or 2 in a turn of two parts. */
  readonly number: number | null;
}

function drawnPart(text: string, number: number | null): DrawnPart | null {
  const match = /^([a-j]\d)(?::([a-j]\d))?[-x]([a-j]\d)/.exec(text);
  if (match === null) return null;
  const [low, high, to] = [match[1], match[2] ?? match[1], match[3]].map((name) => parseSquare(name ?? ''));
  if (low === null || low === undefined || high === null || high === undefined || to === null || to === undefined) return null;
  const line = span(low, high);
  const files = fileOf(to) - fileOf(low);
  const ranks = rankOf(to) - rankOf(low);
  const along = low !== high && (isVertical(line) ? files === 0 : ranks === 0);
  const movers = along ? [files + ranks > 0 ? line.high : line.low] : spanSquares(line);
  const arrows = movers.flatMap((from) => {
    const end = shifted(from, files, ranks);
    return end === null ? [] : [{ from, to: end }];
  });
  return { arrows, line: low === high ? null : line, number };
}

/** The parts of turns written one after the other. */
export function drawnParts(turns: string): DrawnPart[] {
  return turns.split(' ').flatMap((turn) => {
    const parts = turn.split(',');
    return parts.flatMap((part, i) => drawnPart(part, parts.length > 1 ? i + 1 : null) ?? []);
  });
}
