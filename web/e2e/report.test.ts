// Reports: the server's for online games, shared by all; the browser's where there is none; what the server knows of positions; times.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { reportHash, reportNodes } from '../src/report/limits.ts';
import { mustStart, nodeRules } from '../tests/node_rules.ts';
import { BoardDriver, partsOf } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { settled, signedIn, type SignedIn } from './support/pages.ts';
import { program, serverReportNodes, startServer } from './support/server.ts';

const { visit, browser, serve } = browserFor(() => inject('address'));
const patience = { timeout: 200_000 };

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const accuracies = (page: Page): Promise<string[]> => page.locator('tr.big td').allTextContents();
const done = (page: Page): Promise<void> => expect.poll(() => page.locator('.report table').count().then(async (n) => n > 0 && (await page.locator('progress').count()) === 0), patience).toBe(true);
const state = async (page: Page, game: string): Promise<string> =>
  ((await (await page.request.get(`/api/games/${game}/report`)).json()) as { state: string }).state;

/** Sees to it that the server has a report. */
async function reported(page: Page, game: string): Promise<void> {
  await page.request.post(`/api/games/${game}/report`, { data: {}, headers: { Origin: inject('address') } });
  await expect.poll(() => state(page, game), patience).toBe('done');
}

/** What `ordo analyze` says of the record that the server gives out, and the record it writes. */
async function analyzed(page: Page, game: string, nodes: number): Promise<{ accuracies: string[]; record: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-report-'));
  const [from, to] = [join(folder, 'game.txt'), join(folder, 'annotated.txt')];
  writeFileSync(from, await (await page.request.get(`/api/games/${game}/record`)).text());
  const told = execFileSync(program, ['analyze', '--load', from, '--nodes', String(nodes), '--hash', String(reportHash), '--annotate', to], { encoding: 'utf8' });
  const [, white = '', black = ''] = /Accuracy: White ([\d.]+) %, Black ([\d.]+) %/.exec(told) ?? [];
  return { accuracies: [`${white}%`, `${black}%`], record: readFileSync(to, 'utf8') };
}

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save annotated record').click()]);
  return readFileSync(await download.path(), 'utf8');
}

test('an online game from its end: one click asks the server; the other player and a spectator see the same report, equal to ordo analyze', async () => {
  const { page } = await visit({ storageState: me.state });
  const game = me.world.ended;
  await page.goto(`/game/${game}`);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('tab', { name: 'Report' }).click();
  await button(page, 'Analyse the game').click();

  // Somebody else, on a phone and without an account, comes along meanwhile: there is nothing to press.
  const other = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  await expect.poll(() => state(page, game)).not.toBe('none');
  await other.page.goto(`/analysis/${game}`);
  await Promise.all([done(page), done(other.page)]);

  const direct = await analyzed(page, game, serverReportNodes);
  expect(await accuracies(page)).toEqual(direct.accuracies);
  expect(await accuracies(other.page)).toEqual(direct.accuracies);
  await page.getByText('Made by the server for everybody: 20,000 positions').waitFor();
  await page.getByText('Your three worst turns').waitFor();
  expect(await exported(page)).toBe(direct.record);
  expect(await page.getByRole('slider', { name: 'White’s chances over the game' }).getAttribute('aria-valuemax')).toBe(String(shortGames.ordo.length));

  // It is the server's: a reload, and whoever comes later, finds it without asking.
  await page.reload();
  await done(page);
  expect(await accuracies(page)).toEqual(direct.accuracies);
});

