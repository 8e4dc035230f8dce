// The service worker: keeps the whole app in this browser, so that it opens without the server; never what the server says.
//
// Every version of the app has a cache of its own, and a page is given files of one version only: index.html and what it
// names are fetched together, and the old version stays until no page uses it or the reader asks for the new one.
/// <reference lib="webworker" />
import type { ToServiceWorker } from './pwa_messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by build/service_worker.ts. */
declare const __ORDO_VERSION__: string;
declare const __ORDO_FILES__: readonly string[];

const prefix = 'ordo-app-';
const cacheName = prefix + __ORDO_VERSION__;
const page = '/index.html';
const files = new Set(__ORDO_FILES__);

/** The page comes first: few at a time, and patience when a server says that it is busy. */
const atOnce = 2;
const mostTries = 5;

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Its name has the hash of its content, so whoever has it has the right one. */
const isNamedByContent = (path: string): boolean => path.startsWith('/assets/');

async function fetched(path: string): Promise<Response> {
  for (let tries = 1; ; ++tries) {
    const response = await fetch(path, { cache: isNamedByContent(path) ? 'default' : 'no-cache' });
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || tries === mostTries) throw new Error(`${path}: ${String(response.status)}`);
    const seconds = Number(response.headers.get('Retry-After') ?? '1');
    await wait(1000 * Math.min(30, Math.max(1, seconds)));
  }
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  const left = [...files];
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const known = isNamedByContent(path) ? await caches.match(path) : undefined;
      await cache.put(path, known ?? (await fetched(path)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
}

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  // By path: the browser may have thrown the cache away, and what precompression made of a file does not matter here.
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => event.waitUntil(removeOthers().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  const message = event.data as ToServiceWorker;
  if (message.t === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (files.has(pathname)) event.respondWith(kept(pathname, request));
  else if (request.mode === 'navigate' && !/^\/(api|ws|metrics|healthz|readyz)(\/|$)|\.[^/]*$/.test(pathname)) {
    event.respondWith(kept(page, request));
  }
});
