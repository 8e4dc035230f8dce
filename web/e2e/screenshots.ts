// Takes the pictures of the README: the main pages, light and dark, desktop and phone, into docs/images. npm run screenshots
import { mkdir, writeFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { mustStart, nodeRules } from '../tests/node_rules.ts';
import { BoardDriver, partsOf } from './support/board.ts';
import { launch } from './support/browser.ts';
import { settled } from './support/pages.ts';
import { smaller } from './support/png.ts';
import { startServer } from './support/server.ts';

const folder = process.env['ORDO_PICTURES'] ?? new URL('../../docs/images/', import.meta.url).pathname;
const shown = new URL('../public/screenshots/', import.meta.url).pathname;
/** All pictures together; a clone should stay light. */
const mostBytes = 2_000_000;

const devices = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
} as const;

const password = 'correct horse battery';

async function post<T>(context: BrowserContext, address: string, path: string, data: unknown): Promise<T> {
  const response = await context.request.post(address + path, { data, headers: { Origin: address } });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The engine against itself, so that the games look like games. */
const game = {
  ordo: ['a3-b4', 'c7-e5', 'b4-e4', 'b6-d4', 'b3-d5', 'a6-c4', 'a2xc4', 'a7-c5', 'b2xd4', 'b7xd5', 'c4xd5', 'c5xd5', 'j3-i4', 'g7-g5'],
  /** Level 5 against level 4: something to report on. */
  uneven: [
    'c2-e4', 'h7-f5', 'i2xf5', 'i6-g6', 'j2-i2', 'f6xf5', 'i2xf5', 'j7-h5', 'b3xe6', 'h5xf5', 'a2-d5', 'b6xe6', 'a3-d6', 'a6xd6', 'd5xf5', 'a7-c5', 'j3xg6', 'j6xg6', 'i3-f6', 'c5xf5', 'f3xf5',
    'b7-d5', 'g2xg6', 'i7-h7', 'h2-h6', 'h7xg6', 'g1:h1-g5', 'e6xe4', 'f2-f4', 'g6xf5', 'h5xf7', 'g7xf7', 'b2-e5', 'd5xe5', 'e2-f3', 'e4xf4', 'f3xf4', 'e7-e6', 'd1-g4', 'e5xf4', 'g4xf4', 'd6xf4',
  ],
  ordox: ['i3:j3-h3,a2:a3-a3', 'c7:d7-c5', 'g1:h1-i1,i1:i3-i2', 'i6:j6-h6,c8:d8-c6', 'a4-b4,c2xc5', 'd5xc5,a6:a7-a5'],
} as const;

async function stage(page: Page): Promise<void> {
  // A preparation on the board, and what may follow it.
  const rules = await nodeRules();
  const table = mustStart(rules, 'ordox', undefined, game.ordox);
  const prepared = table.view.parts.find((part) => part.preparation && part.origin.length > 1 && (table.after(part.text)?.parts.length ?? 0) > 8);
  if (prepared === undefined) throw new Error('no preparation to show');
  const board = new BoardDriver(page);
  for (const part of partsOf(table, prepared.text)) await board.play(part);
  table.free();
}

const server = await startServer();
const browser = await launch();
let bytes = 0;
try {
  await mkdir(folder, { recursive: true });
  await mkdir(shown, { recursive: true });
  const ada = await browser.newContext();
  const grace = await browser.newContext();
  const { address } = server;
  await post(ada, address, '/api/signup', { name: 'Ada', password });
  await post(grace, address, '/api/signup', { name: 'Grace', password });
  const ids: string[] = [];
  for (const played of ['ordo', 'ordox', 'uneven'] as const) {
    const variant = played === 'ordox' ? 'ordox' : 'ordo';
    const { game: made } = await post<{ game: { id: string } }>(ada, address, '/api/games', { variant, color: 'white', time: '600+5', rated: true, opponent: 'link' });
    await post(grace, address, `/api/games/${made.id}/join`, {});
    for (const [ply, turn] of game[played].entries()) {
      // As people do, only faster: some turns take longer than others.
      if (played === 'uneven') await new Promise((wait) => setTimeout(wait, ((ply * 37) % 11) ** 2 * 12));
      await post(ply % 2 === 0 ? ada : grace, address, `/api/games/${made.id}/command`, { t: 'move', ply: ply + 1, turn });
    }
    ids.push(made.id);
  }
  await post(grace, address, '/api/seeks', { variant: 'ordox', time: '300+3' });
  const storageState = await ada.storageState();
  const kept = JSON.stringify({ variant: 'ordox', start: null, engine: null, time: null, turns: game.ordox, declared: null, left: null });

  const studied = ids[2] ?? '';
  await post(ada, address, `/api/games/${studied}/report`, {});
  for (;;) {
    const report = (await (await ada.request.get(`${address}/api/games/${studied}/report`)).json()) as { state: string };
    if (report.state === 'done') break;
    await new Promise((wait) => setTimeout(wait, 500));
  }

  const pages: { name: string; path: string; prepare?: (page: Page) => Promise<void> }[] = [
    { name: 'home', path: '/' },
    { name: 'play', path: '/play/local', prepare: stage },
    { name: 'game', path: `/game/${ids[0] ?? ''}` },
    { name: 'learn', path: '/learn/ordo' },
    {
      name: 'analysis',
      path: `/analysis?variant=ordox&turns=${encodeURIComponent(game.ordox.join(' '))}&white=Ada&black=Grace`,
      prepare: async (page) => {
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('l');
        await page.waitForTimeout(4000);
        await page.keyboard.press(' ');
        await page.waitForTimeout(6000);
      },
    },
    {
      name: 'report',
      path: `/analysis/${studied}`,
      prepare: async (page) => {
        await page.locator('.report table').waitFor();
        await page.locator('.judged').first().evaluate((row: HTMLElement) => row.click());
      },
    },
  ];
  for (const [device, options] of Object.entries(devices)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: address, storageState, colorScheme, locale: 'en-GB', ...options });
      await context.addInitScript((saved) => {
        localStorage.setItem('ordo.settings', '{"language":"en","sound":false,"animation":false}');
        localStorage.setItem('ordo.game.local', saved);
      }, kept);
      const page = await context.newPage();
      for (const { name, path, prepare } of pages) {
        await page.goto(path);
        await settled(page);
        await prepare?.(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(500);
        const file = `${folder}web-${name}-${colorScheme}-${device}.png`;
        const picture = smaller(await page.screenshot());
        await writeFile(file, picture);
        // Two of them are what app stores and browsers show before the app is installed.
        if (name === 'play' && colorScheme === 'light') await writeFile(`${shown}${device}.png`, picture);
        bytes += picture.length;
        process.stdout.write(`${file.slice(folder.length)} ${Math.round(picture.length / 1000)} KB\n`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${Math.round(bytes / 1000)} KB together\n`);
if (bytes > mostBytes) throw new Error(`more than ${mostBytes / 1000} KB`);
