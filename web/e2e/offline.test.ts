// The installed app: everything that needs no opponent elsewhere works when the server is gone, and new versions arrive.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { mustStart, nodeRules } from '../tests/node_rules.ts';
import { BoardDriver, partsOf } from './support/board.ts';
import { browserFor } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { settled } from './support/pages.ts';
import { webFolder } from './support/server.ts';

const { visit, serve } = browserFor(() => inject('address'));
/** Of what the server would be asked for. */
const gone = [/ERR_CONNECTION_REFUSED/, /WebSocket/, /ERR_FAILED/];

/** The service worker has everything and answers for this page. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    }
  });
}

test('play, engine, lessons and settings go on without the server, also after a reload', async () => {
  const server = await serve({ options: [] }); // with the limits everybody meets
  const { page } = await visit({ address: server.address, keeps: true, expected: gone });
  await page.goto('/');
  await installed(page);
  await server.stop();

  await page.goto('/play/local?variant=ordox');
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  const game = mustStart(await nodeRules(), 'ordox');
  const turns = page.locator('button.turn');
  for (const [ply, turn] of shortGames.ordox.entries()) {
    if (ply === 3) {
      await page.reload();
      await board.cells.waitFor();
    }
    for (const part of partsOf(game, turn)) await board.play(part);
    game.play(turn);
    await expect.poll(() => turns.allTextContents()).toEqual(game.turns);
  }
  game.free();

  await page.goto('/play/engine?variant=ordo&level=2&color=white');
  await board.cells.waitFor();
  await board.click(12);
  await board.click(32);
  await expect.poll(() => turns.count(), { timeout: 60_000, message: 'the engine answers' }).toBe(2);

  for (const address of ['/learn', '/learn/ordo', '/rules', '/settings', '/', '/nothing-here']) {
    await page.goto(address);
    await settled(page);
  }
  await page.goto('/lobby');
  await page.getByText('Connection lost').first().waitFor();
  await page.goto('/settings');
  await settled(page);
  await page.locator('header select').selectOption('ja');
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('ja');
});

test('a new version is offered, and taken on request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ordo-web-'));
  await cp(webFolder, folder, { recursive: true });
  const change = async (name: string, from: string | RegExp, to: string): Promise<void> => {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(from);
    await writeFile(path, text.replace(from, to));
    await rm(`${path}.br`, { force: true });
    await rm(`${path}.gz`, { force: true });
  };
  await change('index.html', '<title>', '<meta name="test" content="new" /><title>');
  await change('sw.js', /"[0-9a-f]{16}"/, '"0123456789abcdef"');

  const old = await serve();
  const port = Number(new URL(old.address).port);
  const { page } = await visit({ address: old.address, keeps: true, expected: gone });
  await page.goto('/settings');
  await installed(page);
  await old.stop();
  await serve({ port, web: folder });
  await page.reload();
  expect(await page.locator('meta[name="test"]').count(), 'the page in use stays what it is').toBe(0);
  const offer = page.getByRole('status').filter({ hasText: 'A new version is ready.' });
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.locator('meta[name="test"]').count()).toBe(1);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['ordo-app-0123456789abcdef']);
  await rm(folder, { recursive: true });
});
