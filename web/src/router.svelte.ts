// The address of the page as state, and the links inside the app that change it without a reload.

class Router {
  pathname = $state(window.location.pathname);
  search = $state(window.location.search);

  constructor() {
    window.addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#click(event));
  }

  /** Goes to an address of this app; with `replace` the current one is not kept in the history. */
  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.pathname = window.location.pathname;
    this.search = window.location.search;
  }

  /** Ordinary clicks on ordinary links to this app; everything else is the browser's. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== window.location.origin) return;
    if (link.pathname.startsWith('/api/') || link.hash !== '') return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
