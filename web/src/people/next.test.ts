import { describe, expect, test } from 'vitest';
import { safeNext, signInAddress } from './next.ts';

describe('the address to go to after signing in', () => {
  test('is a path of this site, with its query', () => {
    expect(safeNext('?next=/account')).toBe('/account');
    expect(safeNext('?tab=up&next=%2Fgames%3Fshow%3Dmine%26game%3Dordo')).toBe('/games?show=mine&game=ordo');
  });

  test('is the first page if there is none', () => {
    expect(safeNext('')).toBe('/');
    expect(safeNext('?next=')).toBe('/');
    expect(safeNext('', '/account')).toBe('/account');
  });

  test.each([
    'https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '\\\\evil.example', 'javascript:alert(1)',
    '/.//evil.example', '/x/..//evil.example', 'account', ' /account', '/api/logout', '/ws', '/signin?next=/account', 'https:/evil.example',
  ])('is never %s', (next) => {
    expect(safeNext(`?next=${encodeURIComponent(next)}`)).toBe('/');
  });

  test('goes there and back', () => {
    expect(signInAddress('/')).toBe('/signin');
    const address = signInAddress('/games?show=mine&opponent=a b', 'up');
    expect(address.startsWith('/signin?tab=up&next=')).toBe(true);
    expect(safeNext(address.slice('/signin'.length))).toBe('/games?show=mine&opponent=a%20b');
  });
});
