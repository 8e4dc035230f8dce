// What is kept on the device is read back; what is not ours is refused; addresses ask for games.
import { describe, expect, test } from 'vitest';
import { declaredOf, fresh, readSaved, setupFromAddress, type Setup } from './saved.ts';

const setup: Setup = { variant: 'ordox', start: null, engine: { level: null, color: 'black' }, time: null };

describe('a kept game', () => {
  test('comes back as it was', () => {
    const game = { ...fresh(setup), turns: ['e3-d3,a3-a4'], left: { white: 1000, black: 2000 }, outcome: { winner: null, ending: 'agreement' } };
    expect(readSaved(JSON.parse(JSON.stringify(game)))).toEqual(game);
  });

  test.each([undefined, null, 7, 'x', [], {}, { variant: 'chess', turns: [] }, { variant: 'ordo' }, { variant: 'ordo', turns: [1] }])('is none: %j', (value) => {
    expect(readSaved(value)).toBeNull();
  });

  test('of an earlier version keeps how it was ended', () => {
    const read = readSaved({ variant: 'ordo', turns: [], declared: { winner: 'white', ending: 'resignation' } });
    expect(read?.outcome).toEqual({ winner: 'white', ending: 'resignation' });
    expect(read === null ? null : declaredOf(read)).toEqual({ winner: 'white', ending: 'resignation' });
  });

  test('with odd details is mended', () => {
    const read = readSaved({ variant: 'ordo', turns: [], engine: { level: 99, color: 'white' }, time: { base: -1, increment: 0 }, left: { white: 'x' }, outcome: { ending: 7 } });
    expect(read).toEqual({ variant: 'ordo', start: null, engine: { level: 10, color: 'white' }, time: null, turns: [], outcome: null, left: null });
  });
});

describe('an address', () => {
  test('asks for nothing', () => {
    expect(setupFromAddress('', 'engine')).toBeNull();
    expect(setupFromAddress('?utm=1', 'local')).toBeNull();
  });
  test('asks for a game', () => {
    expect(setupFromAddress('?level=1&variant=ordo&color=white', 'engine')).toEqual({ variant: 'ordo', start: null, engine: { level: 1, color: 'white' }, time: null });
    expect(setupFromAddress('?level=full&color=black', 'engine')?.engine).toEqual({ level: null, color: 'black' });
    expect(setupFromAddress('?level=soup', 'engine')?.engine).toEqual({ level: 3, color: 'white' });
    expect(setupFromAddress('?variant=ordox&time=300%2B3', 'local')).toEqual({ variant: 'ordox', start: null, engine: null, time: { base: 300, increment: 3 } });
  });
});
