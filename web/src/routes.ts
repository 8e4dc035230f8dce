// Which page belongs to which address; each is its own chunk, loaded when it is first opened.
import type { Component } from 'svelte';

/** What a page is given: the named parts of its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface Route {
  /** "/game/:id": a word after a colon matches any one part of the address and names it. */
  readonly path: string;
  /** It speaks the words of lessons and rules. */
  readonly lessons?: true;
  load(): Promise<{ default: Component<PageProps> | Component<Record<string, never>> }>;
}

export const routes: readonly Route[] = [
  { path: '/', load: () => import('./pages/Home.svelte') },
  { path: '/play', load: () => import('./pages/Play.svelte') },
  { path: '/play/local', load: () => import('./pages/PlayLocal.svelte') },
  { path: '/play/engine', load: () => import('./pages/PlayEngine.svelte') },
  { path: '/signin', load: () => import('./pages/SignIn.svelte') },
  { path: '/account', load: () => import('./pages/Account.svelte') },
  { path: '/player/:name', load: () => import('./pages/Profile.svelte') },
  { path: '/games', load: () => import('./pages/Games.svelte') },
  { path: '/settings', load: () => import('./pages/Settings.svelte') },
  { path: '/lobby', load: () => import('./pages/Lobby.svelte') },
  { path: '/game/:id', load: () => import('./pages/OnlineGame.svelte') },
  { path: '/analysis', load: () => import('./pages/Analysis.svelte') },
  { path: '/analysis/:game', load: () => import('./pages/Analysis.svelte') },
  { path: '/editor', load: () => import('./pages/Editor.svelte') },
  { path: '/learn', lessons: true, load: () => import('./pages/Learn.svelte') },
  { path: '/learn/:lesson', lessons: true, load: () => import('./pages/Lesson.svelte') },
  { path: '/rules', lessons: true, load: () => import('./pages/Rules.svelte') },
];

/** For an address that belongs to no page. */
export const notFound: Route = { path: '', load: () => import('./pages/NotFound.svelte') };
