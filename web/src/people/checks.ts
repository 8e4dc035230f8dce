// What is wrong with a name or a password while it is typed: the rules of the server, told before it is asked.

export const nameLength = { least: 3, most: 20 } as const;
/** In characters as people count them, not the halves of an emoji. */
export const passwordLength = { least: 8, most: 200 } as const;
/** In bytes of UTF-8. */
export const labelLength = 60;
export const tokenDays = { most: 3650, usual: 365 } as const;

/** The last part of the message's name: people.name.short … */
type NameTrouble = 'letters' | 'first' | 'short' | 'long' | 'reserved';
type PasswordTrouble = 'short' | 'long' | 'as-name';

// As in src/server/api/decode.cpp; a name that is missing here is refused by the server all the same.
const reserved = new Set([
  'admin', 'administrator', 'anonymous', 'bot', 'deleted', 'engine', 'guest', 'me',
  'mod', 'moderator', 'nobody', 'ordo', 'root', 'server', 'system', 'support',
]);

export function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function nameTrouble(name: string): NameTrouble | null {
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return 'letters';
  if (/^[_-]/.test(name)) return 'first';
  if (name.length < nameLength.least) return 'short';
  if (name.length > nameLength.most) return 'long';
  if (isReserved(name)) return 'reserved';
  return null;
}

/** "Admin-", "Engine-11": with signs and numbers around it a reserved name is no other. */
function isReserved(name: string): boolean {
  return reserved.has(name.toLowerCase().replace(/[_-]/g, '').replace(/^\d+|\d+$/g, ''));
}

/** `name` is what nobody should have as the password, too. */
export function passwordTrouble(password: string, name = ''): PasswordTrouble | null {
  const { length } = [...password];
  if (length < passwordLength.least) return 'short';
  if (length > passwordLength.most) return 'long';
  if (name !== '' && password.toLowerCase() === name.toLowerCase()) return 'as-name';
  return null;
}

/** Whether these are days a token may live: a whole number from 1 on. */
export function daysOf(text: string): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null;
  const days = Number(text.trim());
  return days >= 1 && days <= tokenDays.most ? days : null;
}
