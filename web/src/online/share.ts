// Giving an address to somebody else: by the device's own way if it has one, else by the clipboard.
import { t } from '../i18n/i18n.svelte.ts';
import { toasts } from '../ui/toasts.svelte.ts';

export const canShare = typeof navigator !== 'undefined' && typeof navigator.share === 'function';

export function gameAddress(id: string): string {
  return `${window.location.origin}/game/${id}`;
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(t('common.copied'));
  } catch {
    toasts.show(t('play.copyFailed'), { kind: 'red' });
  }
}

export async function share(url: string, title: string): Promise<void> {
  if (!canShare) return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the device's dialog is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url);
  }
}
