// Which page belongs to which address; each is its own chunk, loaded when it is first opened.
import type { Component } from 'svelte';
import { addresses } from './addresses.ts';

/** What a page is given: the named parts of its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface Route {
  /** As in addresses.ts. */
  readonly path: string;
  /** It speaks the words of lessons and rules. */
  readonly lessons?: true;
  load(): Promise<{ default: Component<PageProps> | Component<Record<string, never>> }>;
}

const loads: Readonly<Record<(typeof addresses)[number], Route['load']>> = {
  '/': () => import('./pages/Home.svelte'),
  '/play': () => import('./pages/Play.svelte'),
  '/play/local': () => import('./pages/PlayLocal.svelte'),
  '/play/engine': () => import('./pages/PlayEngine.svelte'),
  '/signin': () => import('./pages/SignIn.svelte'),
  '/account': () => import('./pages/Account.svelte'),
  '/player/:player': () => import('./pages/Profile.svelte'),
  '/games': () => import('./pages/Games.svelte'),
  '/settings': () => import('./pages/Settings.svelte'),
  '/lobby': () => import('./pages/Lobby.svelte'),
  '/game/:game': () => import('./pages/OnlineGame.svelte'),
  '/analysis': () => import('./pages/Analysis.svelte'),
  '/analysis/:game': () => import('./pages/Analysis.svelte'),
  '/editor': () => import('./pages/Editor.svelte'),
  '/learn': () => import('./pages/Learn.svelte'),
  '/learn/:lesson': () => import('./pages/Lesson.svelte'),
  '/rules': () => import('./pages/Rules.svelte'),
};

/** Those that speak the words of lessons and rules. */
const lessons: ReadonlySet<string> = new Set<(typeof addresses)[number]>(['/learn', '/learn/:lesson', '/rules']);

export const routes: readonly Route[] = addresses.map((path) => (
  lessons.has(path) ? { path, lessons: true, load: loads[path] } : { path, load: loads[path] }
));

/** For an address that belongs to no page. */
export const notFound: Route = { path: '', load: () => import('./pages/NotFound.svelte') };
