// A game as a text that `ordo record` and others read: tags, then numbered turns.
import type { Color, Outcome, Variant } from '../rules/types.ts';

export interface Recorded {
  readonly variant: Variant;
  /** Null for the initial setup. */
  readonly start: string | null;
  readonly first: Color;
  readonly turns: readonly string[];
  readonly outcome: Outcome | null;
  readonly white: string;
  readonly black: string;
  readonly date: Date;
}

const score = (outcome: Outcome | null): string =>
  outcome === null ? '*' : outcome.winner === null ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';

export function recordText({ variant, start, first, turns, outcome, white, black, date }: Recorded): string {
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const result = score(outcome);
  const tags = [
    ['Event', 'ordo'],
    ['Date', `${String(date.getFullYear())}.${two(date.getMonth() + 1)}.${two(date.getDate())}`],
    ['White', white],
    ['Black', black],
    ['Result', result],
    ['Variant', variant === 'ordo' ? 'Ordo' : 'Ordo X'],
    ...(start === null ? [] : [['FEN', start]]),
    ...(outcome === null ? [] : [['Termination', outcome.ending]]),
  ];
  const shift = first === 'black' ? 1 : 0;
  const words = turns.flatMap((turn, i) => {
    const number = Math.floor((i + shift) / 2) + 1;
    const white = (i + shift) % 2 === 0;
    return white ? [`${String(number)}.`, turn] : i === 0 ? [`${String(number)}...`, turn] : [turn];
  });
  return `${tags.map(([name = '', value = '']) => `[${name} ${quoted(value)}]`).join('\n')}\n\n${wrapped([...words, result])}\n`;
}

function wrapped(words: readonly string[], width = 80): string {
  const lines = [''];
  for (const word of words) {
    const line = lines[lines.length - 1] ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
