// How online pages name time controls, durations and failures.
import { i18n, t } from '../i18n/i18n.svelte.ts';
import { ApiError } from '../net/api.ts';
import type { Terms } from '../net/types.ts';
import { variantName } from '../play/boardText.ts';
import { clockText } from '../play/clock.ts';
import { msPerDay, timeControlOf } from './time_control.ts';

/** "5 min + 3 s a turn", "3 days a turn", "No clock". */
export function timeWords(time: string): string {
  const control = timeControlOf(time);
  if (control.kind === 'none') return t('online.time.none');
  if (control.kind === 'days') return t('online.time.days', { n: control.days });
  const minutes = i18n.number(control.initial / 60_000, { maximumFractionDigits: 1 });
  return control.increment === 0
    ? t('online.time.sudden', { minutes })
    : t('online.time.clock', { minutes, seconds: i18n.number(control.increment / 1000) });
}

export function modeName(rated: boolean): string {
  return rated ? t('online.rated') : t('online.casual');
}

/** "Ordo X · 5 min + 3 s a turn · Casual". */
export function termsText({ variant, time, rated }: Terms): string {
  return [variantName(variant), timeWords(time), modeName(rated)].join(' · ');
}

/** "3 days", "2 days 23 hr", below that a clock. */
export function durationWords(ms: number): string {
  if (ms < msPerDay) return clockText(ms);
  const unit = (value: number, name: 'day' | 'hour', unitDisplay: 'long' | 'short'): string =>
    i18n.number(value, { style: 'unit', unit: name, unitDisplay });
  const days = Math.floor(ms / msPerDay);
  const hours = Math.floor((ms % msPerDay) / 3_600_000);
  return hours === 0 ? unit(days, 'day', 'long') : `${unit(days, 'day', 'long')} ${unit(hours, 'hour', 'short')}`;
}

/** "away for 0:23"; who has been gone for long is just not here. */
export function awayWords(ms: number): string {
  return ms > 3_600_000 ? t('online.presence.offline') : t('online.presence.away', { time: spanWords(ms) });
}

/** "23 sec", "4 min": a wait, in whole units that have begun. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 100
    ? i18n.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short' })
    : i18n.number(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'short' });
}

/** Failures that have words of their own; all others share some. */
const known = [
  'network', 'offline', 'busy', 'too-many-games', 'too-many-engine-games', 'too-many-seeks', 'too-many-requests', 'no-such-seek', 'own-seek', 'no-such-game',
  'account-needed', 'too-late', 'over', 'no-engine', 'already-done', 'nothing-there', 'unavailable', 'slow-down', 'not-yet',
  'not-a-player', 'bad-plan', 'your-turn', 'illegal-turn', 'overtaken', 'unsure', 'gone', 'not-here', 'blocked', 'too-many-challenges', 'no-such-challenge', 'no-such-player',
] as const;

/** Codes that mean the same to the reader. */
const alike: Readonly<Record<string, (typeof known)[number]>> = {
  retry: 'busy', reconnect: 'busy', draining: 'busy', database: 'busy', 'stale-ply': 'overtaken',
};

/** What a code of the server means, in the reader's words. */
export function problemWords(code: string): string {
  const found = known.find((one) => one === code) ?? alike[code] ?? 'other';
  return t(`online.problem.${found}`);
}

/** For whatever a request threw. */
export function failureText(error: unknown): string {
  return problemWords(error instanceof ApiError ? error.code : 'other');
}
