// The store of a game between a server that is played by hand and the real rules.
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeRules } from '../../tests/node_rules.ts';
import { fakeSocket, type FakeNetwork } from '../net/testing.ts';
import type { GameState } from '../net/types.ts';
import type { Color, Rules } from '../rules/types.ts';
import { OnlineGame } from './game.svelte.ts';
import { eventOf, gameId, moved, snapshotOf } from './testing.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

/** As it goes over the wire: with the server's own names. */
function wire(seq: number, seat: Color | null, change: Partial<GameState> = {}): object {
  const { state, ...rest } = snapshotOf(seq, seat, change);
  const { toMove, rematchOf, ...members } = state;
  return { ...rest, state: { ...members, to_move: toMove, rematch_of: rematchOf } };
}

function started(seat: Color | null, change: Partial<GameState> = {}): { network: FakeNetwork; online: OnlineGame; problems: string[] } {
  const { network, socket } = fakeSocket();
  const problems: string[] = [];
  const online = new OnlineGame(gameId, socket, rules, {
    onproblem: (code, command) => problems.push(`${command} ${code}`),
    after: (milliseconds, run) => network.after(milliseconds, run),
  });
  network.last.open();
  network.last.say(wire(2, seat, change));
  network.pong();
  return { network, online, problems };
}

/** A new connection, with a snapshot. */
function reconnect(network: FakeNetwork, snapshot: object): void {
  network.last.hangUp();
  network.pass(1000);
  network.last.open();
  network.last.say(snapshot);
}

describe('the board', () => {
  test('follows the server', () => {
    const { network, online } = started(null, { turns: ['c2-c4'] });
    expect(online.phase).toBe('ready');
    expect(online.table?.turns).toEqual(['c2-c4']);
    network.last.say(eventOf(3, moved(2, 'e6-d6', 300_000)));
    expect(online.table?.turns).toEqual(['c2-c4', 'e6-d6']);
    expect(online.table?.live).toBe(true);
    online.free();
  });

  test('asks for a snapshot after a gap, and takes back what was taken back', () => {
    const { network, online } = started(null, { turns: ['c2-c4', 'e6-d6'] });
    network.last.say(eventOf(5, moved(3, 'c4-c5', 300_000)));
    expect(network.last.of('watch')).toHaveLength(2);
    network.last.say(wire(6, null, { turns: ['c2-c4', 'f6-g6'] }));
    expect(online.table?.turns).toEqual(['c2-c4', 'f6-g6']);
    online.free();
  });

  test('shows an end that the rules do not know of', () => {
    const { network, online } = started('white');
    network.last.say(eventOf(3, { e: 'end', winner: 'black', ending: 'resignation' }));
    expect(online.table?.outcome).toEqual({ winner: 'black', ending: 'resignation' });
    online.free();
  });

  test('of a game whose turns cannot be played is said to have failed', () => {
    expect(started(null, { turns: ['a1-a8'] }).online.phase).toBe('failed');
  });

  test('an id that is none is not asked about', () => {
    const { network, socket } = fakeSocket();
    expect(new OnlineGame('no such id', socket, rules).phase).toBe('missing');
    expect(network.connections).toHaveLength(0);
  });
});

