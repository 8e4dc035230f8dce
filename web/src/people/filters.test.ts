import { describe, expect, test } from 'vitest';
import { filtersOf, isFiltered, noFilters, queryFor, scopeOf, searchOf, type Filters } from './filters.ts';

describe('filters and the address', () => {
  const all: readonly [Filters, boolean][] = [
    [noFilters, true],
    [{ ...noFilters, variant: 'ordox', result: 'lost', opponent: 'Ann' }, true],
    [{ ...noFilters, rated: false, player: 'Bea & co', result: 'white' }, false],
    [{ ...noFilters, rated: true, result: 'drawn' }, false],
  ];
  test.each(all)('go there and back: %o', (filters, ofOne) => {
    expect(filtersOf(searchOf(filters, null), ofOne)).toEqual(filters);
    expect(scopeOf(searchOf(filters, 'live'), 'mine')).toBe('live');
  });

  test('nothing chosen leaves the address alone', () => {
    expect(searchOf(noFilters, null)).toBe('');
    expect(isFiltered(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, rated: false })).toBe(true);
  });

  test('what makes no sense is left out', () => {
    expect(filtersOf('?game=chess&result=won&rated=perhaps&opponent=Ann', false)).toEqual(noFilters);
    expect(filtersOf('?result=white&player=Bea', true)).toEqual(noFilters);
    expect(scopeOf('?show=theirs', 'recent')).toBe('recent');
  });
});

describe('what the server is asked', () => {
  test('of my games, results are mine', () => {
    expect(queryFor({ ...noFilters, result: 'won', opponent: 'Ann' }, 'me', false)).toEqual({ player: 'me', opponent: 'Ann', result: 'won' });
  });
  test("of everybody's games, results are of a colour", () => {
    expect(queryFor({ ...noFilters, result: 'black', rated: true }, null, false)).toEqual({ result: '0-1', rated: true });
    expect(queryFor({ ...noFilters, result: 'drawn' }, null, false)).toEqual({ result: '1/2-1/2' });
    expect(queryFor({ ...noFilters, result: 'drawn', player: 'Bea' }, null, false)).toEqual({ result: 'drawn', player: 'Bea' });
  });
  test('games going on have no result yet', () => {
    expect(queryFor({ ...noFilters, result: 'white', variant: 'ordo' }, null, true)).toEqual({ variant: 'ordo', live: true });
  });
});
