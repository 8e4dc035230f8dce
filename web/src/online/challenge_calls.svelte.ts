// Tells of challenges wherever in the app the reader is: a message each, with its answers, for as long as it stands.
import { untrack } from 'svelte';
import { t } from '../i18n/i18n.svelte.ts';
import { connection } from '../net/connection.svelte.ts';
import { blocked } from '../people/blocked.svelte.ts';
import { shownName } from '../people/words.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { acceptChallenge, declineChallenge, withdrawChallenge } from './challenge_desk.ts';
import { challenges, type Challenges } from './company.svelte.ts';
import { termsText } from './words.ts';

/** Follows one's challenges until the returned function is called; `call` is told of each that comes in. */
export function showChallenges(call: (words: string, id: string) => void): () => void {
  /** Messages by challenge, which go with it. */
  const shown = new Map<string, number>();

  function show({ in: incoming, out: outgoing }: Challenges): void {
    const open = new Set([...incoming, ...outgoing].map(({ id }) => id));
    for (const [id, toast] of shown) {
      if (open.has(id)) continue;
      toasts.close(toast);
      shown.delete(id);
    }
    for (const one of incoming) {
      if (shown.has(one.id) || blocked.has(one.owner.name)) continue;
      const words = t('online.challenge.in', { name: shownName(one.owner.name), terms: termsText(one) });
      shown.set(one.id, toasts.show(words, {
        stay: true,
        actions: [
          { label: t('online.accept'), icon: 'check', run: () => void acceptChallenge(one.id) },
          { label: t('online.decline'), icon: 'close', run: () => void declineChallenge(one.id) },
        ],
      }));
      call(words, one.id);
    }
    for (const one of outgoing) {
      if (shown.has(one.id)) continue;
      const words = t('online.challenge.out', { name: shownName(one.to), terms: termsText(one) });
      shown.set(one.id, toasts.show(words, { stay: true, action: { label: t('online.lobby.withdraw'), run: () => void withdrawChallenge(one.id) } }));
    }
  }

  const stopListening = connection.socket.listen((message) => {
    if (message.t === 'challenge-declined') toasts.show(t('online.challenge.declined', { name: shownName(message.name) }));
  });
  const stopFollowing = challenges.follow();
  const stopShowing = $effect.root(() => {
    $effect(() => {
      const all = challenges.all ?? { in: [], out: [] };
      untrack(() => show(all));
    });
  });
  return () => {
    stopListening();
    stopFollowing();
    stopShowing();
    show({ in: [], out: [] });
  };
}
