// Planning on a board of its own, by the real rules.
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeRules } from '../../tests/node_rules.ts';
import type { Rules } from '../rules/types.ts';
import { rowsOf } from './plan.ts';
import { PlanDraft } from './plan_draft.svelte.ts';

let rules: Rules;
let afterC4: string;
beforeAll(async () => {
  rules = await nodeRules();
  const made = rules.game('ordo', undefined, ['c2-c4']);
  if ('error' in made) throw new Error(made.error);
  afterC4 = made.game.view.fen;
  made.game.free();
});

describe('a plan', () => {
  test('grows by playing both sides', () => {
    const draft = new PlanDraft(rules, 'ordo', afterC4, []);
    expect(draft.asksOpponent).toBe(true);
    expect(draft.play('e6-d6')).toBeNull();
    expect(draft.asksOpponent).toBe(false);
    expect(draft.isChanged).toBe(false);
    expect(draft.play('d2-d4')).toBeNull();
    expect(draft.plan).toEqual([{ when: 'e6-d6', answer: 'd2-d4', then: [] }]);
    draft.play('f6-g6');
    draft.play('e3-e4');
    expect(rowsOf(draft.plan)).toHaveLength(2);
    expect(draft.isChanged).toBe(true);
    draft.free();
  });

  test('branches where one goes back and plays otherwise', () => {
    const draft = new PlanDraft(rules, 'ordo', afterC4, []);
    for (const turn of ['e6-d6', 'd2-d4']) draft.play(turn);
    draft.table.go(0);
    draft.play('f6-g6');
    draft.play('d2-d4');
    expect(draft.plan.map(({ when }) => when)).toEqual(['e6-d6', 'f6-g6']);
    draft.back();
    draft.play('e3-e4');
    expect(draft.plan[1]).toEqual({ when: 'f6-g6', answer: 'e3-e4', then: [] });
    draft.free();
  });

  test('is looked at and taken apart', () => {
    const draft = new PlanDraft(rules, 'ordo', afterC4, [{ when: 'e6-d6', answer: 'd2-d4', then: [] }]);
    draft.show(['e6-d6', 'd2-d4']);
    expect(draft.table.turns).toEqual(['e6-d6', 'd2-d4']);
    draft.remove(['e6-d6']);
    expect(draft.plan).toEqual([]);
    expect(draft.table.ply).toBe(0);
    expect(draft.isChanged).toBe(true);
    draft.free();
  });

  test('has no answer to a turn that ends the game', () => {
    const draft = new PlanDraft(rules, 'ordo', '10/4b5/10/10/10/10/1w8/10 b', []);
    // From e7 straight to White's home row.
    expect(draft.play('e7-e1')).toBe('needs-no-answer');
    expect(draft.table.ply).toBe(0);
    draft.free();
  });
});
