// What people do from end to end: a first move, a game by link with all that belongs to it, an account, a lesson, settings.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver } from './support/board.ts';
import { browserFor, phone } from './support/browser.ts';
import { settled } from './support/pages.ts';

const { visit } = browserFor(() => inject('address'));
const c2 = 12;
const c4 = 32;
const c7 = 62;
const c5 = 42;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const turns = (page: Page): Promise<string[]> => page.locator('button.turn').allTextContents();

test('a newcomer moves on the first page, and the engine answers', async () => {
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true });
  await page.goto('/');
  await settled(page);
  const board = new BoardDriver(page);
  await board.tap(c2);
  await board.tap(c4);
  await expect.poll(() => page.locator('[data-spoken]').first().textContent(), { timeout: 60_000 }).toMatch(/^Black: .* White to move\./);
  await button(page, 'Continue on a larger board').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/play/engine');
  await expect.poll(() => turns(page)).toHaveLength(2);
  await page.reload();
  await expect.poll(() => turns(page), { message: 'a game survives a reload' }).toHaveLength(2);
});

test('a game by link: invitation, chat, draw offer, takeback, resignation and rematch', async () => {
  const [maker, friend] = [await visit(), await visit({ viewport: phone, hasTouch: true, isMobile: true })];
  await maker.page.goto('/play?opponent=friend&variant=ordo');
  await maker.page.getByRole('radio', { name: 'White' }).check();
  await maker.page.locator('label.field', { hasText: 'Clock' }).locator('select').selectOption('none');
  await button(maker.page, 'Make a link').click();
  const link = await maker.page.getByLabel('Link to the game').inputValue();
  await friend.page.goto(link);
  await friend.page.getByRole('heading', { name: 'invites you to a game' }).waitFor();
  await button(friend.page, 'Join the game').click();
  const white = new BoardDriver(maker.page);
  const black = new BoardDriver(friend.page);
  await Promise.all([white.cells.waitFor(), black.cells.waitFor()]);

  await white.click(c2);
  await white.click(c4);
  await expect.poll(() => turns(friend.page), { timeout: 60_000 }).toEqual(['c2-c4']);
  await black.tap(c7);
  await black.tap(c5);
  await expect.poll(() => turns(maker.page), { timeout: 60_000 }).toEqual(['c2-c4', 'c7-c5']);

  await maker.page.getByRole('tab', { name: 'Chat' }).click();
  await maker.page.getByLabel('Say something').fill('Good luck!');
  await button(maker.page, 'Send').click();
  await friend.page.getByText('Good luck!', { exact: true }).waitFor();

  await button(friend.page, 'Take back 1 turn').click();
  await maker.page.getByText('would like to take back the last turn').waitFor();
  await button(maker.page, 'Accept').click();
  await maker.page.getByRole('tab', { name: 'Moves' }).click();
  await expect.poll(() => turns(maker.page)).toEqual(['c2-c4']);
  await black.tap(c7);
  await black.tap(c5);
  await expect.poll(() => turns(maker.page)).toEqual(['c2-c4', 'c7-c5']);

  await button(maker.page, 'Draw').click();
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Offer draw' }).click();
  await button(friend.page, 'Decline').click();
  await maker.page.getByText('Your draw offer was declined.').waitFor();

  await button(maker.page, 'Resign').click();
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await maker.page.locator('.result').getByText('You lost: you resigned.').waitFor();
  await friend.page.locator('.result').getByText('You won: White resigned.').waitFor();
  await button(friend.page, 'Rematch').click();
  await button(maker.page, 'Accept rematch').click();
  await expect.poll(() => maker.page.url() === friend.page.url() && maker.page.url() !== link, { timeout: 60_000 }).toBe(true);
});

test('an account: sign up, sign out, a wrong password, sign in', async () => {
  const { page } = await visit({ expected: [/api\/login/] });
  const name = `Eve-${Date.now().toString(36)}`;
  await page.goto('/signin?tab=up');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.locator('form button[type="submit"]').click();
  await page.getByRole('link', { name }).first().waitFor();
  await page.goto('/account');
  await button(page, 'Sign out').click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto('/signin');
  for (const password of ['another password', 'a long password']) {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form button[type="submit"]').click();
    if (password === 'another password') await page.getByText('The name or the password is wrong.').waitFor();
  }
  await page.getByRole('link', { name }).first().waitFor();
});

test('a lesson answers a wrong try and keeps what was solved', async () => {
  const { page } = await visit();
  await page.goto('/learn/moves');
  await settled(page);
  const board = new BoardDriver(page);
  const answer = page.locator('.answer');
  await board.click(14); // e2
  await board.click(15);
  await expect.poll(() => answer.textContent()).not.toBe('');
  await page.reload();
  await settled(page);
  await board.click(14);
  await board.click(44); // e5, as asked
  await button(page, 'Next').waitFor();
  await page.reload();
  await settled(page);
  await expect.poll(() => page.locator('.sentence').textContent(), { message: 'the course goes on where it was left' }).not.toMatch(/e5/);
});

test('the language of the browser is taken, another is kept, and so are light and dark', async () => {
  const { page } = await visit({ locale: 'fr-CA', settings: { language: '' } });
  await page.goto('/settings');
  await settled(page);
  expect(await page.getAttribute('html', 'lang')).toBe('fr');
  await page.locator('header select').selectOption('de');
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('de');
  await page.getByRole('button', { name: 'Dunkle Farben' }).click();
  await page.reload();
  await settled(page);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
});
