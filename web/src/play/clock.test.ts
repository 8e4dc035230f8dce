// A clock never shows more than there is, nor zero while there is something.
import { expect, test } from 'vitest';
import { clockText } from './clock.ts';

test('minutes, hours and tenths', () => {
  expect(clockText(300_000)).toBe('5:00');
  expect(clockText(271_000)).toBe('4:31');
  expect(clockText(270_001)).toBe('4:31');
  expect(clockText(3_729_000)).toBe('1:02:09');
  expect(clockText(10_000)).toBe('0:10');
  expect(clockText(9_499)).toBe('9.4');
  expect(clockText(99)).toBe('0.0');
  expect(clockText(-5)).toBe('0.0');
});
