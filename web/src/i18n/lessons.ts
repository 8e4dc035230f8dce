// The words of the course and of the rules, which are many and only theirs: a chunk of their own in each language.
import { joined } from './joined.ts';
import type { Language } from './languages.ts';

const files = import.meta.glob<Record<string, string>>(['./messages/*/learn.json', './messages/*/rules.json'], { import: 'default' });

export async function lessonWords(language: Language): Promise<Record<string, string>> {
  const wanted = Object.keys(files).filter((path) => path.startsWith(`./messages/${language}/`));
  return joined(Object.fromEntries(await Promise.all(wanted.map(async (path) => [path, (await files[path]?.()) ?? {}] as const))));
}
