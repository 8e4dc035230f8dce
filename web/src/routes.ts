// Which page belongs to which address; each is its own chunk, loaded when it is first opened.
import type { Component } from 'svelte';

/** What a page is given: the named parts of its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface Route {
  /** "/game/:id": a word after a colon matches any one part of the address and names it. */
  readonly path: string;
  load(): Promise<{ default: Component<PageProps> }>;
}

export const routes: readonly Route[] = [{ path: '/', load: () => import('./pages/Home.svelte') }];

/** For an address that belongs to no page. */
export const notFound: Route = { path: '', load: () => import('./pages/NotFound.svelte') };
