// Time controls as the server writes them.
import { expect, test } from 'vitest';
import { timeControlOf } from './time_control.ts';

test.each([
  ['none', { kind: 'none' }],
  ['300+3', { kind: 'clock', initial: 300_000, increment: 3000 }],
  ['90.5+0', { kind: 'clock', initial: 90_500, increment: 0 }],
  ['3d', { kind: 'days', days: 3 }],
  ['soon', { kind: 'none' }],
])('%s', (text, control) => {
  expect(timeControlOf(text)).toEqual(control);
});
