// Tests of the board's geometry: names, lines, sweeps, gaps and the turned drawing.

import { describe, expect, it } from 'vitest';
import {
  capsule, contains, drawn, drawnCentre, gaps, lineOf, links, longestLine, parseSquare, span, spanLength, spanSquares,
  squareAt, squareName, SQUARES, sweep,
} from './geometry.ts';
import { sq, sqs } from './testing.ts';

describe('squares', () => {
  it('have names that read back', () => {
    for (let square = 0; square < SQUARES; ++square) expect(parseSquare(squareName(square))).toBe(square);
    expect(squareName(0)).toBe('a1');
    expect(squareName(79)).toBe('j8');
    expect(parseSquare(' C2 ')).toBe(sq('c2'));
  });
  it('refuse names off the board', () => {
    for (const name of ['', 'k1', 'a9', 'a0', 'a10', 'aa', '11']) expect(parseSquare(name)).toBeNull();
  });
  it('are found under a point, and nothing outside', () => {
    expect(squareAt({ x: 2.9, y: 1.1 })).toBe(sq('c2'));
    expect(squareAt({ x: 10.01, y: 1 })).toBeNull();
    expect(squareAt({ x: -0.01, y: 1 })).toBeNull();
  });
});

describe('spans', () => {
  it('run from the left or lower end', () => {
    expect(spanSquares(span(sq('e2'), sq('c2')))).toEqual(sqs('c2 d2 e2'));
    expect(spanSquares(span(sq('c4'), sq('c2')))).toEqual(sqs('c2 c3 c4'));
    expect(spanLength(span(sq('c2'), sq('c4')))).toBe(3);
    expect(spanLength(span(sq('c2')))).toBe(1);
  });
  it('contain their own squares only', () => {
    const line = span(sq('c2'), sq('e2'));
    expect(contains(line, sq('d2'))).toBe(true);
    expect(contains(line, sq('f2'))).toBe(false);
    expect(contains(line, sq('d3'))).toBe(false);
    expect(contains(span(sq('c2'), sq('c4')), sq('d3'))).toBe(false);
  });
  it('need every piece between their ends', () => {
    const pieces = new Set(sqs('c2 d2 f2'));
    expect(lineOf(sq('c2'), sq('d2'), pieces)).toEqual(span(sq('c2'), sq('d2')));
    expect(lineOf(sq('c2'), sq('f2'), pieces)).toBeNull();
    expect(lineOf(sq('c2'), sq('d3'), new Set(sqs('c2 d3')))).toBeNull();
  });
});

describe('sweeping', () => {
  const pieces = new Set(sqs('c2 d2 e2 g2 c3 c4'));
  it('follows the pointer along the nearer axis and stops at a gap', () => {
    expect(sweep(sq('c2'), { x: 4.4, y: 1.6 }, pieces)).toEqual(span(sq('c2'), sq('e2')));
    expect(sweep(sq('c2'), { x: 9.4, y: 1.6 }, pieces)).toEqual(span(sq('c2'), sq('e2')));
    expect(sweep(sq('c2'), { x: 2.6, y: 3.4 }, pieces)).toEqual(span(sq('c2'), sq('c4')));
  });
  it('goes both ways', () => {
    expect(sweep(sq('e2'), { x: 2.5, y: 1.5 }, pieces)).toEqual(span(sq('c2'), sq('e2')));
    expect(longestLine(sq('d2'), true, pieces)).toEqual(span(sq('c2'), sq('e2')));
    expect(longestLine(sq('d2'), false, pieces)).toEqual(span(sq('d2')));
  });
});

describe('groups', () => {
  it('link touching squares, each pair once', () => {
    expect(links(sqs('a1 b1 b2 d4'))).toHaveLength(3);
  });
  it('show the nearest pair of each gap', () => {
    expect(gaps([sqs('a1 b1 c1'), sqs('e1 f1')])).toEqual([[sq('c1'), sq('e1')]]);
    expect(gaps([sqs('a1'), sqs('e1'), sqs('c1')])).toEqual([[sq('a1'), sq('c1')], [sq('c1'), sq('e1')]]);
    expect(gaps([sqs('a1 b1')])).toEqual([]);
    expect(gaps([])).toEqual([]);
  });
});

describe('the drawing', () => {
  it('has a1 at the bottom left, or turned at the top right', () => {
    expect(drawnCentre(sq('a1'), false)).toEqual({ x: 0.5, y: 7.5 });
    expect(drawnCentre(sq('a1'), true)).toEqual({ x: 9.5, y: 0.5 });
  });
  it('turns points back', () => {
    for (const flipped of [false, true]) {
      const point = { x: 3.25, y: 6.5 };
      expect(drawn(drawn(point, flipped), flipped)).toEqual(point);
    }
  });
  it('draws the same capsule whichever way the board is turned', () => {
    const line = span(sq('c2'), sq('e2'));
    expect(capsule(line, false, 0)).toEqual({ x: 2, y: 6, width: 3, height: 1 });
    expect(capsule(line, true, 0)).toEqual({ x: 5, y: 1, width: 3, height: 1 });
  });
});
