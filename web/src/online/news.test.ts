// News of one's games: what has begun and whose turn it has become, once each.
import { expect, test } from 'vitest';
import type { Player, Summary, User } from '../net/types.ts';
import { newsOf } from './news.ts';

const me: User = { name: 'Ada', kind: 'account' } as User;
const player = (name: string): Player => ({ kind: 'account', name, level: null, rating: null }) as unknown as Player;
const game = (id: string, status: Summary['status'], toMove: 'w' | 'b'): Summary =>
  ({ id, status, fen: `10/10/10/10/10/10/10/10 ${toMove}`, white: player('Ada'), black: status === 'waiting' ? null : player('Bob') }) as unknown as Summary;

test('nothing is news when nothing was known before', () => {
  expect(newsOf(null, [game('a', 'playing', 'w')], me)).toEqual([]);
});
test('a link that was joined and a seek that was taken have begun', () => {
  const kinds = newsOf([game('a', 'waiting', 'w')], [game('a', 'playing', 'w'), game('b', 'playing', 'b')], me).map(({ t, game: { id } }) => `${t} ${id}`);
  expect(kinds).toEqual(['begun a', 'begun b']);
});
test('the other has moved: it is my turn, and that once', () => {
  const [theirs, mine] = [game('a', 'playing', 'b'), game('a', 'playing', 'w')];
  expect(newsOf([theirs], [mine], me).map(({ t }) => t)).toEqual(['turn']);
  expect(newsOf([mine], [mine], me)).toEqual([]);
  expect(newsOf([mine], [theirs], me)).toEqual([]);
});
test('games of others and games that are over are none of mine', () => {
  expect(newsOf([], [game('a', 'playing', 'w')], { name: 'Eve', kind: 'account' } as User)).toEqual([]);
  expect(newsOf([game('a', 'playing', 'b')], [game('a', 'ended', 'w')], me)).toEqual([]);
});
