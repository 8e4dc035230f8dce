// Nobody waits in vain: who has a seek, a link or a game by post open is told wherever they are; and what belongs to a link.
import { expect, inject, test } from 'vitest';
import type { APIRequestContext } from 'playwright-core';
import { browserFor, phone } from './support/browser.ts';
import { covered } from './support/messages.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));

async function post<T>(request: APIRequestContext, path: string, data: unknown): Promise<T> {
  const response = await request.post(path, { data, headers: { Origin: inject('address') } });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

test('a seek that is taken and a turn that is made are told on every page and in another tab: message, title, badge, notification', async () => {
  const [ada, bob] = [await visit({ permissions: ['notifications'], settings: { notify: true } }), await visit()];
  await ada.page.goto('/learn');
  await settled(ada.page);
  await post(ada.context.request, '/api/guest', {}).catch(() => undefined);
  const { seek } = await post<{ seek: { id: string } }>(ada.context.request, '/api/seeks', { variant: 'ordo', time: '3d', color: 'black' });
  await ada.page.reload();
  await settled(ada.page);
  const second = await ada.tab();
  await second.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    class Told { static permission = 'granted'; onclick = null; constructor(_: string, { body }: { body: string }) { shown.push(body); } close(): void {} }
    Object.assign(globalThis, { Notification: Told });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  await second.goto('/rules');
  await settled(second);
  // Both follow their owner's games by now: the server has told of them.
  await ada.page.waitForTimeout(500);
  const { game } = await post<{ game: string }>(bob.context.request, `/api/seeks/${seek.id}/accept`, {});
  for (const page of [ada.page, second]) await page.getByText(/Your game with .* has begun/).waitFor();
  expect(await covered(ada.page), 'a message covers no control').toEqual([]);
  await post(bob.context.request, `/api/games/${game}/command`, { t: 'move', ply: 1, turn: 'c2-c4' });
  await ada.page.getByText(/Your turn against/).waitFor();
  await expect.poll(() => ada.page.title()).toMatch(/^\(1\) /);
  await expect.poll(() => ada.page.locator('header nav .count').textContent()).toBe('1');
  await expect.poll(() => second.evaluate(() => (globalThis as unknown as { shown: string[] }).shown.length), { message: 'a notification where nobody looks' }).toBeGreaterThan(0);
  await ada.page.locator('.toast', { hasText: 'Your turn against' }).getByRole('button', { name: 'To the game' }).click();
  await expect.poll(() => new URL(ada.page.url()).pathname).toBe(`/game/${game}`);
});

test('a link has a page of its own, with a picture for cameras; one share for link, record, position and picture; block and mute', async () => {
  const [maker, friend] = [await visit({ viewport: phone, hasTouch: true, isMobile: true }), await visit()];
  await maker.page.goto('/play?opponent=friend&variant=ordo');
  await settled(maker.page);
  await maker.page.getByRole('radio', { name: 'White' }).check();
  await maker.page.getByRole('button', { name: 'Make a link' }).click();
  const link = await maker.page.getByLabel('Link to the game').inputValue();
  await maker.page.getByRole('img', { name: /camera/ }).waitFor();
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Join the game' }).click();
  await maker.page.locator('.game .board.live, .game [role="grid"]').first().waitFor();
  await friend.page.locator('.game .board.live, .game [role="grid"]').first().waitFor();

  await maker.page.getByRole('button', { name: 'More' }).click();
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  const dialog = maker.page.getByRole('dialog');
  expect(await dialog.getByLabel('Link to the game').inputValue()).toBe(link);
  expect(await dialog.getByLabel('Position (FEN)').inputValue()).toContain(' w');
  expect(await dialog.getByLabel('Record').inputValue()).toContain('[White');
  expect(await dialog.locator('.picture circle').count()).toBe(80);
  const [picture] = await Promise.all([maker.page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save the picture' }).click()]);
  expect(picture.suggestedFilename()).toBe('ordo.png');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Chat is said to those who listen; a muted player is not heard any more.
  await friend.page.getByRole('tab', { name: 'Chat' }).click();
  const say = async (text: string): Promise<void> => {
    await friend.page.getByLabel('Say something').fill(text);
    await friend.page.getByRole('button', { name: 'Send' }).click();
  };
  await say('Good luck!');
  await expect.poll(() => maker.page.locator('[data-chat]').textContent()).toContain('says: Good luck!');
  await maker.page.getByRole('button', { name: /^Mute / }).click();
  await say('Are you there?');
  await friend.page.getByText('Are you there?').waitFor();
  await maker.page.getByText(/ is muted\./).waitFor();
  expect(await maker.page.getByText('Are you there?').count()).toBe(0);
});

test('a tab that is left takes its seek back at once; a reload does not', async () => {
  const [ada, bob] = [await visit(), await visit()];
  await bob.page.goto('/lobby');
  await settled(bob.page);
  await ada.page.goto('/play?opponent=anybody&variant=ordox&time=900%2B10');
  await settled(ada.page);
  await ada.page.getByRole('button', { name: 'Look for an opponent' }).click();
  const seen = bob.page.locator('.seek', { hasText: '15 min + 10 s' });
  await expect.poll(() => seen.count()).toBe(1);
  await ada.page.reload();
  await settled(ada.page);
  await expect.poll(() => ada.page.locator('.seek.mine').count()).toBe(1);
  await expect.poll(() => seen.count()).toBe(1);
  const left = Date.now();
  await ada.page.goto('/robots.txt');
  await expect.poll(() => seen.count()).toBe(0);
  process.stdout.write(`    gone from the lobby after ${Date.now() - left} ms\n`);
});
