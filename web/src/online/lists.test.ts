// The lists of the server as pages follow them.
import { expect, test, vi } from 'vitest';
import { fakeSocket } from '../net/testing.ts';
import type { Summary } from '../net/types.ts';
import { startFen } from './testing.ts';
import { seatIn, waitsFor } from './whose.ts';

// The app's own connection belongs to a browser; these lists get one of their own.
vi.mock('../net/connection.svelte.ts', () => ({ connection: { socket: { follow: () => () => undefined } } }));
const { liveGames, openSeeks, ownGames } = await import('./lists.svelte.ts');
const { ownChallenges, peopleHere } = await import('./company.svelte.ts');

function summaryOf(id: string, change: Partial<Summary> = {}): Summary {
  return {
    id, variant: 'ordo', start: startFen, time: '300+3', rated: false, fen: startFen,
    white: { kind: 'guest', name: 'Guest 1', level: null, rating: null }, black: { kind: 'account', name: 'Bert', level: null, rating: 1500 },
    status: 'playing', outcome: null, plies: 0, created: 1, last: 1, deadline: null, ...change,
  };
}

test('a list is followed once however many look, and forgotten when nobody does', () => {
  const { network, socket } = fakeSocket();
  const lobby = openSeeks(socket);
  const first = lobby.follow();
  const second = lobby.follow();
  network.last.open();
  expect(network.last.of('lobby')).toEqual([{ t: 'lobby', on: true }]);
  expect(lobby.all).toBeNull();
  network.last.say({ t: 'lobby', seeks: [] });
  expect(lobby.all).toEqual([]);
  first();
  first();
  expect(network.last.of('lobby')).toHaveLength(1);
  second();
  expect(network.last.of('lobby')).toEqual([{ t: 'lobby', on: true }, { t: 'lobby', on: false }]);
  expect(lobby.all).toBeNull();
});

test('games to watch change one by one', () => {
  const { network, socket } = fakeSocket();
  const feed = liveGames(socket);
  feed.follow();
  network.last.open();
  const live = (id: string, plies: number): object => ({ ...summaryOf(id, { plies }), now: 5, left: { white: 1, black: 2 }, turn: 'c2-c4' });
  network.last.say({ t: 'feed-update', games: [live('a', 1)] });
  expect(feed.all).toBeNull();
  network.last.say({ t: 'feed', games: [live('a', 1), live('b', 1)] });
  network.last.say({ t: 'feed-update', games: [live('b', 2), live('c', 1)] });
  expect(feed.all?.map(({ id, plies }) => `${id}${String(plies)}`)).toEqual(['a1', 'b2']);
});

test('my games come and go', () => {
  const { network, socket } = fakeSocket();
  const mine = ownGames(socket);
  mine.follow();
  network.last.open();
  network.last.say({ t: 'mine', games: [summaryOf('a')] });
  network.last.say({ t: 'mine-update', game: summaryOf('b', { status: 'waiting' }) });
  expect(mine.all?.map(({ id }) => id)).toEqual(['b', 'a']);
  network.last.say({ t: 'mine-update', game: summaryOf('a', { status: 'ended' }) });
  expect(mine.all?.map(({ id }) => id)).toEqual(['b']);
});

test('who is here and challenges come whole, each to those who follow them', () => {
  const { network, socket } = fakeSocket();
  const [people, challenges] = [peopleHere(socket), ownChallenges(socket)];
  people.follow();
  challenges.follow();
  network.last.open();
  network.last.say({ t: 'people', n: 7, people: [{ name: 'Bert', kind: 'account', ratings: { ordo: 1500 } }] });
  expect(people.all).toMatchObject({ n: 7, people: [{ name: 'Bert', ratings: { ordo: 1500, ordox: null } }] });
  const challenge = { id: 'c', owner: { name: 'Bert' }, variant: 'ordo', start: startFen, time: '300+3', rated: false, color: 'random', created: 1, to: 'Guest 1', expires: 9 };
  network.last.say({ t: 'challenges', in: [challenge], out: [] });
  expect(challenges.all?.in.map(({ id, to }) => [id, to])).toEqual([['c', 'Guest 1']]);
  network.last.say({ t: 'challenges', in: [], out: [] });
  expect(challenges.all?.in).toEqual([]);
});

test('whose turn it is', () => {
  const game = summaryOf('a');
  const guest = { name: 'Guest 1', kind: 'guest' } as const;
  expect(seatIn(game, guest)).toBe('white');
  expect(seatIn(game, { name: 'Bert', kind: 'account' })).toBe('black');
  expect(seatIn(game, { name: 'Bert', kind: 'guest' })).toBeNull();
  expect(seatIn(game, null)).toBeNull();
  expect(waitsFor(game, guest)).toBe(true);
  expect(waitsFor({ ...game, status: 'ended' }, guest)).toBe(false);
  expect(waitsFor(game, null)).toBe(false);
});
