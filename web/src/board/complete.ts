// Typed moves: which legal parts a beginning may still become.

import type { Part } from '../rules/types.ts';

interface Completion {
  /** Best first: as typed, then by length and text. */
  readonly matches: readonly Part[];
  /** The part that is meant, once the text can mean no other. */
  readonly exact: Part | null;
}

/** Letters and digits only: "C2 c4", "c2-c4" and "c2c4" are the same move. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-j1-8=]/g, '');

/** An ordo may be typed from either end: "h2:g2-h4" is "g2:h2-g4". Gives the other way to name the same part. */
function reversed(part: Part): string | null {
  if (part.origin.length < 2) return null;
  const match = /^(..):(..)(.)(..)(.*)$/.exec(part.text);
  if (match === null) return null;
  const [, low = '', high = '', sign = '', , rest = ''] = match;
  const end = part.destination[part.destination.length - 1];
  if (end === undefined) return null;
  return `${high}:${low}${sign}${String.fromCharCode(97 + (end % 10))}${Math.floor(end / 10) + 1}${rest}`;
}

export function complete(typed: string, parts: readonly Part[], limit = 8): Completion {
  const wanted = bare(typed);
  if (wanted === '') return { matches: [], exact: null };
  const exact: Part[] = [];
  const matches: Part[] = [];
  for (const part of parts) {
    const other = reversed(part);
    const names = other === null ? [bare(part.text)] : [bare(part.text), bare(other)];
    if (names.includes(wanted)) exact.push(part);
    if (names.some((name) => name.startsWith(wanted))) matches.push(part);
  }
  matches.sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return { matches: matches.slice(0, limit), exact: exact.length === 1 ? (exact[0] ?? null) : null };
}

/** A whole turn of Ordo X in one text, "e3-d3,d3:d4-d5", is typed part by part: the first one and what follows it. */
export function splitTurn(typed: string): { readonly first: string; readonly rest: string | null } {
  const comma = typed.search(/[,;]/);
  return comma < 0 ? { first: typed, rest: null } : { first: typed.slice(0, comma), rest: typed.slice(comma + 1).trimStart() };
}
