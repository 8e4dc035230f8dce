// What a page may tell the service worker.

/** The reader wants the new version now. */
export interface ToServiceWorker {
  readonly t: 'take-over';
}
