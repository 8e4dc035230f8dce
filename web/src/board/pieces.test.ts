// Tests of following pieces from position to position, and of descriptions and completion.

import { describe, expect, it } from 'vitest';
import type { Board } from '../rules/types.ts';
import { complete, splitTurn } from './complete.ts';
import { toggled } from './contract.ts';
import { describePart, describer } from './describe.ts';
import { span } from './geometry.ts';
import { indexParts } from './moves.ts';
import { follow, place, type Piece } from './pieces.ts';
import { part, parts, sq, sqs } from './testing.ts';

const board = (white: string, black: string): Board => ({ white: sqs(white), black: sqs(black) });
const idAt = (pieces: readonly Piece[], name: string) => pieces.find((piece) => piece.square === sq(name))?.id;

describe('pieces', () => {
  it('keep who they are when a line moves across', () => {
    const before = place(board('c2 d2 e2', 'c7'));
    const { pieces, removed } = follow(before, board('c4 d4 e2', 'c7'), parts('c2:d2-c4'));
    expect(idAt(pieces, 'c4')).toBe(idAt(before, 'c2'));
    expect(idAt(pieces, 'd4')).toBe(idAt(before, 'd2'));
    expect(removed).toEqual([]);
  });
  it('keep who they are when a line moves in single file', () => {
    const before = place(board('c2 c3 c4', 'h7'));
    const { pieces } = follow(before, board('c3 c4 c5', 'h7'), parts('c2:c4-c3'));
    expect(idAt(pieces, 'c3')).toBe(idAt(before, 'c2'));
    expect(idAt(pieces, 'c5')).toBe(idAt(before, 'c4'));
  });
  it('go back the way they came', () => {
    const before = place(board('c3 c4 c5', 'h7'));
    const { pieces } = follow(before, board('c2 c3 c4', 'h7'), parts('c2:c4-c3'));
    expect(idAt(pieces, 'c2')).toBe(idAt(before, 'c3'));
  });
  it('follow a turn of two parts, and its second part alone', () => {
    const before = place(board('e3 d4', 'h7'));
    const turn = parts('e3-d3 d3:d4-d5');
    expect(idAt(follow(before, board('d5 d6', 'h7'), turn).pieces, 'd5')).toBe(idAt(before, 'e3'));
    const staged = follow(before, board('d3 d4', 'h7'), turn.slice(0, 1)).pieces;
    const after = follow(staged, board('d5 d6', 'h7'), turn).pieces;
    expect(idAt(after, 'd5')).toBe(idAt(before, 'e3'));
    expect(idAt(after, 'd6')).toBe(idAt(before, 'd4'));
  });
  it('leave when taken, subgroups and all', () => {
    const before = place(board('c3', 'd4 e5 h8'));
    const { pieces, removed, arrived } = follow(before, board('d4', 'h8'), parts('c3xd4'));
    expect(removed.map(({ square }) => square)).toEqual(sqs('d4 e5'));
    expect(pieces).toHaveLength(2);
    expect(arrived).toEqual(sqs('d4'));
  });
  it('have unlike numbers after any change', () => {
    const { pieces } = follow(place(board('a1', 'b8')), board('c4 d4 e4', 'f5 g5'), []);
    expect(new Set(pieces.map(({ id }) => id)).size).toBe(5);
  });
});

describe('descriptions', () => {
  const scene = {
    board: board('b2 c2 d2 c3', 'c7 d4'),
    index: indexParts(parts('c3-c4 c3xd4 c2:d2-c3')),
    selection: null,
    forbidden: [],
    groups: [],
    cutPoints: sqs('c2'),
    removedBy: () => sqs('d4 c7'),
  };
  it('tell colour, line and moves', () => {
    expect(describer(scene)(sq('c2'))).toMatchObject({
      square: 'c2', piece: 'white', line: 3, lineVertical: false, moves: 0, with: [{ other: 'd2', moves: 1 }],
      role: { t: 'movable' }, cutPoint: true, homeRow: null,
    });
    expect(describer(scene)(sq('c3'))).toMatchObject({ moves: 2, captures: 1 });
    expect(describer(scene)(sq('a1'))).toMatchObject({ piece: null, line: 0, role: { t: 'none' }, homeRow: 'white' });
  });
  it('tell targets of the selection and what they take', () => {
    const selected = describer({ ...scene, selection: span(sq('c3')) });
    expect(selected(sq('c3')).role).toEqual({ t: 'selected' });
    expect(selected(sq('c4')).role).toEqual({ t: 'target', captures: false, removed: 0, prepares: false });
    expect(selected(sq('d4')).role).toEqual({ t: 'target', captures: true, removed: 1, prepares: false });
  });
  it('tell what a part does', () => {
    expect(describePart(part('g2:h2-g4'), 'white')).toMatchObject({ from: 'g2', fromEnd: 'h2', to: 'g4', toEnd: 'h4', pieces: 2, direction: 'forward' });
    expect(describePart(part('c3xd4'), 'black')).toMatchObject({ captures: true, direction: 'backward' });
    expect(describePart(part('c3-d4'), 'white').direction).toBe('diagonal');
    expect(describePart(part('c3-a3'), 'black').direction).toBe('sideways');
  });
});

describe('typed moves', () => {
  const legal = parts('c2-c3 c2-c4 c3xd4 g2:h2-g4 g2:h2-g3 i2xf5=b6 i2xf5=h7');
  const texts = (typed: string) => complete(typed, legal).matches.map(({ text }) => text);
  it('complete from a beginning', () => {
    expect(texts('c2')).toEqual(['c2-c3', 'c2-c4']);
    expect(texts('')).toEqual([]);
    expect(texts('zz')).toEqual([]);
  });
  it('need no signs and no case', () => {
    expect(complete('C2C4', legal).exact?.text).toBe('c2-c4');
    expect(complete('c3 d4', legal).exact?.text).toBe('c3xd4');
    expect(complete('g2h2g4', legal).exact?.text).toBe('g2:h2-g4');
  });
  it('name an ordo from either end', () => {
    expect(complete('h2:g2-h4', legal).exact?.text).toBe('g2:h2-g4');
  });
  it('leave a choice open', () => {
    expect(complete('i2xf5', legal).exact).toBeNull();
    expect(complete('i2xf5=b6', legal).exact?.text).toBe('i2xf5=b6');
  });
  it('split a turn at the comma', () => {
    expect(splitTurn('e3-d3, d3:d4-d5')).toEqual({ first: 'e3-d3', rest: 'd3:d4-d5' });
    expect(splitTurn('e3-d3')).toEqual({ first: 'e3-d3', rest: null });
  });
});

describe('own arrows', () => {
  it('come and go', () => {
    const one = { from: 1, to: 2 };
    expect(toggled([], one)).toEqual([one]);
    expect(toggled([one], { from: 1, to: 2 })).toEqual([]);
    expect(toggled([one], { from: 1, to: 1 })).toHaveLength(2);
  });
});
