// What the server and the rules say is said in the reader's language, and Japanese lines break between words.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { languages, type Language } from '../src/i18n/languages.ts';
import { browserFor } from './support/browser.ts';
import { allAddresses, follow, settled, signedIn, type SignedIn } from './support/pages.ts';

const { visit, browser } = browserFor(() => inject('address'));

let me: SignedIn;
beforeAll(async () => {
  me = await signedIn(browser(), inject('address'));
});

/** A message without values, as a page shows it. */
function message(language: Language, key: string): string {
  const file = new URL(`../src/i18n/messages/${language}/${key.split('.')[0] ?? ''}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key] ?? key;
}

const noPieces = '10/10/10/10/10/10/10/10 w';
const waitingSplit = 'b8b/10/10/10/10/10/ww8/10 w';

/** Without the marks between the phrases of Japanese. */
const plain = (text: string | null): string => (text ?? '').replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
const alerts = async (page: Page): Promise<string[]> => (await page.getByRole('alert').allTextContents()).map(plain);

describe.each(languages)('%s', (language) => {
  test('guests have names in the reader’s language, and so have the reasons why a position is none', async () => {
    const { page } = await visit({ storageState: me.state, settings: { language } });
    const guest = message(language, 'people.guestName').replace('{n}', '');
    await page.goto('/');
    await settled(page);
    for (const address of ['/', '/lobby', '/games', `/game/${me.world.playing}`, `/game/${me.world.ended}`, `/analysis/${me.world.ended}`]) {
      await follow(page, address);
      await expect.poll(async () => plain(await page.locator('main').innerText()), { message: address }).toMatch(new RegExp(`${guest}\\d`));
      if (language !== 'en') expect(await page.locator('main').innerText(), address).not.toMatch(/Guest \d/);
    }
    // In the form, by the address of a game, and in the study room.
    for (const [fen, key] of [['no position', 'play.badFen'], [noPieces, 'editor.flaw.no-pieces'], [waitingSplit, 'editor.flaw.waiting-side-split']] as const) {
      const why = message(language, key);
      await page.goto('/play?opponent=here');
      await settled(page);
      await page.getByText(message(language, 'play.anotherStart')).click();
      await page.getByLabel(message(language, 'play.position')).fill(fen);
      await page.getByRole('button', { name: message(language, 'play.start'), exact: true }).click();
      await expect.poll(() => alerts(page), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/play/local?fen=${encodeURIComponent(fen)}`);
      await expect.poll(() => alerts(page), { message: fen }).toEqual([expect.stringContaining(why)]);
      await page.goto(`/analysis?fen=${encodeURIComponent(fen)}`);
      await expect.poll(async () => plain(await page.getByRole('alert').textContent()), { message: fen }).toContain(language === 'en' ? 'This cannot be opened' : why);
    }
  });
});

/** Words of the games in Japanese, as the rule sheet and the app have them; a dictionary does not know them all as one. */
const japaneseTerms = [
  'ボード', 'コマ', 'マス', 'グループ', 'サブグループ', 'オード', 'ホーム行', '横並び', '縦列', '準備', '目的', 'つながり', '切断', '除去', '前方', '側方', '後方', '前進', '手番', '終了',
  '先手', '対局', '対局者', '局面', '初期配置', '棋譜', '解析', '検討', '再戦', '投了', '引き分け', '時間切れ', '待った', '指し手', '先行入力', '合法手', '一手', '予定手', '応手', '悪手', '大悪手',
  '疑問手', '妙手', '好手', '最善手', '終局', '観戦', '観戦者', '募集', '申し込み', '取り消し', '相手', '自分', '端末', '離席中', '盤上', '終盤表', '読み込み', '間違い', '一覧', '名前', '設定', '通知',
];

/** Where a line ends within a word: "コ|マ", "Wegnehm|en"; what people are called is their own affair. */
function brokenWords(page: Page, name: string): Promise<string[]> {
  return page.evaluate(({ own, terms }) => {
    const found: string[] = [];
    const isJapanese = document.documentElement.lang === 'ja';
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    // Of Japanese those of one kind of letters: of verbs and their endings a segmenter knows less than a reader.
    const isWord = isJapanese ? /^([\p{Script=Katakana}ー]{2,}|[\p{Script=Han}々]{2,})$/u : /^\p{Letter}{2,}$/u;
    const wordsOf = (text: string): { segment: string; index: number }[] => [
      ...[...words.segment(text)].filter(({ segment }) => isWord.test(segment)),
      ...(isJapanese ? terms : []).flatMap((term) => [...text.matchAll(new RegExp(term, 'g'))].map(({ index }) => ({ segment: term, index }))),
    ];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (parent === null || text.trim().length < 2 || text.includes(own)) continue;
      if (!parent.checkVisibility() || parent.closest('.unseen, .skip-link, select, option, svg, textarea, [data-scrolls]') !== null) continue;
      for (const { segment, index } of wordsOf(text)) {
        const tops = [...segment].map((_, i) => {
          range.setStart(node, index + i);
          range.setEnd(node, index + i + 1);
          return Math.round(range.getBoundingClientRect().top);
        });
        if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`${segment} in “${text.trim().slice(0, 40)}”`);
      }
    }
    return [...new Set(found)];
  }, { own: name, terms: japaneseTerms });
}

test('the words that must not break are words of the app', () => {
  const folder = new URL('../src/i18n/messages/ja/', import.meta.url);
  const said = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
  expect(japaneseTerms.filter((term) => !said.includes(term))).toEqual([]);
});

test.each(languages)('%s: no line breaks inside a word, on the narrowest phone and on its side', async (language) => {
  const { page } = await visit({ storageState: me.state, settings: { language }, viewport: { width: 320, height: 568 } });
  await page.goto('/');
  await settled(page);
  if (language === 'ja') expect(await page.evaluate(() => [...document.fonts].some(({ family, status }) => family.includes('Ordo JA') && status === 'loaded')), 'a face of its own').toBe(true);
  const found: string[] = [];
  for (const address of allAddresses(me.world)) {
    await follow(page, address);
    for (const [width, height] of [[320, 568], [568, 320], [360, 740]] as const) {
      await page.setViewportSize({ width, height });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${address} at ${width} sticks out`);
      for (const what of await brokenWords(page, me.world.name.slice(0, 8))) found.push(`${address} at ${width}: ${what}`);
    }
  }
  expect(found).toEqual([]);
});
