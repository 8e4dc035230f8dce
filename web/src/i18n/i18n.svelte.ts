// The words of the app in the reader's language: messages in ICU syntax, numbers, dates and durations.
import { IntlMessageFormat } from 'intl-messageformat';
import { settings } from '../settings.svelte.ts';
import { chooseLanguage, type Language } from './languages.ts';
import type { MessageKey } from './keys.ts';

export type Messages = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** One chunk a language, so that nobody loads the words of the others. */
const catalogues: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  ja: () => import('./ja.ts'),
  de: () => import('./de.ts'),
};

const lessonsIn = async (language: Language): Promise<Messages> => (await import('./lessons.ts')).lessonWords(language);

class I18n {
  language: Language = $state('en');
  #messages: Messages = $state.raw({});
  #formats = new Map<string, IntlMessageFormat>();
  /** A page wants the words of lessons and rules, too. */
  #withLessons = false;

  /** Loads the language of the settings or the browser. Failing that, what was shown before stays. */
  async load(): Promise<void> {
    const language = settings.language ?? chooseLanguage(navigator.languages);
    const [{ default: messages }, more] = await Promise.all([catalogues[language](), this.#withLessons ? lessonsIn(language) : {}]);
    this.#formats = new Map();
    this.#messages = { ...messages, ...more };
    this.language = language;
    document.documentElement.lang = language;
  }

  /** From now on; to be waited for before a page is shown that speaks them. */
  async needLessons(): Promise<void> {
    if (this.#withLessons) return;
    const more = await lessonsIn(this.language);
    this.#withLessons = true;
    this.#messages = { ...this.#messages, ...more };
  }

  text(key: MessageKey, values?: Values): string {
    const message = this.#messages[key];
    if (message === undefined) return key; // a test sees to it that there is none
    if (values === undefined && !message.includes('{') && !message.includes("'")) return message;
    let format = this.#formats.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true });
      this.#formats.set(key, format);
    }
    return String(format.format(values));
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.language, options).format(value);
  }

  /** "16 Nov 2026", as the language writes it. */
  date(time: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium' }).format(time);
  }

  /** With the time of day. */
  moment(time: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
  }

  /** "3 hours ago", "in 2 days". */
  ago(time: number, now = Date.now()): string {
    const seconds = (time - now) / 1000;
    const units = [['day', 86_400], ['hour', 3600], ['minute', 60]] as const;
    const format = new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' });
    for (const [unit, size] of units) {
      if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
    }
    return format.format(0, 'second');
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.language, { style: 'long', type: 'conjunction' }).format(items);
  }
}

export const i18n = new I18n();

/** The message in the reader's language; in markup and $derived it follows a change of language by itself. */
export function t(key: MessageKey, values?: Values): string {
  return i18n.text(key, values);
}
