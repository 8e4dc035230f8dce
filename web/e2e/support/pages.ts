// All pages of the app by name, with an address that shows something, and the way to each without a reload.
import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright-core';
import { lessons } from '../../src/learn/lessons.ts';
import { shortGames } from './games.ts';

/** What the pages are about: an account and its games. */
export interface World {
  readonly name: string;
  readonly password: string;
  readonly playing: string;
  readonly ended: string;
}

async function post(request: APIRequestContext, address: string, path: string, data: unknown): Promise<unknown> {
  const response = await request.post(`${address}${path}`, { data, headers: { Origin: address } });
  if (!response.ok()) throw new Error(`${path}: ${String(response.status())} ${await response.text()}`);
  return response.json();
}

interface Created {
  readonly game: { readonly id: string };
}

/** Signs `mine` up and lets it play `theirs`, a guest: one game that goes on, one that is over. */
async function makeWorld(mine: APIRequestContext, theirs: APIRequestContext, address: string, stem: string): Promise<World> {
  // As long as names may be, in wide letters.
  const name = `${stem}${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`.padEnd(20, 'm');
  const password = 'correct horse battery';
  await post(mine, address, '/api/signup', { name, password });
  const games: string[] = [];
  for (const turns of [shortGames.ordo.slice(0, 5), shortGames.ordo]) {
    const { game } = (await post(mine, address, '/api/games', { variant: 'ordo', color: 'white', time: '1800+10', opponent: 'link' })) as Created;
    await post(theirs, address, `/api/games/${game.id}/join`, {});
    for (const [ply, turn] of turns.entries()) {
      await post(ply % 2 === 0 ? mine : theirs, address, `/api/games/${game.id}/command`, { t: 'move', ply: ply + 1, turn });
    }
    games.push(game.id);
  }
  const [playing = '', ended = ''] = games;
  await post(theirs, address, '/api/seeks', { variant: 'ordox', time: '300+3' });
  return { name, password, playing, ended };
}

export interface SignedIn {
  readonly world: World;
  /** Of a browser in which the account is signed in. */
  readonly state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export async function signedIn(browser: Browser, address: string, stem = 'Ada-'): Promise<SignedIn> {
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  const world = await makeWorld(mine.request, theirs.request, address, stem);
  const state = await mine.storageState();
  await Promise.all([mine.close(), theirs.close()]);
  return { world, state };
}

/** By the path of src/addresses.ts; an address for each, and for no page at all. */
export function examples(world: World): Readonly<Record<string, readonly string[]>> {
  return {
    '/': ['/'],
    '/play': ['/play'],
    '/play/local': ['/play/local'],
    '/play/engine': ['/play/engine'],
    '/lobby': ['/lobby'],
    '/game/:game': [`/game/${world.playing}`, `/game/${world.ended}`],
    '/analysis': ['/analysis?new&variant=ordo', '/analysis?variant=ordox&turns=' + shortGames.ordox.slice(0, 4).join('%20')],
    '/analysis/:game': [`/analysis/${world.ended}`],
    '/editor': ['/editor'],
    '/learn': ['/learn'],
    '/learn/:lesson': lessons.map(({ id }) => `/learn/${id}`),
    '/rules': ['/rules'],
    '/signin': ['/signin'],
    '/account': ['/account'],
    '/player/:player': [`/player/${world.name}`],
    '/games': ['/games'],
    '/settings': ['/settings'],
    '': ['/nothing-here'],
  };
}

export const allAddresses = (world: World): readonly string[] => Object.values(examples(world)).flat();

/** Goes to an address as a link inside the app would, and waits until the page has what it shows. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  }, address);
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const busy = document.querySelector('main .waiting, main [aria-busy="true"]');
    return document.querySelector('main h1') !== null && busy === null;
  }, null, { polling: 30 });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Two frames; a browser that draws none, as happens where many share a machine, has its layout all the same.
    await new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
      setTimeout(done, 2000);
    });
  });
}
