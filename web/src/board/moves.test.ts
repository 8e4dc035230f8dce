// Tests of the index of parts: which click means which move, and where handles are.

import { describe, expect, it } from 'vitest';
import { span } from './geometry.ts';
import { attempt, blockers, extended, handles, indexParts, moveAt, movesOf, slides, targetsOf } from './moves.ts';
import { part, parts, sq, sqs } from './testing.ts';

const line = (a: string, b = a) => span(sq(a), sq(b));

describe('targets', () => {
  it('never coincide for two moves of one line', () => {
    for (const origin of [line('c3', 'e3'), line('c3', 'c5'), line('e4'), line('b2', 'i2')]) {
      const seen = new Set<number>();
      for (const files of [-1, 0, 1]) {
        for (const ranks of [-1, 0, 1]) {
          if (files === 0 && ranks === 0) continue;
          for (let steps = 1; steps < 10; ++steps) {
            const move = attempt(origin, files * steps, ranks * steps, new Set());
            if (move === null) break;
            for (const square of move.targets) {
              expect(seen.has(square)).toBe(false);
              seen.add(square);
            }
          }
        }
      }
    }
  });
  it('are all landing squares of a move across, and the leading end of any other', () => {
    expect(targetsOf(line('c2', 'e2'), 0, 1)).toEqual(sqs('c3 d3 e3'));
    expect(targetsOf(line('c2', 'e2'), -1, 1)).toEqual(sqs('b3'));
    expect(targetsOf(line('c2', 'e2'), 2, 0)).toEqual(sqs('g2'));
    expect(targetsOf(line('c2', 'c4'), 1, 0)).toEqual(sqs('d2 d3 d4'));
    expect(targetsOf(line('c2', 'c4'), 0, 2)).toEqual(sqs('c6'));
  });
});

describe('the index', () => {
  const index = indexParts(parts('c2-c3 c2-d3 c2:d2-c3 c2:d2-c4 c2:d2-b3 b2:d2-b3 i2xf5=b6 i2xf5=h7'));
  it('finds the moves of a line', () => {
    expect(movesOf(index, line('c2'))).toHaveLength(2);
    expect(movesOf(index, line('c2', 'd2'))).toHaveLength(3);
    expect(movesOf(index, line('d2'))).toEqual([]);
    expect(movesOf(index, null)).toEqual([]);
  });
  it('puts a choice of subgroup under one move', () => {
    const [move] = movesOf(index, line('i2'));
    expect(move?.parts.map(({ text }) => text)).toEqual(['i2xf5=b6', 'i2xf5=h7']);
    expect(move?.captures).toBe(true);
  });
  it('reads a click on a shared landing square as the move straight across', () => {
    const moves = movesOf(index, line('c2', 'd2'));
    expect(moveAt(moves, sq('c3'))?.parts[0].text).toBe('c2:d2-c3');
    expect(moveAt(moves, sq('b3'))?.parts[0].text).toBe('c2:d2-b3');
    expect(moveAt(moves, sq('h8'))).toBeNull();
  });
  it('takes a landing square of only one move for that move', () => {
    const moves = movesOf(indexParts(parts('c2:e2-a4')), line('c2', 'e2'));
    expect(moveAt(moves, sq('c4'))?.parts[0].text).toBe('c2:e2-a4');
  });
  it('does not take a square the line itself stands on for a target', () => {
    const moves = movesOf(indexParts(parts('c2:e2-d2')), line('c2', 'e2'));
    expect(moveAt(moves, sq('d2'))).toBeNull();
    expect(moveAt(moves, sq('f2'))?.parts[0].text).toBe('c2:e2-d2');
  });
  it('offers handles at the ends of longer lines', () => {
    expect(handles(index, line('c2'))).toEqual(sqs('b2 d2'));
    expect(handles(index, line('c2', 'd2'))).toEqual(sqs('b2'));
    expect(handles(index, line('b2', 'd2'))).toEqual([]);
  });
  it('extends to any piece in line with it, but not over a gap', () => {
    const own = new Set(['b2', 'c2', 'd2', 'f2'].map(sq));
    expect(extended(line('c2'), sq('d2'), own)).toEqual(line('c2', 'd2'));
    expect(extended(line('c2', 'd2'), sq('b2'), own)).toEqual(line('b2', 'd2'));
    expect(extended(line('c2'), sq('f2'), own), 'a gap').toBeNull();
    expect(extended(line('c2', 'd2'), sq('c2'), own)).toBeNull();
  });
  it('names the pieces an attempt would meet on its way', () => {
    const met = (a: string, b: string, files: number, ranks: number, pieces: string) => {
      const made = attempt(line(a, b), files, ranks, new Set());
      return made === null ? null : blockers(made, new Set(sqs(pieces)));
    };
    expect(met('c2', 'c2', 0, 3, 'c2 c4 c5 c6')).toEqual(sqs('c4 c5'));
    expect(met('c2', 'd2', 0, 2, 'c2 d2 d3')).toEqual(sqs('d3'));
    expect(met('c2', 'd2', 1, 0, 'c2 d2 e2')).toEqual(sqs('e2'));
    expect(met('c2', 'c2', 1, 2, 'c2 d4'), 'no straight line').toEqual([]);
  });
  it('is quick for hundreds of parts', () => {
    const many = Array.from({ length: 800 }, (_, i) => part(`${'abcdefghij'[i % 10]}${1 + (i % 7)}-${'abcdefghij'[(i * 7) % 10]}8`));
    const start = performance.now();
    indexParts(many);
    expect(performance.now() - start).toBeLessThan(50);
  });
});

describe('slides', () => {
  it('stop at own pieces and on the first enemy, and may leave through the line itself', () => {
    const own = new Set(sqs('c2 d2 c5'));
    const enemies = new Set(sqs('d4'));
    const texts = slides(line('c2', 'd2'), own, enemies).map(({ text }) => text);
    expect(texts).toContain('c2:d2-c3');
    expect(texts).toContain('c2:d2-d2');
    expect(texts).toContain('c2:d2-c4');
    expect(texts).not.toContain('c2:d2-c5');
  });
  it('write a capture of a single piece with x', () => {
    expect(attempt(line('c3'), 1, 1, new Set(sqs('d4')))?.text).toBe('c3xd4');
    expect(attempt(line('c3'), 1, 1, new Set())?.text).toBe('c3-d4');
    expect(attempt(line('j3'), 1, 0, new Set())).toBeNull();
  });
});
