// Takes pictures of every page at all sizes, light and dark, to be looked at: npm run album [LANGUAGE…] [/play…]
//
// Each page has two sheets, of the phone and of larger screens, in ORDO_ALBUM or a folder in /tmp.
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { isLanguage, languages } from '../src/i18n/languages.ts';
import { BoardDriver, squareNamed } from './support/board.ts';
import { launch } from './support/browser.ts';
import { shortGames } from './support/games.ts';
import { examples, settled, signedIn, type World } from './support/pages.ts';
import { startServer } from './support/server.ts';

const folder = process.env['ORDO_ALBUM'] ?? join(tmpdir(), 'ordo-album');
const sizes = [[360, 740], [740, 360], [768, 1024], [1440, 900]] as const;
/** Of what lies below the first screen so much is shown. */
const kMostScreens = 1.6;

const wanted = process.argv.slice(2);
const chosen = wanted.filter(isLanguage);
const only = wanted.filter((word) => word.startsWith('/'));

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

function shotsOf(world: World): Shot[] {
  const all = Object.values(examples(world)).flat();
  const few = all.filter((path) => !path.startsWith('/learn/') || /(board|ordo|x-turns)$/.test(path));
  const plain = few.map((path) => ({ name: path.replace(world.playing, 'playing').replace(world.ended, 'ended'), path }));
  const piece = async (page: Page): Promise<void> => new BoardDriver(page).click(squareNamed('c2'));
  return [
    ...plain,
    { name: '/play engine', path: '/play?opponent=engine' },
    { name: '/play friend', path: '/play?opponent=friend' },
    { name: '/play/local a piece in the hand', path: '/play/local?variant=ordo', prepare: piece },
    { name: '/play/local ended', path: '/play', prepare: async (page) => {
      await page.evaluate((turns) => localStorage.setItem('ordo.game.local', JSON.stringify({ variant: 'ordo', start: null, engine: null, time: { base: 300, increment: 3 }, turns, outcome: { winner: 'white', ending: 'home-row' }, left: { white: 61_000, black: 9_000 } })), shortGames.ordo);
      await page.goto('/play');
      await page.locator('.kept li a').first().click();
      await settled(page);
    } },
    { name: '/play kept', path: '/play', prepare: async (page) => page.locator('.kept').first().scrollIntoViewIfNeeded() },
    { name: '/games mine', path: '/games?show=mine' },
    { name: '/player nobody', path: '/player/Nobody-of-this-name' },
    { name: '/signin up', path: '/signin?new' },
  ];
}

interface Picture {
  readonly label: string;
  readonly png: Buffer;
  readonly width: number;
}

async function sheet(browser: Browser, title: string, pictures: readonly Picture[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 400 } });
  const shown = pictures.map(({ label, png, width }) => {
    const scale = width > 1000 ? 0.5 : width > 760 ? 0.4 : 1;
    return `<figure><figcaption>${label}</figcaption><img width="${Math.round(width * scale)}" src="data:image/png;base64,${png.toString('base64')}"></figure>`;
  });
  await page.setContent(`<style>body{margin:4px;background:#888;font:14px sans-serif}main{display:flex;flex-wrap:wrap;gap:6px;align-items:start}figure{margin:0}img{display:block;border:1px solid #444}</style><b>${title}</b><main>${shown.join('')}</main>`);
  const png = await page.screenshot({ fullPage: true });
  await page.close();
  return png;
}

const server = await startServer();
const browser = await launch();
try {
  await mkdir(folder, { recursive: true });
  for (const language of chosen.length > 0 ? chosen : languages.slice(0, 1)) {
    const me = await signedIn(browser, server.address);
    const shots = shotsOf(me.world).filter(({ name }) => only.length === 0 || only.some((one) => name.startsWith(one)));
    const pictures = new Map<Shot, Picture[]>(shots.map((shot) => [shot, []]));
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [width, height] of sizes) {
        const touch = width < 760 && { hasTouch: true, isMobile: true };
        const context = await browser.newContext({ baseURL: server.address, storageState: me.state, colorScheme, viewport: { width, height }, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', bypassCSP: true, ...touch });
        await context.addInitScript((settings) => localStorage.setItem('ordo.settings', settings), JSON.stringify({ language, sound: false, animation: false }));
        const page = await context.newPage();
        for (const shot of shots) {
          await page.goto(shot.path);
          await settled(page);
          await shot.prepare?.(page);
          await page.waitForTimeout(300);
          // A game fills the window; other pages go on below, where the bar at the bottom would lie over their middle.
          const { all, isGame } = await page.evaluate(() => ({ all: document.documentElement.scrollHeight, isGame: document.querySelector('.game .board, .studio') !== null }));
          if (!isGame) await page.addStyleTag({ content: 'header nav { position: static !important; }' }).catch(() => undefined);
          const png = await page.screenshot(isGame ? {} : { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(all, Math.round(height * kMostScreens)) } });
          pictures.get(shot)?.push({ label: `${width} × ${height} ${colorScheme}`, png, width });
        }
        await context.close();
      }
    }
    for (const [i, [{ name }, all]] of [...pictures].entries()) {
      for (const [kind, some] of [['phone', all.filter(({ width }) => width < 760)], ['wide', all.filter(({ width }) => width > 760)]] as const) {
        const file = `${language}-${String(i).padStart(2, '0')}-${name.replace(/\W+/g, '_').slice(0, 40)}-${kind}.png`;
        await writeFile(join(folder, file), await sheet(browser, `${language} ${name}`, [...some].sort((a, b) => a.width - b.width)));
        process.stdout.write(`${join(folder, file)}\n`);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