test('mistakes are retried: a wrong turn is refused, the better one taken, on the board', async () => {
  const { page } = await visit();
  await reported(page, me.world.ended);
  await page.goto(`/analysis/${me.world.ended}`);
  await done(page);
  await page.getByRole('group', { name: 'Whose turns' }).getByRole('button').last().click();
  await page.getByText('The three worst turns of Black').waitFor();
  const worst = page.locator('.judged').first();
  await worst.click();
  expect(await worst.textContent()).toMatch(/Better: /);
  await expect.poll(() => page.locator('.engine-turn').count(), { message: 'both turns lie on the board' }).toBe(2);
  expect(await page.locator('.engine-turn.threat').count()).toBe(1);
  await button(page, 'Retry the mistakes').click();
  const retry = page.locator('[data-retry]');
  await expect.poll(() => retry.getAttribute('data-retry')).toBe('ask');
  const asked = (await retry.textContent()) ?? '';
  const at = shortGames.ordo.findIndex((turn) => asked.includes(` ${turn} `) || asked.includes(` ${turn}.`));
  const report = (await (await page.request.get(`/api/games/${me.world.ended}/report`)).json()) as { found: { turns: string[] }[][] };
  const best = report.found[at]?.[0]?.turns[0] ?? '';
  const game = mustStart(await nodeRules(), 'ordo', undefined, shortGames.ordo.slice(0, at));
  const board = new BoardDriver(page, page.locator('.study-board .board:not(.piece-sign)').first());
  for (const part of partsOf(game, shortGames.ordo[at] ?? '')) await board.play(part);
  await expect.poll(() => retry.getAttribute('data-retry'), { message: 'what was played is not it' }).toBe('wrong');
  for (const part of partsOf(game, best)) await board.play(part);
  await expect.poll(() => retry.getAttribute('data-retry')).toBe('right');
  game.free();
  while ((await retry.getAttribute('data-retry')) !== 'over') await button(page, 'Next').or(button(page, 'Skip')).first().click();
  expect(await retry.textContent()).toMatch(/^1 of \d+ found/);
  await button(page, 'Back to the report').click();
  await page.locator('.report table').waitFor();
});

/** What pages say of a server of their own that has been stopped before they were left. */
const afterwards = /ERR_CONNECTION|Failed to fetch|WebSocket/;

test('a report is stopped by who asked for it, and by nobody else; it can be gone on with', async () => {
  // So deep that it never ends by itself.
  const server = await startServer({ options: ['--no-limits', '--report-nodes', '1000000000'] });
  try {
    const world = await signedIn(browser(), server.address);
    const { page } = await visit({ address: server.address, storageState: world.state, expected: [afterwards] });
    await page.goto(`/analysis/${world.world.ended}`);
    await page.getByRole('tab', { name: 'Report' }).click();
    await button(page, 'Analyse the game').click();
    await button(page, 'Cancel').waitFor();
    await page.getByText('in its queue').waitFor();
    const other = await visit({ address: server.address, expected: [afterwards] });
    await other.page.goto(`/analysis/${world.world.ended}`);
    await other.page.getByText('in its queue').waitFor();
    expect(await button(other.page, 'Cancel').count()).toBe(0);
    await button(page, 'Cancel').click();
    await expect.poll(() => state(page, world.world.ended)).toBe('stopped');
    await button(other.page, 'Analyse the game').click();
    await expect.poll(() => state(page, world.world.ended), { message: 'anybody may go on with it' }).toBe('waiting');
    await button(other.page, 'Cancel').waitFor();
  } finally {
    await server.stop();
  }
});

/** Presses Cancel as soon as two positions are done, in the page itself: however busy the machine is, more follow. Says what the page said then. */
const cancelled = (page: Page): Promise<string> => page.evaluate(() => new Promise((resolve) => {
  const look = (): void => {
    const cancel = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Cancel');
    if (cancel === undefined || Number(document.querySelector('progress')?.getAttribute('value') ?? 0) <= 1) return;
    watcher.disconnect();
    const said = document.body.innerText;
    cancel.click();
    resolve(said);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
}));

test('without an engine on the server the browser makes the report; it is stopped, kept, and gone on with later', async () => {
  const server = await startServer({ options: ['--no-limits', '--engines', '0'] });
  try {
    const alone = await signedIn(browser(), server.address);
    const { page } = await visit({ address: server.address, storageState: alone.state, expected: [/503/, afterwards] });
    await page.goto(`/analysis/${alone.world.ended}`);
    await page.getByRole('tab', { name: 'Report' }).click();
    const words = cancelled(page);
    await button(page, 'Analyse the game').click();
    expect(await words).toContain('so this browser does');
    await button(page, 'Continue').waitFor();
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator('progress').getAttribute('value').then(Number), { message: 'what was found is kept' }).toBeGreaterThan(1);
    await button(page, 'Continue').click();
    await done(page);
    const direct = await analyzed(page, alone.world.ended, reportNodes);
    expect(await accuracies(page)).toEqual(direct.accuracies);
    expect(await exported(page)).toBe(direct.record);
  } finally {
    await server.stop();
  }
});

