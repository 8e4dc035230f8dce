// Tells the reader, wherever in the app they are, that a game has begun or waits for them: toast, title, badge, sound, and, if they
// have allowed it, a notification of the system.
import { createSounds } from '../board/sounds.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { blocked } from '../people/blocked.svelte.ts';
import { playerName, shownName } from '../people/words.ts';
import { router } from '../router.svelte.ts';
import { session } from '../session.svelte.ts';
import { settings } from '../settings.svelte.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import type { Challenge, Summary } from '../net/types.ts';
import { connection } from '../net/connection.svelte.ts';
import { acceptChallenge, declineChallenge, withdrawChallenge } from './challenge_desk.ts';
import { challenges, mine } from './lists.svelte.ts';
import { seatIn, waitsFor } from './whose.ts';
import { newsOf, type News } from './news.ts';
import { forgetOwnSeek, watchOwnSeek } from './own_seek.ts';
import { termsText } from './words.ts';

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
  /** Toasts about challenges, which go with them. */
  readonly #shown = new Map<string, number>();
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
    $effect(() => (session.user === null ? undefined : challenges.follow()));
    $effect(() => this.#showChallenges(challenges.all?.in ?? [], challenges.all?.out ?? []));
    connection.socket.listen((message) => {
      if (message.t === 'challenge-declined') toasts.show(t('online.challenge.declined', { name: shownName(message.name) }));
    });
  }

  /** One toast a challenge, with its answers, for as long as it stands. */
  #showChallenges(incoming: readonly Challenge[], outgoing: readonly Challenge[]): void {
    const open = new Set([...incoming, ...outgoing].map(({ id }) => id));
    for (const [id, toast] of this.#shown) {
      if (open.has(id)) continue;
      toasts.close(toast);
      this.#shown.delete(id);
    }
    for (const one of incoming) {
      if (this.#shown.has(one.id) || blocked.has(one.owner.name)) continue;
      const words = t('online.challenge.in', { name: shownName(one.owner.name), terms: termsText(one) });
      this.#shown.set(one.id, toasts.show(words, {
        stay: true,
        actions: [
          { label: t('online.accept'), run: () => void acceptChallenge(one.id) },
          { label: t('online.decline'), run: () => void declineChallenge(one.id) },
        ],
      }));
      this.#call(words, one.id, '/lobby');
    }
    for (const one of outgoing) {
      if (this.#shown.has(one.id)) continue;
      const words = t('online.challenge.out', { name: shownName(one.to), terms: termsText(one) });
      this.#shown.set(one.id, toasts.show(words, { stay: true, action: { label: t('online.lobby.withdraw'), run: () => void withdrawChallenge(one.id) } }));
    }
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
