// Small decoders from unknown JSON to typed values; past them nothing is unknown any more.

/** What came is not what was agreed on. */
export class DecodeError extends Error {}

/** `where` names the place for the error: "games[2].fen". */
export type Decoder<T> = (value: unknown, where: string) => T;

function refuse(where: string, wanted: string): never {
  throw new DecodeError(`${where === '' ? 'the answer' : where} must be ${wanted}`);
}

export const text: Decoder<string> = (value, where) => (typeof value === 'string' ? value : refuse(where, 'a text'));

export const number: Decoder<number> = (value, where) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(where, 'a number');

export const flag: Decoder<boolean> = (value, where) => (typeof value === 'boolean' ? value : refuse(where, 'true or false'));

/** For answers that say nothing: whatever they are. */
export const nothing: Decoder<void> = () => undefined;

export function oneOf<const T extends string>(...words: readonly T[]): Decoder<T> {
  return (value, where) => words.find((word) => word === value) ?? refuse(where, `one of ${words.join(', ')}`);
}

export function listOf<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return (value, where) =>
    Array.isArray(value) ? value.map((one: unknown, i) => item(one, `${where}[${String(i)}]`)) : refuse(where, 'a list');
}

/** A member that may be null or missing is null past the decoder. */
export function maybe<T>(of: Decoder<T>): Decoder<T | null> {
  return (value, where) => (value === undefined || value === null ? null : of(value, where));
}

/** A flag that is only written when it is set. */
export const setFlag: Decoder<boolean> = (value, where) => (value === undefined ? false : flag(value, where));

export function members(value: unknown, where: string): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : refuse(where, 'an object');
}

/** Members that are not asked for are left out: a newer server may send more. */
export function object<T extends object>(shape: { readonly [Name in keyof T]: Decoder<T[Name]> }): Decoder<T> {
  const names = Object.keys(shape) as (keyof T & string)[];
  return (value, where) => {
    const found = members(value, where);
    const made: Partial<T> = {};
    for (const name of names) made[name] = shape[name](found[name], where === '' ? name : `${where}.${name}`);
    return made as T;
  };
}

export function pair<T>(of: Decoder<T>): Decoder<readonly [T, T]> {
  return (value, where) => {
    const both = listOf(of)(value, where);
    const [first, second] = both;
    if (both.length !== 2 || first === undefined || second === undefined) return refuse(where, 'a pair');
    return [first, second];
  };
}
