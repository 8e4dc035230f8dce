// The seek that this tab has made: taken back at once when the tab is closed or left, made again after a reload.
import { api } from '../net/api.ts';
import type { GameWish, Seek } from '../net/types.ts';

type Wish = Omit<GameWish, 'opponent'>;
interface Made {
  readonly id: string;
  readonly wish: Wish;
  /** When the tab was left, in milliseconds since 1970; null while it is here. */
  readonly left: number | null;
}
const kKey = 'ordo.seek';
/** A reload that takes longer was none. */
const kReloadMs = 10_000;

/** In the tab's own memory, which a reload does not empty. */
function read(): Made | null {
  try {
    return JSON.parse(sessionStorage.getItem(kKey) ?? 'null') as Made | null;
  } catch {
    return null;
  }
}
function write(made: Made | null): void {
  try {
    if (made === null) sessionStorage.removeItem(kKey);
    else sessionStorage.setItem(kKey, JSON.stringify(made));
  } catch {
    // Then the server takes it back, a few seconds later.
  }
}

export async function makeSeek(wish: Wish): Promise<Seek> {
  const seek = await api.makeSeek(wish);
  write({ id: seek.id, wish, left: null });
  return seek;
}

/** To be called once: watches over this tab's seek. */
export function watchOwnSeek(): void {
  const made = read();
  const isReload = performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');
  if (made?.left != null) {
    write(null);
    if (isReload && Date.now() - made.left < kReloadMs) void makeSeek(made.wish).catch(() => undefined);
  }
  window.addEventListener('pagehide', () => {
    const mine = read();
    if (mine === null || mine.left !== null) return;
    // Goes out although the page is gone; of one that was taken meanwhile the server knows nothing more.
    void fetch(`/api/seeks/${encodeURIComponent(mine.id)}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    write({ ...mine, left: Date.now() });
  });
}

/** It was taken, or taken back: there is nothing left to see to. */
export function forgetOwnSeek(): void {
  write(null);
}
