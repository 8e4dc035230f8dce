// The lobby uses its room: lists side by side where there is width, one under the other and full width on a phone held upright.
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { browserFor } from './support/browser.ts';
import { settled, signedIn } from './support/pages.ts';

const { visit, browser, serve } = browserFor(() => inject('address'));

interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
interface Seen { readonly seeks: Box; readonly people: Box; readonly own: Box; readonly live: Box; readonly form: Box; readonly width: number; readonly height: number; readonly formIsOpen: boolean }

function seen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const box = (heading: string): Box => {
      const { left, top, right, bottom } = document.querySelector(`section[aria-labelledby="${heading}"]`)?.getBoundingClientRect() ?? new DOMRect();
      return { left, top, right, bottom };
    };
    return {
      seeks: box('seeks'), people: box('people'), own: box('own'), live: box('live'), form: box('new-game'),
      width: document.documentElement.clientWidth, height: innerHeight, formIsOpen: document.querySelector('.new form')?.checkVisibility() === true,
    };
  });
}
const beside = (a: Box, b: Box): boolean => Math.abs(a.top - b.top) < 2 && a.right <= b.left;
const wide = ({ left, right }: Box): number => right - left;

test('the lobby uses its room, on a desk, on a tablet and on phones', async () => {
  // A server of its own: how long the lists are is part of what is seen.
  const { address } = await serve();
  const me = await signedIn(browser(), address);
  const { page } = await visit({ address, storageState: me.state });
  const others = [await visit({ address }), await visit({ address })];
  for (const other of others) {
    await other.context.request.post('/api/guest', { data: {}, headers: { Origin: address } });
    await other.page.goto('/rules');
    await settled(other.page);
  }
  await page.goto('/lobby');
  await settled(page);
  await expect.poll(() => page.locator('.person').count()).toBeGreaterThan(1);
  await expect.poll(() => page.locator('section[aria-labelledby="own"] li').count()).toBe(1);
  const at = async (width: number, height: number): Promise<Seen> => {
    await page.setViewportSize({ width, height });
    return seen(page);
  };

  const desk = await at(1440, 900);
  expect(beside(desk.seeks, desk.people), 'who wants to play beside who is here').toBe(true);
  expect(beside(desk.own, desk.live), 'my games beside others').toBe(true);
  expect(desk.people.right, 'and the form beside all of them').toBeLessThan(desk.form.left);
  expect(desk.formIsOpen).toBe(true);
  expect((desk.form.right - desk.seeks.left) / desk.width, 'of the width').toBeGreaterThan(0.9);
  expect(desk.own.top, 'everything begins in the first screen').toBeLessThan(desk.height);

  const tablet = await at(768, 1024);
  expect(beside(tablet.seeks, tablet.people)).toBe(true);
  expect(beside(tablet.own, tablet.live)).toBe(true);
  expect((tablet.people.right - tablet.seeks.left) / tablet.width).toBeGreaterThan(0.9);
  expect(wide(tablet.form) / tablet.width).toBeGreaterThan(0.9);

  const side = await at(740, 360);
  expect(beside(side.seeks, side.people), 'a phone on its side has width, too').toBe(true);
  expect(side.seeks.top, 'who wants to play is in the first screen').toBeLessThan(side.height * 0.7);

  for (const [width, height] of [[360, 740], [320, 568]] as const) {
    const phone = await at(width, height);
    for (const box of [phone.form, phone.seeks, phone.people, phone.own, phone.live]) expect(wide(box), `at ${width}`).toBeGreaterThanOrEqual(width - 24);
    expect(phone.seeks.bottom).toBeLessThanOrEqual(phone.people.top);
    expect(phone.seeks.top, 'in the first half of the screen').toBeLessThan(height / 2);
  }
});
