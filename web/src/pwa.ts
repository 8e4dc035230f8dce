// Keeps the app in this browser by a service worker, and offers a new version when there is one.
import { t } from './i18n/i18n.svelte.ts';
import type { ToServiceWorker } from './pwa_messages.ts';
import { toasts } from './ui/toasts.svelte.ts';

/** How often a page that stays open asks for a new version. */
const kHours = 1;

function offer(waiting: ServiceWorker): void {
  toasts.show(t('common.update.ready'), {
    stay: true,
    action: {
      label: t('common.update.reload'),
      run() {
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
        const message: ToServiceWorker = { t: 'take-over' };
        waiting.postMessage(message);
      },
    },
  });
}

function watch(registration: ServiceWorkerRegistration): void {
  // Without a controller this is the first visit, and the page already is the newest.
  const isNews = (): boolean => navigator.serviceWorker.controller !== null;
  if (registration.waiting !== null && isNews()) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && isNews()) offer(coming);
    });
  });
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < kHours * 3_600_000) return;
    asked = Date.now();
    void registration.update().catch(() => undefined); // offline: asked again another time
  });
}

/** To be called once, when the page has loaded: nothing here is needed for the first sight of it. */
export function startPwa(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  let isReplaced = false;
  if (navigator.serviceWorker.controller !== null) {
    navigator.serviceWorker.addEventListener('controllerchange', () => (isReplaced = true));
  }
  // Another tab took the new version, and a page of the old one is gone from the cache: only a reload helps.
  window.addEventListener('vite:preloadError', () => {
    if (isReplaced) window.location.reload();
  });
  // Where it is not allowed (private windows, plain http) the app works as long as the server does.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(watch, () => undefined);
}
