// Answering a challenge, or taking back one's own; trouble is told.
import { api } from '../net/api.ts';
import { router } from '../router.svelte.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { failureText } from './words.ts';

async function told(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toasts.show(failureText(error), { kind: 'red' });
  }
}

/** The game begins, and its page is opened. */
export const acceptChallenge = (id: string): Promise<void> => told(async () => router.go(`/game/${await api.acceptChallenge(id)}`));
export const declineChallenge = (id: string): Promise<void> => told(() => api.declineChallenge(id));
export const withdrawChallenge = (id: string): Promise<void> => told(() => api.withdrawChallenge(id));