describe('my turn', () => {
  test('is drawn, sent, acknowledged', () => {
    const { network, online } = started('white');
    online.play('c2-c4');
    expect(online.table?.turns).toEqual(['c2-c4']);
    expect(online.pending?.turn).toBe('c2-c4');
    expect(online.isSent).toBe(true);
    expect(network.last.of('move')).toMatchObject([{ game: gameId, ply: 1, turn: 'c2-c4' }]);
    network.last.say(eventOf(3, moved(1, 'c2-c4', 300_000)));
    expect(online.pending).toBeNull();
    expect(online.table?.turns).toEqual(['c2-c4']);
    network.pass(60_000);
    expect(network.connections[0]?.of('move')).toHaveLength(1);
    online.free();
  });

  test('made on the board is staged there first', () => {
    const { network, online } = started('white');
    expect(online.table?.stage('c2-c4')).toBeNull();
    online.play('c2-c4');
    expect(online.table?.turns).toEqual(['c2-c4']);
    expect(network.last.of('move')).toHaveLength(1);
    online.free();
  });

  test('that is refused goes back', () => {
    const { network, online } = started('white');
    online.play('c2-c4');
    const re = network.last.of('move')[0]?.['re'];
    network.last.say({ t: 'error', code: 'illegal-turn', message: '', game: gameId, re, turn: 'would-split' });
    expect(online.table?.turns).toEqual([]);
    expect(online.refused).toEqual({ turn: 'c2-c4', code: 'illegal-turn', reason: 'would-split' });
    expect(online.isMyTurn).toBe(true);
    online.forgetRefusal();
    expect(online.refused).toBeNull();
    online.free();
  });

  test('that is not legal is not even drawn', () => {
    const { network, online } = started('white');
    online.play('c1-c8');
    expect(online.table?.turns).toEqual([]);
    expect(network.last.of('move')).toHaveLength(0);
    online.free();
  });

  test('made without a connection is sent when there is one', () => {
    const { network, online } = started('white');
    network.last.hangUp();
    online.play('c2-c4');
    expect(online.isSent).toBe(false);
    expect(online.table?.turns).toEqual(['c2-c4']);
    network.pass(1000);
    network.last.open();
    expect(network.last.of('move')).toHaveLength(0);
    network.last.say(wire(2, 'white'));
    expect(network.last.of('move')).toMatchObject([{ ply: 1, turn: 'c2-c4' }]);
    expect(online.isSent).toBe(true);
    online.free();
  });

  test('lost on the way is sent again with the same number, and one that arrived is not', () => {
    const { network, online } = started('white');
    online.play('c2-c4');
    reconnect(network, wire(2, 'white'));
    expect(network.last.of('move')).toMatchObject([{ ply: 1, turn: 'c2-c4' }]);
    reconnect(network, wire(3, 'white', { turns: ['c2-c4'] }));
    expect(network.last.of('move')).toEqual([]);
    expect(online.pending).toBeNull();
    // The answer to the repeated message comes as an event that is known already.
    network.last.say(eventOf(3, moved(1, 'c2-c4', 300_000)));
    expect(online.table?.turns).toEqual(['c2-c4']);
    online.free();
  });

  test('that nobody answers is sent again', () => {
    const { network, online } = started('white');
    online.play('c2-c4');
    network.pass(6_000);
    expect(network.last.of('move')).toHaveLength(2);
    const re = network.last.of('move')[1]?.['re'];
    network.last.say({ t: 'error', code: 'retry', message: '', game: gameId, re });
    network.pass(1_500);
    expect(network.last.of('move')).toHaveLength(3);
    online.free();
  });

  test('made in another tab wins over mine', () => {
    const { network, online } = started('white');
    network.last.hangUp();
    online.play('c2-c4');
    network.pass(1000);
    network.last.open();
    network.last.say(wire(3, 'white', { turns: ['d2-d4'] }));
    expect(online.table?.turns).toEqual(['d2-d4']);
    expect(online.refused?.code).toBe('overtaken');
    expect(network.last.of('move')).toEqual([]);
    online.free();
  });
});

describe('commands', () => {
  test('are sent, and their refusal is told', () => {
    const { network, online, problems } = started('white');
    online.command('draw');
    const re = network.last.of('draw')[0]?.['re'];
    network.last.say({ t: 'error', code: 'already-done', message: '', game: gameId, re });
    expect(problems).toEqual(['draw already-done']);
    online.free();
  });

  test('without a connection are said not to have been sent', () => {
    const { network, online, problems } = started('white');
    network.last.hangUp();
    online.command('resign');
    expect(online.say('hello')).toBe(false);
    expect(problems).toEqual(['resign offline', 'say offline']);
    network.pass(1000);
    network.last.open();
    expect(network.last.of('resign')).toEqual([]);
    online.free();
  });

  test('a line of which nobody knows whether it was stored is sent again as the same line', () => {
    const { network, online, problems } = started('white');
    online.say('hello');
    online.say('hello');
    const [first, second] = network.last.of('say');
    expect(first?.['id']).not.toBe(second?.['id']);
    network.last.say({ t: 'error', code: 'unsure', message: '', game: gameId, re: first?.['re'] });
    network.pass(1_500);
    const again = network.last.of('say');
    expect(again).toHaveLength(3);
    expect(again[2]).toMatchObject({ text: 'hello', id: first?.['id'] });
    expect(problems).toEqual([]);
    online.free();
  });

  test('a plan is sent as the server reads it', () => {
    const { network, online } = started('white');
    online.setPlan([{ when: 'e6-d6', answer: 'c4-c5', then: [] }]);
    expect(network.last.of('plan')).toMatchObject([{ game: gameId, ply: 1, plan: [{ if: 'e6-d6', answer: 'c4-c5' }] }]);
    online.free();
  });

  test('who leaves the page does not watch any longer', () => {
    const { network, online } = started('white');
    online.free();
    expect(network.last.of('unwatch')).toEqual([{ t: 'unwatch', game: gameId }]);
  });
});

test('clocks go by the server’s time', () => {
  const { network, socket } = fakeSocket();
  const online = new OnlineGame(gameId, socket, rules);
  network.last.open();
  network.pong(5_000_000);
  const now = network.time + 5_000_000;
  const snapshot = wire(4, 'white', { turns: ['c2-c4', 'e6-d6'], clocks: { white: 60_000, black: 60_000, running: 'white' }, deadline: now + 60_500 });
  network.last.say({ ...snapshot, now });
  network.pass(2500);
  expect(online.left('white')).toBe(57_500);
  expect(online.left('black')).toBe(60_000);
  expect(online.untilDeadline()).toBe(58_000);
  online.free();
});
