// The languages of the app, and which of them a browser asks for.

export const languages = ['en', 'fr', 'es', 'ja', 'de'] as const;
export type Language = (typeof languages)[number];

/** Each by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  de: 'Deutsch',
};

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** The first of the wanted ones ("fr-CA", "en") that there is; English if there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}
