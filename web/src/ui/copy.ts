// Puts a text into the clipboard, and says whether it went there.
import { t } from '../i18n/i18n.svelte.ts';
import { toasts } from './toasts.svelte.ts';

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(t('common.copied'));
  } catch {
    toasts.show(t('common.copyFailed'), { kind: 'red' });
  }
}
