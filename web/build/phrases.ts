// Marks the phrases of the Japanese messages with invisible spaces: the only places where a line may break (styles/base.css).
//
// Browsers break Japanese between any two letters, or between phrases as they guess them, which cuts words of the games in two. Done
// when the app is built, so that no browser has to know a word.
import type { Plugin } from 'vite';

const kSpace = '\u200b';
const words = new Intl.Segmenter('ja', { granularity: 'word' });
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;
const katakana = /^[\p{Script=Katakana}ー]{2,}$/u;
const kanji = /^[\p{Script=Han}々]{2,}$/u;
const particle = /^[はをがにへも]$/;
/** A word in hiragana, and no ending that was taken for one. */
const hiragana = /^(?![っんゃゅょ])\p{Script=Hiragana}{2,}$/u;
/** Stems that go on as another word: 動き方, 読み込む; and what is written to the word before it: 二つ目. */
const stem = /.[きぎしじちびみり]$/u;
const suffix = /^[方目側]$/u;
/** A word that the segmenter does not see after endings: つながる, つなぐ, つなげる. */
const connect = /(?<=\p{Script=Hiragana})(?=つな[がぎげい])/gu;

/** A phrase begins with a word after the endings of the one before, where two whole words of different letters meet, and with a bracket. */
function mayBreak(before: string, after: string): boolean {
  if (after === '（') return japanese.test(before);
  if (particle.test(before) && hiragana.test(after)) return true;
  if ((katakana.test(before) && kanji.test(after)) || (kanji.test(before) && katakana.test(after))) return true;
  const isWord = /\p{Script=Hiragana}$/u.test(before) && /^[\p{Script=Han}\p{Script=Katakana}]/u.test(after);
  return isWord && !stem.test(before) && !suffix.test(after) && before !== 'お' && before !== 'ご'; // those belong to what follows
}

/** A message with its phrases marked. The names and words of the ICU syntax are Latin: nothing happens to them. */
export function phrased(text: string): string {
  let before = '';
  let made = '';
  for (const { segment } of words.segment(text)) {
    if (mayBreak(before, segment)) made += kSpace;
    made += segment;
    before = segment;
  }
  return made.replace(connect, kSpace).replaceAll('オード X', 'オード\u00a0X');
}

export function phrases(): Plugin {
  return {
    name: 'ordo-phrases',
    enforce: 'pre',
    transform(code, id) {
      if (!/messages\/ja\/\w+\.json$/.test(id)) return null;
      const messages = JSON.parse(code) as Record<string, string>;
      return { code: JSON.stringify(Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, phrased(text)]))), map: null };
    },
  };
}
