// Every language says everything, with the same values filled in; nothing is said that no page shows.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from './languages.ts';

const here = new URL('./messages/', import.meta.url).pathname;
const source = new URL('../', import.meta.url).pathname;

function read(language: Language): Map<string, string> {
  const all = new Map<string, string>();
  for (const file of readdirSync(join(here, language))) {
    const messages = JSON.parse(readFileSync(join(here, language, file), 'utf8')) as Record<string, string>;
    for (const [key, text] of Object.entries(messages)) {
      expect(all.has(key), `${key} is there twice`).toBe(false);
      expect(key.split('.')[0], `${key} in ${file}`).toBe(file.replace('.json', ''));
      all.set(key, text);
    }
  }
  return all;
}

/** The names of the values a message takes. */
function valuesOf(text: string, language: string): string[] {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (typeof node === 'object' && node !== null) {
      const element = node as { type?: number; value?: unknown };
      // 1 to 6 are argument, number, date, time, select and plural.
      if (typeof element.type === 'number' && element.type >= 1 && element.type <= 6) names.add(String(element.value));
      Object.values(node).forEach(walk);
    }
  };
  walk(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst());
  return [...names].sort();
}

function sources(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) =>
      statSync(path).isDirectory() ? (path.includes('messages') ? '' : sources(path))
      : /\.(svelte|ts)$/.test(path) && !path.endsWith('.test.ts') ? readFileSync(path, 'utf8')
      : '',
    )
    .join('\n');
}

const english = read('en');

describe.each(languages)('%s', (language) => {
  const messages = read(language);

  test('has every message and no other', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('has no empty message', () => {
    expect([...messages].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  test('fills in the same values', () => {
    for (const [key, text] of messages) {
      expect(valuesOf(text, language), `${language} ${key}`).toEqual(valuesOf(english.get(key) ?? '', 'en'));
    }
  });
});

test('every message is used somewhere', () => {
  const text = sources(source);
  // `play.level.${n}` uses all messages that begin so.
  const prefixes = [...text.matchAll(/`([a-z]+\.[A-Za-z0-9.-]*)\$\{/g)].map(([, prefix = '']) => prefix);
  const unused = [...english.keys()].filter(
    (key) => !text.includes(`'${key}'`) && !text.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

/** What was said in several ways is said in one; what was wrong stays away. */
const avoided: Readonly<Record<Language, RegExp>> = {
  en: /Part 1 is|Your answer|Nothing to play|pieces go\.|by lot|Present password|does not answer|Running games are left|just now|went on on/,
  fr: /Avancer en ligne|[Rr]epris|Reprendre (le coup|la première)|première partie est sur|vrai tablier|tour gagnant|meilleur tour|pires tours|divis|Interrompue|une adresse et|Deux joueurs ici/,
  es: /turno ganador|Mantén la unión|La parte 1|tablero vivo|mejor turno|peores turnos|partiría|Cancelada|\b(Mueva|Haga|Encuentre|Pruebe|corrija)\b|una dirección y/,
  de: /[Dd]as Ordo\b|hält ihre Gruppe|Spielarten|Jetzt gewinne|[Uu]nentschieden|Locker|\b(Ziehen|Finden) Sie\b|\w…|Spalte|Adresse schicken|\bdran\b/,
  ja: /先読みの手|全画面|切断と再接続|サインアウト|友だち|ブラウザ(?!ー)|[0-9] つ|[0-9]つ|分断|ひとつ|じゃま|[ぁ-んァ-ヶ一-龠]:|レート対局|の番(?!号)|\} [手個局]/,
};
test.each(languages)('%s keeps to the words that were agreed on', (language) => {
  expect([...read(language)].filter(([, text]) => avoided[language].test(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});

test('the Japanese face has every letter that is said (else: npm run japanese)', () => {
  const cut = new Set(readFileSync(new URL('../styles/ordo-ja.txt', import.meta.url), 'utf8'));
  const said = [...read('ja').values()].join('');
  expect([...new Set(said)].filter((letter) => (letter.codePointAt(0) ?? 0) > 0x2fff && !cut.has(letter))).toEqual([]);
});
