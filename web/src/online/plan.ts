// Conditional turns as a tree: lines put in and taken out. A line is the opponent's turn, my answer, the opponent's next, and so on.
import type { Plan, PlanBranch } from '../net/types.ts';

/** What the server takes. */
export const maxBranches = 60;
export const maxAnswers = 12;

/** The tree with this line in it; a branch with another answer to the same turn gives way. A last turn without an answer is left out. */
export function withLine(plan: Plan, line: readonly string[]): Plan {
  const [when, answer, ...rest] = line;
  if (when === undefined || answer === undefined) return plan;
  const old = plan.find((branch) => branch.when === when);
  const then = withLine(old?.answer === answer ? old.then : [], rest);
  const branch: PlanBranch = { when, answer, then };
  return old === undefined ? [...plan, branch] : plan.map((one) => (one === old ? branch : one));
}

/** The tree without the branch that answers the last turn of this path of opponent's turns, and all behind it. */
export function withoutBranch(plan: Plan, path: readonly string[]): Plan {
  const [when, ...rest] = path;
  if (rest.length === 0) return plan.filter((branch) => branch.when !== when);
  return plan.map((branch) => (branch.when === when ? { ...branch, then: withoutBranch(branch.then, rest) } : branch));
}

/** One line of the list: where it is in the tree, and how deep. */
export interface PlanRow {
  /** The opponent's turns that lead here, this one included. */
  readonly path: readonly string[];
  /** All turns up to and including the answer. */
  readonly line: readonly string[];
  readonly branch: PlanBranch;
}

/** All branches, each before those that follow from it. */
export function rowsOf(plan: Plan, path: readonly string[] = [], line: readonly string[] = []): PlanRow[] {
  return plan.flatMap((branch) => {
    const row: PlanRow = { path: [...path, branch.when], line: [...line, branch.when, branch.answer], branch };
    return [row, ...rowsOf(branch.then, row.path, row.line)];
  });
}

export function samePlan(a: Plan, b: Plan): boolean {
  return a.length === b.length && a.every((one, i) => {
    const other = b[i];
    return other !== undefined && one.when === other.when && one.answer === other.answer && samePlan(one.then, other.then);
  });
}
