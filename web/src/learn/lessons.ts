// The course: positions and tasks, from the empty-handed newcomer to both games. Several are those of the rule sheets' figures.
import type { Lesson, Step } from './lesson.ts';

/** Figures of the rule sheets; where Black is to move there, colours and ranks are exchanged: the learner is always White. */
const figures = {
  singleton: '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w',
  ordoMoves: '2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w',
  unequalSteps: '10/3bb2b2/4bbb1b1/2w2b4/2w2wbw2/1wwww1w3/10/10 w',
  reconnect: '10/3bb5/4b5/2w2b4/2w1bbw3/3ww5/10/10 w',
  reconnectOrdo: '10/10/3ww1bb2/5bb3/5bww2/5w4/10/10 w',
  win: '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w',
  diagonal: '2bb6/2b1bbbb2/w2b6/w2w3w2/wwww3w2/4w1ww2/5w4/10 w',
  singleFile: '10/1b8/1bbbb1b3/2b2b1b2/4w2w2/3ww2ww1/2ww1ww1w1/8w1 w',
  capture: '10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w',
} as const;

/** One piece, far from the others: it may go wherever it can. */
const alone = '10/1bb7/10/10/10/10/4w5/10 w';

/** For any move of White's: quiet, and always one of them possible. */
const quietReplies = ['e6-e5', 'f6-f5', 'c7:d7-c6', 'g7:h7-g6', 'i6-i5', 'b6-b5'] as const;

