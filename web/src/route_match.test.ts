// Addresses and the pages they mean.
import { expect, test } from 'vitest';
import { matchRoute } from './route_match.ts';

const routes = [{ path: '/' }, { path: '/game/:id' }, { path: '/learn' }];

test('an address means the route that fits', () => {
  expect(matchRoute(routes, '/')?.route.path).toBe('/');
  expect(matchRoute(routes, '/learn/')?.route.path).toBe('/learn');
  expect(matchRoute(routes, '/game/a%20b')).toEqual({ route: { path: '/game/:id' }, params: { id: 'a b' } });
});

test('an address that fits no route, or is broken, means none', () => {
  expect(matchRoute(routes, '/game')).toBeNull();
  expect(matchRoute(routes, '/game/1/2')).toBeNull();
  expect(matchRoute(routes, '/game/%E0%A4%A')).toBeNull();
});
