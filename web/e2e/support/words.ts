// Where lines break on a page, and within which words they must not.
import type { Page } from 'playwright-core';

/** Words of the games in Japanese, as the rule sheet and the app have them; a dictionary does not know them all as one. */
export const japaneseTerms = [
  'ボード', 'コマ', 'マス', 'グループ', 'サブグループ', 'オード', 'ホーム行', '横並び', '縦列', '準備', '目的', 'つながり', '切断', '除去', '前方', '側方', '後方', '前進', '手番', '終了',
  '先手', '対局', '対局者', '局面', '初期配置', '棋譜', '解析', '検討', '再戦', '投了', '引き分け', '時間切れ', '待った', '指し手', '先行入力', '合法手', '一手', '予定手', '応手', '悪手', '大悪手',
  '疑問手', '妙手', '好手', '最善手', '終局', '観戦', '観戦者', '募集', '申し込み', '取り消し', '相手', '自分', '端末', '離席中', '盤上', '終盤表', '読み込み', '間違い', '一覧', '名前', '設定', '通知',
];

/** Where a line ends within a word: "コ|マ", "Wegnehm|en"; what people are called is their own affair. */
export function brokenWords(page: Page, name: string): Promise<string[]> {
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
