// Tells the reader, wherever in the app they are, that a game has begun or waits for them: toast, title, badge, sound, and, if they
// have allowed it, a notification of the system.
import { createSounds } from '../board/sounds.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { playerName } from '../people/words.ts';
import { router } from '../router.svelte.ts';
import { session } from '../session.svelte.ts';
import { settings } from '../settings.svelte.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import type { Summary } from '../net/types.ts';
import { mine } from './lists.svelte.ts';
import { seatIn, waitsFor } from './whose.ts';
import { newsOf, type News } from './news.ts';
import { forgetOwnSeek, watchOwnSeek } from './own_seek.ts';

const hasNotifications = typeof Notification === 'function';

/** Whether the system would show one: asked for only by a press of the reader's. */
export async function askForNotifications(): Promise<boolean> {
  if (!hasNotifications) return false;
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  settings.notify = answer === 'granted';
  if (answer === 'denied') toasts.show(t('online.notify.denied'));
  return settings.notify;
}

class Herald {
  /** Games that wait for a turn of the reader's. */
  waiting = $state(0);
  /** May still be asked. */
  mayAsk = $state(hasNotifications && Notification.permission !== 'denied');
  #before: readonly Summary[] | null = null;
  readonly #sounds = createSounds();

  /** Follows one's games from now on; to be called once, in a component that is always there. */
  start(): void {
    watchOwnSeek();
    $effect(() => (session.user === null ? undefined : mine.follow()));
    $effect(() => {
      const { all } = mine;
      const { user } = session;
      if (all === null) {
        this.#before = null;
        this.waiting = 0;
        return;
      }
      for (const news of newsOf(this.#before, all, user)) this.#tell(news);
      this.#before = all;
      this.waiting = all.filter((game) => waitsFor(game, user)).length;
    });
    $effect(() => this.#mark(this.waiting));
    $effect(() => {
      if (session.user === null) return undefined;
      const calls = import('./challenge_calls.svelte.ts').then(
        ({ showChallenges }) => showChallenges((words, id) => this.#call(words, id, '/lobby')),
        // Without the chunk there is no connection either.
        () => () => undefined,
      );
      return () => void calls.then((stop) => stop());
    });
  }

  #tell({ t: what, game }: News): void {
    if (what === 'begun') forgetOwnSeek();
    const address = `/game/${game.id}`;
    const isSeen = document.visibilityState === 'visible' && router.pathname === address;
    // Whoever looks at the game sees and hears it there; a made link shows the game by itself.
    if (isSeen) return;
    const side = seatIn(game, session.user);
    const name = playerName(side === 'white' ? game.black : game.white);
    const words = what === 'begun' ? t('online.news.begun', { name }) : t('online.news.turn', { name });
    toasts.show(words, { action: { label: t('online.news.go'), run: () => router.go(address) }, stay: true });
    this.#call(words, game.id, address);
  }

  /** A sound, and for whoever looks elsewhere a notification of the system. */
  #call(words: string, id: string, address: string): void {
    this.#sounds.on = settings.sound;
    this.#sounds.play('call');
    if (document.visibilityState === 'hidden' && settings.notify && hasNotifications && Notification.permission === 'granted') {
      // Other tabs say the same: one tag, one notification.
      const shown = new Notification('ordo', { body: words, tag: `ordo-${id}`, icon: '/icons/icon-192.png' });
      shown.onclick = () => {
        window.focus();
        router.go(address);
        shown.close();
      };
    }
  }

  /** "(2) Lobby · ordo" for as long as two games wait, whatever page sets the title; and the badge of the installed app. */
  #mark(waiting: number): () => void {
    const put = (): void => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = waiting > 0 ? `(${waiting}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    put();
    const watch = new MutationObserver(put);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    const badge = navigator as { setAppBadge?: (n: number) => Promise<void> };
    void badge.setAppBadge?.(waiting).catch(() => undefined);
    return () => watch.disconnect();
  }
}

export const herald = new Herald();
