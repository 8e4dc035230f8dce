// What is said of collections holds also where nothing is kept; in IndexedDB it is tried by e2e/storage.test.ts.
import { expect, test } from 'vitest';
import { collection, newId } from './collection.ts';

const words = collection('words', (value) => (typeof value === 'string' ? value : null));

test('what was put is found, the newest first, until it is removed', async () => {
  expect(await words.lasting()).toBe(false);
  await words.put('a', 'one');
  await words.put('b', 'two');
  expect((await words.all()).map(({ value }) => value)).toEqual(['two', 'one']);
  await words.put('b', 'three');
  expect(await words.get('b')).toBe('three');
  await words.remove('b');
  expect(await words.get('b')).toBeNull();
  expect(await words.all()).toHaveLength(1);
});

test('collections do not see each other, nor what they cannot read', async () => {
  const numbers = collection('words', (value) => (typeof value === 'number' ? value : null));
  const others = collection('others', String);
  await words.put('c', 'four');
  expect(await numbers.all()).toEqual([]);
  expect(await numbers.get('c')).toBeNull();
  expect(await others.all()).toEqual([]);
});

test('whoever listens hears of changes until it no longer wants to', async () => {
  let heard = 0;
  const leave = words.onchange(() => ++heard);
  await words.put('d', 'five');
  await words.remove('d');
  expect(heard).toBe(2);
  leave();
  await words.put('d', 'six');
  expect(heard).toBe(2);
});

test('ids sort by when they were made, and are never the same', () => {
  const ids = [newId(5), newId(1_700_000_000_000), newId(1_800_000_000_000)];
  expect([...ids].sort()).toEqual(ids);
  expect(newId(5)).not.toBe(newId(5));
});
