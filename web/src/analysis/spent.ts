// How long a turn took, in few letters.
import { i18n } from '../i18n/i18n.svelte.ts';
import { clockText } from '../play/clock.ts';

const unit = (value: number, name: string, digits = 0): string =>
  i18n.number(value, { style: 'unit', unit: name, unitDisplay: 'narrow', minimumFractionDigits: digits, maximumFractionDigits: digits });

/** "3.4s", "12s", "2:05", "1:02:09", "3d". */
export function spentText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return unit(seconds, 'second', 1);
  if (seconds < 59.5) return unit(Math.round(seconds), 'second');
  return seconds < 86_400 ? clockText(ms) : unit(Math.floor(seconds / 86_400), 'day');
}
