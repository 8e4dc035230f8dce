// Why nobody could begin to play from a position, in the reader's language.
import { t } from '../i18n/i18n.svelte.ts';
import type { MessageKey } from '../i18n/keys.ts';
import type { Variant } from '../rules/types.ts';

/** Null if somebody could. */
export async function flawText(variant: Variant, fen: string): Promise<string | null> {
  const { loadStudies } = await import('../tree/study.ts');
  const flaw = (await loadStudies()).flaw(variant, fen);
  if (flaw === null) return null;
  return flaw.flaw === 'syntax' ? t('play.badFen') : t(`editor.flaw.${flaw.flaw}` as MessageKey);
}
