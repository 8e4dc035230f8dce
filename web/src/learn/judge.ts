// Judges what the learner did by what the rules say of it: never by a rule of its own.
import { describePart } from '../board/describe.ts';
import { parseSquare, RANKS, rankOf, FILES } from '../board/geometry.ts';
import type { Table } from '../play/table.svelte.ts';
import type { Color, Part, Square, View } from '../rules/types.ts';
import type { Find, Goal } from './lesson.ts';
import { otherColor } from '../rules/color.ts';

/** A whole turn and what came of it. */
export interface Made {
  readonly turn: string;
  readonly parts: readonly Part[];
  readonly before: View;
  readonly after: View;
}

export function squaresOf(names: string | undefined): Square[] {
  return (names ?? '').split(' ').map(parseSquare).filter((square) => square !== null);
}


/** Along the line, not across it. */
function inFile({ origin, destination }: Part): boolean {
  const [a = 0, b = a] = origin;
  const [to = a] = destination;
  const vertical = b - a === FILES;
  return origin.length > 1 && (vertical ? (to - a) % FILES === 0 : rankOf(a) === rankOf(to));
}

function lineKind({ origin }: Part): 'row' | 'column' | null {
  const [a = 0, b = a] = origin;
  return a === b ? null : b - a === 1 ? 'row' : 'column';
}

/** What is asked of one part, each under its name in the goal. */
const partly = {
  to: (part, goal) => part.origin.length === 1 && part.destination[0] === parseSquare(goal.to ?? ''),
  captures: (part) => part.captures,
  ordo: (part, goal) => lineKind(part) !== null && (goal.ordo === 'any' || lineKind(part) === goal.ordo),
  pieces: (part, goal) => part.origin.length === goal.pieces,
  towards: (part, goal, mover) => describePart(part, mover).direction === goal.towards,
  file: (part) => inFile(part),
} satisfies Partial<Record<keyof Goal, (part: Part, goal: Goal, mover: Color) => boolean>>;

/** What is asked of the turn as a whole. */
const wholly = {
  wins: ({ before, after }, goal) =>
    after.outcome?.winner === before.toMove && (goal.wins === 'any' || after.outcome.ending === goal.wins),
  splits: ({ before, after }) => after.groups[otherColor(before.toMove)].length > 1,
  removes: ({ before, after }, goal) => {
    const enemy = otherColor(before.toMove);
    return before.board[enemy].length - after.board[enemy].length >= (goal.removes ?? 0);
  },
  parts: ({ parts }, goal) => parts.length === goal.parts,
  turns: ({ turn }, goal) => goal.turns?.includes(turn) ?? true,
} satisfies Partial<Record<keyof Goal, (made: Made, goal: Goal) => boolean>>;

type PartCondition = keyof typeof partly;
type TurnCondition = keyof typeof wholly;
export type Condition = PartCondition | TurnCondition;

const asked = <Name extends Condition>(names: readonly Name[], goal: Goal): Name[] => names.filter((name) => goal[name] !== undefined);
const partNames = Object.keys(partly) as PartCondition[];
const turnNames = Object.keys(wholly) as TurnCondition[];

/** What the goal asks for that this turn is not; null if it is all of it. */
export function missing(goal: Goal, made: Made): Condition | null {
  const failed = asked(turnNames, goal).find((name) => !wholly[name](made, goal));
  if (failed !== undefined) return failed;
  const wanted = asked(partNames, goal);
  // The reason named is that of the part that comes nearest.
  let best: { name: PartCondition; fit: number } | null = null;
  for (const part of made.parts) {
    const wrong = wanted.filter((name) => !partly[name](part, goal, made.before.toMove));
    const [name] = wrong;
    if (name === undefined) return null;
    if (best === null || wanted.length - wrong.length > best.fit) best = { name, fit: wanted.length - wrong.length };
  }
  return best?.name ?? null;
}

/** The squares that are asked for. */
export function answersOf(find: Find, table: Table): readonly Square[] {
  const { view } = table;
  switch (find.t) {
    case 'home-row': {
      const first = find.of === 'white' ? 0 : (RANKS - 1) * FILES;
      return Array.from({ length: FILES }, (_, file) => first + file);
    }
    case 'targets': {
      const from = parseSquare(find.of);
      return [...new Set(view.parts.filter(({ origin }) => origin.length === 1 && origin[0] === from).flatMap((part) => part.destination))];
    }
    case 'captures': return [...new Set(view.parts.filter((part) => part.captures).flatMap((part) => part.destination))];
    case 'cut-points': return table.cutPoints().filter((square) => view.board[find.of].includes(square));
    case 'removed': return table.removedBy(find.by);
  }
}

/** How many of the answers must be tapped. */
export function wantedOf(find: Find, answers: readonly Square[]): number {
  return find.t === 'home-row' ? 1 : answers.length;
}
