import { describe, expect, test } from 'vitest';
import { daysOf, nameTrouble, passwordTrouble } from './checks.ts';

describe('a name', () => {
  test.each(['Ann', 'dieter_stein', '7-of-9', 'Engineer-11', 'x'.repeat(20)])('may be %s', (name) => {
    expect(nameTrouble(name)).toBe(null);
  });
  test.each([
    ['', 'short'], ['ab', 'short'], ['x'.repeat(21), 'long'], ['Jörg', 'letters'], ['a b c', 'letters'], ['_ann', 'first'],
    ['-ann', 'first'], ['Admin', 'reserved'], ['Admin-', 'reserved'], ['Engine-11', 'reserved'], ['Guest_1234', 'reserved'],
    ['ME!', 'letters'],
  ])('%s is refused: %s', (name, trouble) => {
    expect(nameTrouble(name)).toBe(trouble);
  });
});

describe('a password', () => {
  test('has 8 characters, however many bytes they take', () => {
    expect(passwordTrouble('1234567')).toBe('short');
    expect(passwordTrouble('12345678')).toBe(null);
    expect(passwordTrouble('🐎🐎🐎🐎🐎🐎🐎')).toBe('short');
    expect(passwordTrouble('🐎🐎🐎🐎🐎🐎🐎🐎')).toBe(null);
  });
  test('has at most 200 characters, however many bytes they take', () => {
    expect(passwordTrouble('🐎'.repeat(200))).toBe(null);
    expect(passwordTrouble('x'.repeat(201))).toBe('long');
  });
  test('is not the name', () => {
    expect(passwordTrouble('AnnaAnna', 'annaanna')).toBe('as-name');
  });
});

test('days of a token are a whole number within reason', () => {
  expect(daysOf(' 30 ')).toBe(30);
  for (const text of ['0', '-1', '1.5', '3651', 'many', '']) expect(daysOf(text)).toBe(null);
});
