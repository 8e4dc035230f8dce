// The engine's levels by name.
import { t } from '../i18n/i18n.svelte.ts';
import type { MessageKey } from '../i18n/keys.ts';

export const levelNumbers: readonly (number | null)[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null];

const word = (level: number | null): string => (level === null ? 'full' : String(level));

function levelName(level: number | null): string {
  return t(`play.level.${word(level)}` as MessageKey);
}
/** A sentence on how it plays. */
export function levelAbout(level: number | null): string {
  return t(`play.levelAbout.${word(level)}` as MessageKey);
}
/** "3 · Steady". */
export function levelTitle(level: number | null): string {
  return level === null ? levelName(level) : `${String(level)} · ${levelName(level)}`;
}
