// What the reader has chosen, kept in this browser.
import { boardThemes, type BoardTheme } from './board/contract.ts';
import { isLanguage, type Language } from './i18n/languages.ts';
import { stored } from './storage.ts';

export const colorSchemes = ['system', 'light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** When a turn waits for the confirm button. */
export const confirmations = ['never', 'correspondence', 'always'] as const;
export type Confirmation = (typeof confirmations)[number];

interface Kept {
  language: Language | null;
  colors: ColorScheme;
  board: BoardTheme;
  sound: boolean;
  animation: boolean;
  coordinates: boolean;
  /** Marks on the pieces that can move. */
  hints: boolean;
  confirm: Confirmation;
  premove: boolean;
  chat: boolean;
}

const defaults: Kept = {
  language: null,
  colors: 'system',
  board: 'paper',
  sound: true,
  animation: true,
  coordinates: true,
  hints: false,
  confirm: 'correspondence',
  premove: true,
  chat: true,
};

function oneOf<T>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}

/** What was stored, by whatever version of the app; anything odd becomes the default. */
export function readSettings(value: unknown): Kept {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const flag = (name: 'sound' | 'animation' | 'coordinates' | 'hints' | 'premove' | 'chat'): boolean => {
    const found = kept[name];
    return typeof found === 'boolean' ? found : defaults[name];
  };
  return {
    language: isLanguage(kept['language']) ? kept['language'] : null,
    colors: oneOf(colorSchemes, kept['colors'], defaults.colors),
    board: oneOf(boardThemes, kept['board'], defaults.board),
    confirm: oneOf(confirmations, kept['confirm'], defaults.confirm),
    sound: flag('sound'),
    animation: flag('animation'),
    coordinates: flag('coordinates'),
    hints: flag('hints'),
    premove: flag('premove'),
    chat: flag('chat'),
  };
}

const place = stored('settings', readSettings);

class Settings implements Kept {
  #kept: Kept = $state(place.read());

  constructor() {
    // Another tab changed something.
    place.onchange((kept) => (this.#kept = kept));
  }

  get language() { return this.#kept.language; }
  set language(value) { this.#set('language', value); }
  get colors() { return this.#kept.colors; }
  set colors(value) { this.#set('colors', value); }
  get board() { return this.#kept.board; }
  set board(value) { this.#set('board', value); }
  get sound() { return this.#kept.sound; }
  set sound(value) { this.#set('sound', value); }
  get animation() { return this.#kept.animation; }
  set animation(value) { this.#set('animation', value); }
  get coordinates() { return this.#kept.coordinates; }
  set coordinates(value) { this.#set('coordinates', value); }
  get hints() { return this.#kept.hints; }
  set hints(value) { this.#set('hints', value); }
  get confirm() { return this.#kept.confirm; }
  set confirm(value) { this.#set('confirm', value); }
  get premove() { return this.#kept.premove; }
  set premove(value) { this.#set('premove', value); }
  get chat() { return this.#kept.chat; }
  set chat(value) { this.#set('chat', value); }

  #set<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.#kept[name] = value;
    place.write({ ...this.#kept });
  }
}

export const settings = new Settings();