test('what the server has found is shown at once, with its depth and the game it is from, until the engine here looks deeper', async () => {
  const { page } = await visit();
  const game = me.world.ended;
  await reported(page, game);
  // The engine is on its way, and not here yet.
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/wasm_engine/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/analysis?variant=ordo&turns=${encodeURIComponent(shortGames.ordo.slice(0, 6).join(' '))}`);
  await settled(page);
  await page.keyboard.press('l');
  const told = page.locator('.lines .told');
  await told.waitFor();
  const known = (await (await page.request.get(`/api/games/${game}/report`)).json()) as { found: { depth: number; turns: string[] }[][] };
  const line = known.found[6]?.[0];
  expect(await page.locator('.engine .state').textContent()).toBe(`depth ${String(line?.depth)} · by the server`);
  expect(await told.textContent()).toContain(line?.turns[0]);
  expect(await told.getByRole('link').getAttribute('href')).toMatch(/^\/analysis\/[^?]+\?ply=6$/);
  await expect.poll(() => page.locator('.engine-turn').count(), { message: 'its turn lies on the board' }).toBe(1);
  letGo();
  await expect.poll(() => page.locator('.engine .state').textContent(), patience).toMatch(/positions\/s/);
  expect(await told.count(), 'one’s own deeper search is believed').toBe(0);
});

test('the server looks deeper when it is asked, and remembers it for whoever comes next', async () => {
  // A server that has nothing else to do: one's own position comes after the games and reports of everybody, at a low priority.
  const { address } = await serve({ options: ['--no-limits', '--report-nodes', '1000'] });
  const { page } = await visit({ address });
  // Nobody's engine is faster than a door that stays shut.
  await page.route(/wasm_engine/, () => undefined);
  const path = `/analysis?variant=ordo&fen=${encodeURIComponent('10/4bb4/1bbb1bb3/2b4b2/2b2w1w2/3w1ww1w1/3ww5/10 w')}`;
  await page.goto(path);
  await settled(page);
  await page.keyboard.press('l');
  await button(page, 'Engine settings').click();
  await Promise.all([button(page, 'The server is looking …').waitFor(), button(page, 'Let the server look deeper').click()]);
  await page.locator('.lines .told').waitFor(patience);
  const depth = await page.locator('.engine .state').textContent();
  expect(depth).toMatch(/^depth \d+ · by the server$/);
  expect(await page.locator('.lines .told').getByRole('link').count(), 'it is from no game').toBe(0);
  const next = await visit({ address, viewport: phone, hasTouch: true, isMobile: true });
  await next.page.route(/wasm_engine/, () => undefined);
  await next.page.goto(path);
  await settled(next.page);
  await next.page.getByRole('switch', { name: 'Engine' }).tap();
  await expect.poll(() => next.page.locator('.engine .state').textContent()).toBe(depth);
});

test('the turns of an online game have their times, those made beforehand a mark, the players their clocks; by id and ply', async () => {
  const { page } = await visit();
  await page.goto(`/analysis/${me.world.ended}?ply=4`);
  await settled(page);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await expect.poll(() => page.locator('.tree [aria-current] .text').textContent()).toBe(shortGames.ordo[3]);
  const cells = page.locator('.tree .row .turn.wide');
  await expect.poll(() => cells.nth(4).locator('.aside').textContent()).toMatch(/^\d+(\.\d)?s$/);
  // A program played both sides: each turn came as fast as anybody can send it.
  await expect.poll(() => page.locator('.tree .before').count()).toBeGreaterThan(0);
  const clocks = await page.locator('.player .figures').allTextContents();
  expect(clocks).toHaveLength(2);
  for (const clock of clocks) expect(clock).toMatch(/^(29|30):\d\d$/);
  await page.locator('h2').first().click();
  await page.keyboard.press('End');
  await expect.poll(() => new URL(page.url()).searchParams.get('ply')).toBe(String(shortGames.ordo.length));
});