export const lessons: readonly Lesson[] = [
  {
    id: 'board', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'read', id: 'setup' },
      { t: 'tap', id: 'home', find: { t: 'home-row', of: 'black' } },
      { t: 'move', id: 'aim', fen: figures.win, marks: 'd5', rounds: [{ goal: { wins: 'any' }, solution: 'd5-d8' }] },
    ],
  },
  {
    id: 'moves', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'move', id: 'forward', fen: alone, marks: 'e5', rounds: [{ goal: { to: 'e5' }, solution: 'e2-e5' }] },
      { t: 'move', id: 'diagonal', fen: alone, marks: 'h5', rounds: [{ goal: { to: 'h5' }, solution: 'e2-h5' }] },
      { t: 'move', id: 'sideways', fen: alone, marks: 'a2', rounds: [{ goal: { to: 'a2' }, solution: 'e2-a2' }] },
      {
        t: 'move', id: 'two', fen: '10/1bb7/10/10/10/10/2w7/10 w', marks: 'i5',
        rounds: [
          { goal: { turns: ['c2-c5', 'c2-f5', 'c2-f2', 'c2-i2'] }, solution: 'c2-f5', reply: ['b7-b6'] },
          { goal: { to: 'i5' }, solution: 'f5-i5' },
        ],
      },
    ],
  },
  {
    id: 'capture', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'move', id: 'first', fen: '10/5b4/4bb4/10/10/4w5/10/10 w', rounds: [{ goal: { captures: true }, solution: 'e3xe6' }] },
      { t: 'tap', id: 'reach', fen: '10/10/2bb6/1b2bb1b2/6b3/10/4w5/10 w', find: { t: 'captures' } },
    ],
  },
  {
    id: 'group', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'read', id: 'touch', fen: figures.singleton, connections: true },
      { t: 'move', id: 'hold', fen: '10/3bbb4/10/10/10/2www5/10/10 w', marks: 'd3', rounds: [{ goal: { turns: ['d3-d4'] }, solution: 'd3-d4' }] },
      { t: 'tap', id: 'five', fen: figures.singleton, marks: 'd3', find: { t: 'targets', of: 'd3' } },
      { t: 'tap', id: 'links', fen: '10/2b7/2bb6/3ww5/3ww5/2w7/1ww7/10 w', connections: true, find: { t: 'cut-points', of: 'white' } },
    ],
  },
  {
    id: 'ordo', variant: 'ordo', minutes: 2,
    steps: [
      { t: 'move', id: 'row', fen: figures.ordoMoves, marks: 'b4 c4', rounds: [{ goal: { ordo: 'row', pieces: 2, towards: 'forward' }, solution: 'b4:c4-b5' }] },
      { t: 'move', id: 'column', fen: figures.ordoMoves, marks: 'h3 h4 h5', rounds: [{ goal: { ordo: 'column', pieces: 3, towards: 'sideways' }, solution: 'h3:h5-i3' }] },
      { t: 'move', id: 'equal', fen: figures.unequalSteps, marks: 'd3 e3', rounds: [{ goal: { turns: ['d3:e3-d5'] }, solution: 'd3:e3-d5' }] },
      { t: 'move', id: 'file', fen: figures.unequalSteps, marks: 'c4 c5', rounds: [{ goal: { ordo: 'column', towards: 'sideways' }, solution: 'c4:c5-b4' }] },
      { t: 'move', id: 'take', fen: '10/5b4/6b3/6b3/5ww3/10/10/10 w', marks: 'f4 g4', rounds: [{ goal: { captures: true }, solution: 'g4xg5' }] },
    ],
  },
  {
    id: 'split', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'move', id: 'cut', fen: figures.capture, rounds: [{ goal: { splits: true }, solution: 'i2xf5', reply: ['h5xf5'] }] },
      { t: 'move', id: 'join', fen: figures.reconnect, rounds: [{ goal: {}, solution: 'g4-f3' }] },
      { t: 'move', id: 'back', fen: figures.reconnectOrdo, marks: 'd6 e6', rounds: [{ goal: { ordo: 'row', towards: 'backward' }, solution: 'd6:e6-d3' }] },
    ],
  },
  {
    id: 'rescue', variant: 'ordo', minutes: 1,
    steps: [
      // What White must do after the capture of the figure, seen from the other side.
      { t: 'move', id: 'only', fen: '10/3bb2b2/4bbb1b1/2w2b4/2w2b1w2/1wwww1w3/10/10 w', rounds: [{ goal: {}, solution: 'h4xf4' }] },
      { t: 'move', id: 'chain', fen: '10/1b8/2b7/3b6/2w1b5/2ww1b4/10/10 w', rounds: [{ goal: { wins: 'cannot-reconnect' }, solution: 'd3xd5' }] },
    ],
  },
  {
    id: 'winning', variant: 'ordo', minutes: 1,
    steps: [
      { t: 'move', id: 'home', fen: '3bbbb3/4bbw3/3bb1ww2/4b3ww/10/10/10/10 w', rounds: [{ goal: { wins: 'any' }, solution: 'j5xg8' }] },
      { t: 'move', id: 'last', fen: '10/10/4b5/3w6/3ww5/10/10/10 w', rounds: [{ goal: { wins: 'last-piece' }, solution: 'e4xe6' }] },
      {
        t: 'move', id: 'two', fen: '10/b1w7/1bw7/b2w6/bb1w6/2b7/10/10 w',
        rounds: [
          { goal: { splits: true }, solution: 'd4xb6', reply: ['a7xb6'] },
          { goal: { wins: 'home-row' }, solution: 'd5-d8' },
        ],
      },
    ],
  },
  {
    id: 'first-game', variant: 'ordo', minutes: 1,
    steps: [
      {
        t: 'move', id: 'open',
        rounds: [
          { goal: { ordo: 'any' }, solution: 'c2:d2-c4', reply: quietReplies },
          { goal: {}, solution: 'e3-e4', reply: quietReplies },
        ],
      },
      { t: 'tap', id: 'thin', fen: '10/7w1b/7wb1/6w2b/6w1bb/7b2/10/10 w', find: { t: 'cut-points', of: 'black' } },
      { t: 'end', id: 'end' },
    ],
  },
  {
    id: 'x-removal', variant: 'ordox', minutes: 1,
    steps: [
      { t: 'move', id: 'remove', fen: figures.capture, marks: 'f5', rounds: [{ goal: { removes: 3 }, solution: 'i2xf5' }] },
      { t: 'tap', id: 'which', fen: '10/2b3bb2/3b1bb3/4b5/3w6/3ww5/10/10 w', marks: 'e5', find: { t: 'removed', by: 'e3xe5' } },
      { t: 'move', id: 'choose', fen: '10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w', marks: 'f5', rounds: [{ goal: { removes: 3 }, solution: 'i2xf5=d6' }] },
    ],
  },
  {
    id: 'x-lines', variant: 'ordox', minutes: 1,
    steps: [
      { t: 'move', id: 'diagonal', fen: figures.diagonal, rounds: [{ goal: { ordo: 'any', towards: 'diagonal' }, solution: 'g3:h3-f4' }] },
      { t: 'move', id: 'file', fen: figures.singleFile, marks: 'i1 i2 i3', rounds: [{ goal: { ordo: 'column', towards: 'forward', file: true }, solution: 'i1:i3-i4' }] },
    ],
  },
  {
    id: 'x-turns', variant: 'ordox', minutes: 2,
    steps: [
      { t: 'move', id: 'prepare', fen: figures.singleFile, rounds: [{ goal: { parts: 2 }, solution: 'h3:i3-g3,g3-g5' }] },
      { t: 'move', id: 'march', fen: figures.singleFile, marks: 'c2 d2', rounds: [{ goal: { ordo: 'row', towards: 'sideways', file: true }, solution: 'c2:d2-b2,b2:c2-b4' }] },
      { t: 'move', id: 'win', fen: '10/9b/7bb1/2www2b1b/1w7b/2w7/10/10 w', rounds: [{ goal: { wins: 'any' }, solution: 'b4-c4,c3:c5-c6' }] },
    ],
  },
  {
    id: 'x-winning', variant: 'ordox', minutes: 1,
    steps: [
      { t: 'read', id: 'forward', fen: '10/10/1bbbb5/2b2w4/2b2w4/4www1w1/3ww2w2/10 b' },
      { t: 'move', id: 'win', fen: '10/10/b1w7/bbww6/bbbww5/2w7/10/10 w', rounds: [{ goal: { wins: 'any' }, solution: 'd4xc4,c3:c6-c5' }] },
      { t: 'end', id: 'end' },
    ],
  },
];

export function lessonOf(id: string): Lesson | null {
  return lessons.find((lesson) => lesson.id === id) ?? null;
}

export function lessonAfter(lesson: Lesson): Lesson | null {
  return lessons[lessons.indexOf(lesson) + 1] ?? null;
}

export function stepAt(lesson: Lesson, index: number): Step {
  return lesson.steps[index] ?? lesson.steps[0];
}
