// A failure in the reader's words: what happened, what is safe, what to do.
import { t } from '../i18n/i18n.svelte.ts';
import { ApiError } from '../net/api.ts';

const known = [
  'network', 'busy', 'too-many-requests', 'too-many-logins', 'wrong-name-or-password', 'wrong-password', 'name-taken',
  'has-account', 'too-many-tokens', 'no-such-player',
] as const;

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('people.problem.other');
  const code = known.find((one) => one === error.code);
  if (code === undefined) return t('people.problem.other');
  const seconds = error.retryAfter ?? 0;
  if (code !== 'too-many-logins' && code !== 'too-many-requests') return t(`people.problem.${code}`);
  return t(`people.problem.${code}`, { minutes: Math.max(1, Math.ceil(seconds / 60)) });
}
