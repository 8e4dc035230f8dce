// People and each other: who is here, who has gone and whose game may be claimed; challenges; blocked players.
import { expect, inject, test } from 'vitest';
import type { APIRequestContext, Page } from 'playwright-core';
import { browserFor, phone, type Visitor } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));

async function post<T>(request: APIRequestContext, path: string, data: unknown): Promise<T> {
  const response = await request.post(path, { data, headers: { Origin: inject('address') } });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

let people = 0;
/** Signs up with a name that nobody has. */
async function signUp({ context }: Visitor, name: string): Promise<string> {
  const unique = `${name}${Date.now() % 1_000_000}${people++}`;
  await post(context.request, '/api/signup', { name: unique, password: 'correct horse' });
  return unique;
}

/** Whether White and Black are shown as connected. */
const badges = (page: Page): Promise<(string | null)[]> =>
  page.locator('.strip').evaluateAll((strips) => {
    const all = strips.map((strip) => [strip.querySelector('.black') !== null, strip.querySelector('.badge')?.getAttribute('data-here') ?? null] as const);
    return all.sort(([a], [b]) => Number(a) - Number(b)).map(([, here]) => here);
  });

test('who closes the page is shown as gone to the opponent and to who looks on, then as back, and at last the game is claimed', async () => {
  const [ada, bob, carl] = [await visit(), await visit(), await visit({ viewport: phone, hasTouch: true, isMobile: true })];
  const { game } = await post<{ game: { id: string } }>(ada.context.request, '/api/games', { variant: 'ordo', color: 'white', time: '150+0', opponent: 'link' });
  const address = `/game/${game.id}`;
  await post(bob.context.request, `/api/games/${game.id}/join`, {});
  for (const { page } of [ada, bob, carl]) {
    await page.goto(address);
    await page.locator('.game [role="grid"]').first().waitFor();
  }
  const move = (who: Visitor, ply: number, turn: string): Promise<unknown> => post(who.context.request, `/api/games/${game.id}/command`, { t: 'move', ply, turn });
  await move(ada, 1, 'e3-d3');
  await move(bob, 2, 'e6-d6');
  await move(ada, 3, 'd3-e3');
  for (const { page } of [ada, bob, carl]) await expect.poll(() => page.locator('.strip .badge[data-here="true"]').count(), { timeout: 60_000 }).toBe(2);

  await bob.page.goto('/robots.txt');
  for (const { page } of [ada, carl]) {
    await expect.poll(() => badges(page).then((all) => all.includes('false')), { timeout: 60_000 }).toBe(true);
    await page.getByText(/away for/).first().waitFor();
  }
  await ada.page.getByText(/You may claim the game in/).first().waitFor();
  expect(await carl.page.locator('[data-absent]').count(), 'who looks on claims nothing').toBe(0);

  await bob.page.goto(address);
  await ada.page.getByText(/is back\./).waitFor();
  await expect.poll(() => ada.page.locator('[data-absent]').count()).toBe(0);
  await expect.poll(() => carl.page.locator('.strip .badge[data-here="true"]').count()).toBe(2);

  await bob.page.goto('/robots.txt');
  await ada.page.getByRole('button', { name: 'Claim the win' }).click({ timeout: 90_000 });
  await expect.poll(() => ada.page.locator('.game .result').textContent()).toContain('You won: Black left the game.');
  await expect.poll(() => carl.page.locator('.game .result').textContent()).toContain('White wins: Black left the game.');
  await bob.page.goto(address);
  await expect.poll(() => bob.page.locator('.game .result').textContent()).toContain('You lost: you were away for too long.');
}, 300_000);

test('a challenge from the list of who is here reaches the other on whatever page, who accepts it with one press', async () => {
  const [ada, bob] = [await visit(), await visit({ viewport: phone, hasTouch: true, isMobile: true })];
  const [adaName, bobName] = [await signUp(ada, 'Ada'), await signUp(bob, 'Bob')];
  await bob.page.goto('/learn');
  await settled(bob.page);
  await ada.page.goto('/lobby');
  await settled(ada.page);
  await ada.page.getByRole('link', { name: `Challenge ${bobName}` }).click();
  await ada.page.getByRole('heading', { name: `Challenge ${bobName}` }).waitFor();
  await ada.page.getByRole('button', { name: `Challenge ${bobName}` }).click();
  await ada.page.getByText(`Waiting for ${bobName}`).waitFor();
  const call = bob.page.locator('.toast', { hasText: `${adaName} challenges you` });
  await call.getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [ada, bob]) await expect.poll(() => new URL(page.url()).pathname, { timeout: 60_000 }).toMatch(/^\/game\//);
  await expect.poll(() => ada.page.getByText(`Waiting for ${bobName}`).count()).toBe(0);
});

test('after a game the opponent is challenged to another with other terms, and accepts it on the page of the game', async () => {
  const [ada, bob] = [await visit(), await visit({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true })];
  const [adaName, bobName] = [await signUp(ada, 'Ada'), await signUp(bob, 'Bob')];
  const { game } = await post<{ game: { id: string } }>(ada.context.request, '/api/games', { variant: 'ordo', color: 'white', time: '1800+10', opponent: 'link' });
  await post(bob.context.request, `/api/games/${game.id}/join`, {});
  for (const { page } of [ada, bob]) {
    await page.goto(`/game/${game.id}`);
    await page.locator('.game [role="grid"]').first().waitFor();
    expect(await page.locator('.game').getByRole('link', { name: 'Challenge' }).count(), 'not while it goes on').toBe(0);
  }
  for (const [ply, turn] of shortGames.ordo.entries()) await post((ply % 2 === 0 ? ada : bob).context.request, `/api/games/${game.id}/command`, { t: 'move', ply: ply + 1, turn });
  await expect.poll(() => bob.page.locator('.game .result').textContent()).toContain('You lost');
  await ada.page.locator('.game .result').getByRole('link', { name: 'Challenge' }).click();
  await ada.page.getByRole('heading', { name: `Challenge ${bobName}` }).waitFor();
  await ada.page.getByRole('radio', { name: 'Ordo X' }).check({ force: true });
  await ada.page.getByRole('button', { name: `Challenge ${bobName}` }).click();
  await ada.page.getByText(`Waiting for ${bobName}`).waitFor();
  // The loser still looks at the end of the game, which leads back as well.
  expect(await bob.page.locator('.game .result').getByRole('link', { name: 'Challenge' }).getAttribute('href')).toBe(`/play?to=${adaName}`);
  await bob.page.locator('.toast', { hasText: `${adaName} challenges you` }).getByRole('button', { name: 'Accept' }).tap();
  for (const { page } of [ada, bob]) await expect.poll(() => new URL(page.url()).pathname, { timeout: 60_000 }).toMatch(new RegExp(`^/game/(?!${game.id})`));
  const next = await ada.page.evaluate(() => location.pathname);
  expect(await bob.page.evaluate(() => location.pathname), 'both sit at the same board').toBe(next);
  const told = await ada.context.request.get(`/api/games/${next.replace('/game/', '')}`);
  expect(((await told.json()) as { state: { variant: string } }).state.variant).toBe('ordox');
  for (const { page } of [ada, bob]) await page.locator('.game [role="grid"]').first().waitFor();
});

test('a challenge from a profile is declined with one press, or taken back; blocked players are refused, and the list goes with the account', async () => {
  const [ada, bob] = [await visit({ expected: [/403/] }), await visit()];
  const [adaName, bobName] = [await signUp(ada, 'Ada'), await signUp(bob, 'Bob')];
  await bob.page.goto('/rules');
  await settled(bob.page);
  const challenge = async (): Promise<void> => {
    await ada.page.goto(`/player/${bobName}`);
    await settled(ada.page);
    await ada.page.locator('.actions').getByRole('link').first().click();
    await ada.page.getByRole('button', { name: `Challenge ${bobName}` }).click();
  };
  await challenge();
  await bob.page.locator('.toast', { hasText: adaName }).getByRole('button', { name: 'Decline' }).click();
  await ada.page.getByText(`${bobName} would rather not play now.`).waitFor();
  await challenge();
  await bob.page.locator('.toast', { hasText: adaName }).waitFor();
  await ada.page.locator('.toast', { hasText: `Waiting for ${bobName}` }).getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => bob.page.locator('.toast', { hasText: adaName }).count()).toBe(0);

  // Blocked on the page of the profile; the server keeps it.
  await bob.page.goto(`/player/${adaName}`);
  await settled(bob.page);
  await bob.page.getByRole('button', { name: 'Block' }).click();
  const blocks = async (who: Visitor): Promise<string> => (await who.context.request.get('/api/blocks')).text();
  await expect.poll(() => blocks(bob)).toContain(adaName);
  await challenge();
  await ada.page.getByText('This player does not wish to be contacted by you.').waitFor();

  // What a guest's browser has goes to the account.
  const guest = await visit();
  await guest.page.goto(`/player/${adaName}`);
  await settled(guest.page);
  await guest.page.getByRole('button', { name: 'Block' }).click();
  await guest.page.getByRole('button', { name: 'Unblock' }).waitFor();
  await signUp(guest, 'Gus');
  await guest.page.goto('/lobby');
  await expect.poll(() => blocks(guest)).toContain(adaName);
});
