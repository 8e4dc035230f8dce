// What the reader has chosen, kept in this browser.
import { boardThemes, type BoardTheme } from './board/contract.ts';
import { isLanguage, type Language } from './i18n/languages.ts';
import { stored } from './storage.ts';

export const colorSchemes = ['system', 'light', 'dark'] as const;
type ColorScheme = (typeof colorSchemes)[number];

/** When a turn waits for the confirm button. */
export const confirmations = ['never', 'correspondence', 'always'] as const;
type Confirmation = (typeof confirmations)[number];

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
  /** Notifications of the system, where they are allowed. */
  notify: boolean;
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
  notify: false,
};

function oneOf<T>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}

/** What was stored, by whatever version of the app; anything odd becomes the default. */
function readSettings(value: unknown): Kept {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const flag = (name: 'sound' | 'animation' | 'coordinates' | 'hints' | 'premove' | 'chat' | 'notify'): boolean => {
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
    notify: flag('notify'),
  };
}

const place = stored('settings', readSettings);

const kept: Kept = $state(place.read());
// Another tab changed something.
place.onchange((other) => Object.assign(kept, other));

/** What the reader has chosen. Whatever is set here is kept. */
export const settings: Kept = new Proxy(kept, {
  set(target, name, value) {
    Reflect.set(target, name, value);
    place.write({ ...target });
    return true;
  },
});
