// Measured: in every theme, light and dark, the pieces stand out from the squares, and from each other.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { boardThemes } from '../board/contract.ts';

const css = readFileSync(new URL('./board.css', import.meta.url), 'utf8');
const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const least = 3;

/** Relative luminance as WCAG has it. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function valueIn(text: string, name: string): string | null {
  return new RegExp(`--${name}: ([^;]+);`).exec(text)?.[1] ?? null;
}
/** The value of a variable in a theme, as colours for light and dark. */
function colors(theme: string, name: string): readonly [string, string] {
  const block = (selector: string): string => css.slice(css.indexOf(selector)).split('}')[0] ?? '';
  const value = valueIn(block(`.board[data-board='${theme}'] {`), name) ?? valueIn(block('.board {'), name) ?? '';
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  const text = reference === undefined ? value : (valueIn(tokens, reference) ?? '');
  const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(text);
  if (both === null) throw new Error(`${theme}: --${name} is ${text}`);
  return [both[1] ?? '', both[2] ?? ''];
}

describe.each(boardThemes)('%s', (theme) => {
  test.each([['light', 0], ['dark', 1]] as const)('pieces against squares, %s', (_, at) => {
    for (const square of ['square-light', 'square-dark']) {
      const ground = colors(theme, square)[at];
      // A piece is seen by its disc or by the ring around it.
      const white = Math.max(...['ivory', 'ivory-ring'].map((name) => contrast(colors(theme, name)[at], ground)));
      const black = contrast(colors(theme, 'slate')[at], ground);
      expect(white, `White on ${square}`).toBeGreaterThanOrEqual(least);
      expect(black, `Black on ${square}`).toBeGreaterThanOrEqual(least);
    }
    expect(contrast(colors(theme, 'ivory')[at], colors(theme, 'slate')[at]), 'White against Black').toBeGreaterThanOrEqual(least);
  });
});
