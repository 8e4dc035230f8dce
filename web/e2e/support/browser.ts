// Chromium for the tests: pages that are watched, so that an error in the console or a request gone wrong fails the test.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startServer, type TestServer } from './server.ts';

/** What is turned off. Only the last such option counts: first what Playwright turns off, then pages behind the field for addresses, which take most of the time that a new window takes. */
const without = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay',
  'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints',
  'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup',
];

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--mute-audio', `--disable-features=${without.join(',')}`,
    ],
  });
}

export type Settings = Readonly<Record<string, string | boolean>>;

interface Visit extends BrowserContextOptions {
  /** Of another server than the one for all. */
  readonly address?: string;
  /** What the reader has chosen before; English unless said otherwise. */
  readonly settings?: Settings;
  /** With the service worker; without, unless it is what is tested: each visitor would fetch the whole app. */
  readonly keeps?: boolean;
  /** Complaints that belong to the test. */
  readonly expected?: readonly RegExp[];
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** A second tab, watched as the first. */
  tab(): Promise<Page>;
}

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 360, height: 740 } as const;

/** Everything that should not have happened. Also hears what the test itself complains about. */
class Watch {
  readonly complaints: string[] = [];
  readonly #host: string;
  readonly #expected: readonly RegExp[];

  constructor(address: string, expected: readonly RegExp[]) {
    this.#host = new URL(address).host;
    this.#expected = expected;
  }

  complain(text: string): void {
    if (!this.#expected.some((one) => one.test(text))) this.complaints.push(text);
  }

  over(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complain(`${page.url()}: console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.complain(`${page.url()}: ${String(error)}`));
    page.on('requestfailed', (request) => {
      // A page that is left lets go of what it was loading.
      const why = request.failure()?.errorText ?? '';
      if (why !== 'net::ERR_ABORTED') this.complain(`${page.url()}: ${request.url()}: ${why}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.complain(`${page.url()}: ${response.url()}: ${response.status()}`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOurs = url.host === this.#host || url.protocol === 'data:' || url.protocol === 'blob:';
      if (!isOurs) this.complain(`${page.url()}: asks another host: ${request.url()}`);
    });
  }
}

/** Whether a page that draws nothing is busy with itself, or waits for the browser. */
async function answers(page: Page): Promise<string> {
  const late = new Promise<string>((done) => void setTimeout(done, 10_000, 'its scripts never end'));
  return Promise.race([page.evaluate(() => 'its scripts answer').catch(String), late]);
}

/** The browser of a test file, and its visitors, who are gone after each test. */
export function browserFor(address: () => string): {
  visit(options?: Visit): Promise<Visitor>;
  browser(): Browser;
  /** A server for this test alone. */
  serve(options?: Parameters<typeof startServer>[0]): Promise<TestServer>;
} {
  let browser: Browser | null = null;
  const leave: (() => Promise<void>)[] = [];
  const watches: Watch[] = [];
  const pages: Page[] = [];

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async ({ task }) => {
    for (const [i, page] of pages.splice(0).entries()) {
      if (task.result?.state !== 'fail' || page.isClosed()) continue;
      const path = join(tmpdir(), `ordo-e2e-${task.name.replace(/\W+/g, '-')}-${i + 1}.png`);
      const isThere = await page.screenshot({ path }).then(() => true, () => false);
      process.stdout.write(`    ${page.url()} ${isThere ? `as it was then: ${path}` : `draws nothing any more, and ${await answers(page)}`}\n`);
    }
    const complaints = watches.splice(0).flatMap((watch) => watch.complaints);
    for (const close of leave.splice(0).reverse()) await close();
    expect(complaints, 'complaints of the browser').toEqual([]);
  });

  const running = (): Browser => {
    if (browser === null) throw new Error('the browser is not running');
    return browser;
  };
  return {
    browser: running,
    async visit({ address: where = address(), settings = {}, expected = [], keeps = false, ...options } = {}) {
      const context = await running().newContext({
        baseURL: where, viewport: desktop, locale: 'en-GB', timezoneId: 'Europe/Vienna', ...options,
      });
      leave.push(() => context.close());
      context.setDefaultTimeout(60_000);
      await context.addInitScript((kept) => {
        if (localStorage.getItem('ordo.settings') === null) localStorage.setItem('ordo.settings', kept);
      }, JSON.stringify({ language: 'en', sound: false, ...settings }));
      if (!keeps) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      const watch = new Watch(where, expected);
      watches.push(watch);
      const tab = async (): Promise<Page> => {
        const page = await context.newPage();
        watch.over(page);
        pages.push(page);
        return page;
      };
      return { context, page: await tab(), tab };
    },
    async serve(options) {
      const server = await startServer(options);
      leave.push(() => server.stop());
      return server;
    },
  };
}
