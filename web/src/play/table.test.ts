// A game on the table: playing, looking back, staging, taking back, ending.
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeRules } from '../../tests/node_rules.ts';
import type { Rules } from '../rules/types.ts';
import { shadowOf } from './premove.ts';
import { Table } from './table.svelte.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

describe('a table', () => {
  test('plays turns and follows them', () => {
    const table = new Table(rules, 'ordo');
    expect(table.toMove).toBe('white');
    expect(table.play('e3-d3')).toBeNull();
    expect(table.ply).toBe(1);
    expect(table.live).toBe(true);
    expect(table.last.map(({ text }) => text)).toEqual(['e3-d3']);
    expect(table.view.board.white).toContain(23);
    expect(table.play('e3-d3')).toMatchObject({ reason: expect.any(String) as string });
    expect(table.turns).toEqual(['e3-d3']);
    table.free();
  });

  test('shows earlier positions, in which nothing can be played', () => {
    const table = new Table(rules, 'ordo', { turns: ['e3-d3', 'e6-d6', 'f3-g3'] });
    table.go(1);
    expect(table.live).toBe(false);
    expect(table.parts).toHaveLength(0);
    expect(table.last.map(({ text }) => text)).toEqual(['e3-d3']);
    // The game goes on at its end, not where one looks.
    expect(table.play('f6-g6')).toBeNull();
    expect(table.shown).toBe(1);
    table.go(99);
    expect(table.live).toBe(true);
    expect(table.parts.length).toBeGreaterThan(0);
    table.go(-3);
    expect(table.view.fen).toBe(rules.startFen);
    table.free();
  });

  test('takes turns back', () => {
    const table = new Table(rules, 'ordo', { turns: ['e3-d3', 'e6-d6', 'f3-g3'] });
    table.go(2);
    table.takeBack(2);
    expect(table.turns).toEqual(['e3-d3']);
    expect(table.shown).toBe(1);
    expect(table.toMove).toBe('black');
    expect(table.parts.length).toBeGreaterThan(0);
    table.takeBackTo(5);
    expect(table.ply).toBe(1);
    table.free();
  });

  test('stages a preparation and an advance, and lets go of them', () => {
    const table = new Table(rules, 'ordox');
    expect(table.stage('e3-d3')).toBeNull();
    expect(table.staging.stage.t).toBe('prepared');
    expect(table.staged).toHaveLength(1);
    expect(table.ply).toBe(0);
    table.undo();
    expect(table.staged).toHaveLength(0);
    table.stage('e3-d3');
    const advance = table.parts[0]?.text ?? '';
    table.stage(advance);
    expect(table.staging.stage).toEqual({ t: 'whole', turn: `e3-d3,${advance}` });
    expect(table.play(`e3-d3,${advance}`)).toBeNull();
    expect(table.staged).toHaveLength(0);
    expect(table.last).toHaveLength(2);
    table.free();
  });

  test('ends by the rules or as declared', () => {
    const won = new Table(rules, 'ordo', { fen: '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w', turns: ['d5-d8'] });
    expect(won.outcome).toEqual({ winner: 'white', ending: 'home-row' });
    won.declare({ winner: 'black', ending: 'time' });
    expect(won.outcome?.ending).toBe('home-row');
    won.free();
    const given = new Table(rules, 'ordo', { turns: ['e3-d3'] });
    given.declare({ winner: 'white', ending: 'resignation' });
    expect(given.parts).toHaveLength(0);
    given.takeBack();
    expect(given.outcome).toBeNull();
    given.free();
  });

  test('is written down with its players and how it ended', () => {
    const table = new Table(rules, 'ordo', { turns: ['e3-d3'] });
    const players = [['White', 'Ada'], ['Black', 'Bob']] as const;
    expect(table.record(players)).toMatch(/\[White "Ada"\][^]*\n1\. e3-d3 \*\n$/);
    table.declare({ winner: 'black', ending: 'time' });
    expect(table.record(players)).toMatch(/\[Result "0-1"\][^]*\[Termination "time"\][^]*\n1\. e3-d3 0-1\n$/);
    table.free();
    const won = new Table(rules, 'ordo', { fen: '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w', turns: ['d5-d8'] });
    won.declare({ winner: 'black', ending: 'time' });
    expect(won.record(players)).toContain('[Termination "home-row"]');
    won.free();
  });

  test('says what is wrong with a position or a turn', () => {
    expect(Table.open(rules, 'ordo', { fen: 'nonsense' })).toHaveProperty('error');
    expect(Table.open(rules, 'ordo', { turns: ['e3-d3', 'a1-a2'] })).toHaveProperty('error', expect.stringContaining('a1-a2'));
  });
});

test('a premove is chosen among what the other side could play now', () => {
  const table = new Table(rules, 'ordo', { turns: ['e3-d3'] });
  const shadow = shadowOf(table, 'white');
  expect(shadow?.toMove).toBe('white');
  expect(shadow?.parts.some(({ text }) => text === 'f3-g3')).toBe(true);
  shadow?.free();
  table.free();
});
