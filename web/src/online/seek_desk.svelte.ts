// Taking up an open seek, or taking back one's own: one at a time, and trouble is told.
import { api } from '../net/api.ts';
import type { Seek } from '../net/types.ts';
import { router } from '../router.svelte.ts';
import { session } from '../session.svelte.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { forgetOwnSeek } from './own_seek.ts';
import { failureText } from './words.ts';

export const isMine = (seek: Seek): boolean => seek.owner.name === session.user?.name;

export class SeekDesk {
  busy = $state(false);

  /** The game begins, and its page is opened. */
  accept(seek: Seek): void {
    void this.#once(async () => {
      await session.ensureGuest();
      router.go(`/game/${await api.acceptSeek(seek.id)}`);
    });
  }
  withdraw(seek: Seek): void {
    void this.#once(async () => {
      await api.deleteSeek(seek.id);
      forgetOwnSeek();
    });
  }

  async #once(act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await act();
    } catch (error) {
      toasts.show(failureText(error), { kind: 'red' });
    } finally {
      this.busy = false;
    }
  }
}
