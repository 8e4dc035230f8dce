// Giving an address to somebody else: by the device's own way if it has one, else by the clipboard.
import { copy } from '../ui/copy.ts';

export const canShare = typeof navigator !== 'undefined' && typeof navigator.share === 'function';

export function gameAddress(id: string): string {
  return `${window.location.origin}/game/${id}`;
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
