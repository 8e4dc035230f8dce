// Where Japanese lines may break.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { phrased } from '../build/phrases.ts';

const parts = (text: string): string[] => phrased(text).split('\u200b');

test('phrases begin with a word, after the endings of the one before', () => {
  expect(parts('コマは常に一つのグループです。')).toEqual(['コマは', '常に', '一つの', 'グループです。']);
  expect(parts('引き分けを申し込みました')).toEqual(['引き分けを', '申し込みました']);
  expect(parts('五つの方向、後ろはなし。'), 'after a comma lines break anyway').toEqual(['五つの', '方向、後ろはなし。']);
  expect(parts('レート戦はまだありません')).toEqual(['レート戦は', 'まだありません']);
  expect(parts('シュタイン（Stein）の')).toEqual(['シュタイン', '（Stein）の']);
  expect(parts('ご容赦ください'), 'what is polite belongs to its word').toEqual(['ご容赦ください']);
  expect(parts('コマの動き方と三つ目の手')).toEqual(['コマの', '動き方と', '三つ目の', '手']);
  expect(parts('読み込みました。コマはつながっています'), 'stems and endings').toEqual(['読み込みました。コマは', 'つながっています']);
  expect(phrased('オード X')).toBe('オード\u00a0X');
  expect(parts('ホーム行に着く'), 'a word of two kinds of letters').toEqual(['ホーム行に', '着く']);
});

test('no message says anything else for it, and values stay values', () => {
  const folder = new URL('../src/i18n/messages/ja/', import.meta.url);
  for (const file of readdirSync(folder)) {
    for (const text of Object.values(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>)) {
      const made = phrased(text);
      expect(made.replaceAll('\u200b', '').replaceAll('\u00a0', ' ')).toBe(text);
      expect(made).not.toMatch(/[\x20-\x7e]\u200b|\u200b[\x20-\x7e]/);
    }
  }
});
