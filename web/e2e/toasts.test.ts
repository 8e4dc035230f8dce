// Messages on the smallest phones: a challenge is in sight, and covers neither the board nor anything that can be pressed.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { browserFor, type Visitor } from './support/browser.ts';
import { covered } from './support/messages.ts';
import { follow, settled, signedIn } from './support/pages.ts';
import { swept } from './support/sample.ts';

const { visit, browser } = browserFor(() => inject('address'));
const sizes = [[320, 568], [568, 320], [360, 740], [740, 360]] as const;

/** Once it stands still: a page is laid out anew in steps when its size changes. */
const whereBoardIs = (page: Page) =>
  page.locator('.game .board:not(.piece-sign)').evaluate(async (board) => {
    for (let last = ''; ; ) {
      const now = JSON.stringify(board.getBoundingClientRect());
      if (now === last) return now;
      last = now;
      for (let frame = 0; frame < 10; ++frame) await new Promise(requestAnimationFrame);
    }
  });

/** Challenges somebody to a game by post: that stands for a day. */
async function challenge({ context }: Visitor, name: string): Promise<void> {
  const reply = await context.request.post('/api/challenges', { data: { to: name, variant: 'ordox', time: '3d' }, headers: { Origin: inject('address') } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

test.each(swept)('%s: a challenge covers nothing on the smallest phones, upright and on their side, and the board stays where it is', async (language) => {
  const me = await signedIn(browser(), inject('address'));
  const [mine, theirs] = [await visit({ storageState: me.state, settings: { language }, viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }), await visit()];
  const { page } = mine;
  await page.goto(`/game/${me.world.playing}`);
  await settled(page);
  const signUp = await theirs.context.request.post('/api/signup', { data: { name: `Wwwww-${language}-${Date.now().toString(36)}`.padEnd(20, 'W').slice(0, 20), password: 'correct horse' }, headers: { Origin: inject('address') } });
  expect(signUp.ok()).toBe(true);
  await theirs.page.goto('/learn');
  await settled(theirs.page);
  const before = new Map<string, string>();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    before.set(`${width}`, await whereBoardIs(page));
  }
  await challenge(theirs, me.world.name);
  await page.locator('.toast').waitFor();
  const found: string[] = [];
  for (const address of [`/game/${me.world.playing}`, '/play/local', '/play/engine', '/learn/ordo', '/analysis?new&variant=ordo', '/editor', '/lobby', '/']) {
    await follow(page, address);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // It looks for its place anew once the page stands.
      let covers: string[] = [];
      await expect.poll(async () => (covers = await covered(page)).length, { timeout: 20_000 }).toBe(0).catch(() => found.push(`${address} at ${width} × ${height}: ${covers.join('; ')}`));
      if (address === `/game/${me.world.playing}`) expect(await whereBoardIs(page), 'the board stays').toBe(before.get(`${width}`));
    }
  }
  expect(found).toEqual([]);

  // It is answered there, by touch.
  await page.setViewportSize({ width: 320, height: 568 });
  await follow(page, `/game/${me.world.playing}`);
  await page.locator('.toast .do .button').nth(1).tap();
  await expect.poll(() => page.locator('.toast').count()).toBe(0);
  await expect.poll(() => theirs.page.locator('.toast').count(), { message: 'who asked is told' }).toBeGreaterThan(0);
  expect(await page.locator('header .brand').isVisible()).toBe(true);
});
