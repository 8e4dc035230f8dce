// An account keeps its games for all its devices: a phone and a desk, one game, and no turn lost.
import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BoardDriver, squareNamed } from './support/board.ts';
import { browserFor, phone, type Visitor } from './support/browser.ts';
import { settled, signedIn, type SignedIn } from './support/pages.ts';

const { visit, browser } = browserFor(() => inject('address'));
const turns = (page: Page): Promise<string[]> => page.locator('button.turn').allTextContents();
const kept = (page: Page) => page.locator('.kept li');

async function move(page: Page, from: string, to: string): Promise<void> {
  const board = new BoardDriver(page);
  await board.cells.waitFor();
  await board.click(squareNamed(from));
  await board.click(squareNamed(to));
}
/** As when somebody comes back to the app: it looks what is new. */
const lookAgain = (page: Page): Promise<void> => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
/** Looks again until it is so. */
async function comes<T>(page: Page, what: () => Promise<T>, wanted: T, message: string): Promise<void> {
  await expect.poll(async () => { await lookAgain(page); return what(); }, { message, timeout: 60_000, interval: 500 }).toEqual(wanted);
}
async function turnOn(page: Page): Promise<void> {
  await page.goto('/account');
  const toggle = page.getByRole('switch', { name: 'Keep my games in my account' });
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  expect(await toggle.isChecked(), 'off unless asked for').toBe(false);
  await toggle.click();
  await expect.poll(() => toggle.isChecked()).toBe(true);
}
async function devices(): Promise<{ desk: Visitor; hand: Visitor; me: SignedIn }> {
  const me = await signedIn(browser(), inject('address'));
  // A second session of the same account, on a device of its own.
  const hand = await visit({ viewport: phone, hasTouch: true, isMobile: true, expected: [/ERR_INTERNET_DISCONNECTED/] });
  const address = inject('address');
  const reply = await hand.context.request.post('/api/login', { data: { name: me.world.name, password: me.world.password }, headers: { Origin: address } });
  expect(reply.status()).toBe(200);
  return { desk: await visit({ storageState: me.state }), hand, me };
}

test('a game begun on one device goes on on another and comes back; deleted on one it goes from both', async () => {
  const { desk, hand } = await devices();
  await desk.page.goto('/play/local?variant=ordo');
  await move(desk.page, 'c2', 'c4');
  await turnOn(desk.page);

  await hand.page.goto('/play');
  await expect.poll(() => kept(hand.page).count(), { timeout: 60_000 }).toBe(1);
  await hand.page.getByText('Kept on this device and in your account.').waitFor();
  await kept(hand.page).getByRole('link', { name: /Two players here/ }).click();
  await expect.poll(() => turns(hand.page)).toEqual(['c2-c4']);
  await move(hand.page, 'c7', 'c5');
  await expect.poll(() => turns(hand.page)).toEqual(['c2-c4', 'c7-c5']);

  await desk.page.goto('/play');
  await comes(desk.page, async () => (await kept(desk.page).allTextContents()).join().includes('2 turns'), true, 'the turn of the other device is here');
  await kept(desk.page).getByRole('link', { name: /Two players here/ }).click();
  await expect.poll(() => turns(desk.page)).toEqual(['c2-c4', 'c7-c5']);

  // While it is open here, it goes on there.
  await move(hand.page, 'g2', 'g4');
  await comes(desk.page, () => turns(desk.page), ['c2-c4', 'c7-c5', 'g2-g4'], 'an open game follows');
  await desk.page.getByText('This game was continued on another device.').waitFor();

  await hand.page.goto('/play');
  await kept(hand.page).getByRole('button', { name: 'Delete' }).click();
  await hand.page.getByRole('dialog').getByText('It is deleted on all your devices.').waitFor();
  await hand.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => kept(hand.page).count()).toBe(0);
  await desk.page.goto('/play');
  await comes(desk.page, () => kept(desk.page).count(), 0, 'it is gone here too');
});

test('two devices that went on differently without a connection keep both games', async () => {
  const { desk, hand } = await devices();
  await desk.page.goto('/play/local?variant=ordo');
  await move(desk.page, 'c2', 'c4');
  await turnOn(desk.page);
  await hand.page.goto('/play');
  await kept(hand.page).getByRole('link', { name: /Two players here/ }).click();
  await expect.poll(() => turns(hand.page)).toEqual(['c2-c4']);

  await hand.context.route('**/api/kept**', (route) => route.abort('internetdisconnected'));
  await move(hand.page, 'h7', 'h5');
  await desk.page.goto('/play');
  await kept(desk.page).getByRole('link', { name: /Two players here/ }).click();
  await move(desk.page, 'c7', 'c5');
  await expect.poll(() => turns(desk.page)).toEqual(['c2-c4', 'c7-c5']);
  const version = (): Promise<string> => desk.page.evaluate(async () => JSON.stringify(await (await fetch('/api/kept')).json()));
  await expect.poll(version, { timeout: 60_000 }).toContain('c7-c5');

  await hand.context.unroute('**/api/kept**');
  const before = hand.page.url();
  await comes(hand.page, () => Promise.resolve(hand.page.url() !== before), true, 'the game here has a name of its own now');
  await hand.page.getByText('Another device played on differently. Both games are kept.').waitFor();
  expect(await turns(hand.page), 'and goes on undisturbed').toEqual(['c2-c4', 'h7-h5']);
  await move(hand.page, 'd2', 'd4');
  await hand.page.goto('/play');
  await expect.poll(() => kept(hand.page).count()).toBe(2);
  await desk.page.goto('/play');
  await comes(desk.page, () => kept(desk.page).count(), 2, 'both lines are on both devices');
  expect((await kept(desk.page).allTextContents()).join()).toMatch(/3 turns.*2 turns|2 turns.*3 turns/);
});

test('turned off, the server has nothing and each device keeps what it has; the export has it before', async () => {
  const { desk, me } = await devices();
  await desk.page.goto('/play/local?variant=ordo');
  await move(desk.page, 'c2', 'c4');
  await turnOn(desk.page);
  const stored = (): Promise<string> => desk.page.evaluate(async () => JSON.stringify(await (await fetch('/api/kept')).json()));
  await expect.poll(stored, { timeout: 60_000 }).toContain('c2-c4');
  const [file] = await Promise.all([desk.page.waitForEvent('download'), desk.page.getByRole('button', { name: 'Export my data' }).click()]);
  const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: { name: string }; kept: { record: string }[] };
  expect(exported.account.name).toBe(me.world.name);
  expect(exported.kept[0]?.record).toContain('1. c2-c4');

  const toggle = desk.page.getByRole('switch', { name: 'Keep my games in my account' });
  await toggle.click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Keep them here only' }).click();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  expect(await stored()).toBe('{"on":false}');
  await desk.page.goto('/play');
  await settled(desk.page);
  await expect.poll(() => kept(desk.page).count()).toBe(1);
  await desk.page.getByRole('link', { name: 'Keep them in your account too' }).waitFor();
});
