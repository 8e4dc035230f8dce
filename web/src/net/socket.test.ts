// The socket among connections that fail, die silently, come late or send nonsense.
import { describe, expect, test } from 'vitest';
import type { ServerMessage } from './protocol.ts';
import { ServerClock } from './server_clock.ts';
import type { SocketState } from './socket.ts';
import { fakeSocket } from './testing.ts';

const kinds = (messages: readonly Record<string, unknown>[]): unknown[] => messages.map(({ t }) => t);

describe('connecting', () => {
  test('nothing connects before something is needed', () => {
    const { network, socket } = fakeSocket();
    expect(socket.state).toBe('closed');
    expect(network.connections).toHaveLength(0);
  });

  test('what is followed is asked for when the connection opens, and again after each interruption', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    socket.follow('lobby', () => undefined);
    expect(network.last.sent).toEqual([]);
    network.last.open();
    expect(kinds(network.last.sent)).toEqual(['watch', 'lobby', 'ping']);
    network.last.hangUp();
    network.pass(1000);
    expect(network.connections).toHaveLength(2);
    network.last.open();
    expect(kinds(network.last.sent)).toEqual(['watch', 'lobby', 'ping']);
  });

  test('what is followed later is asked for at once', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    network.last.open();
    socket.watch('game2', () => undefined);
    socket.follow('mine', () => undefined);
    expect(network.connections).toHaveLength(1);
    expect(network.last.sent).toMatchObject([{ t: 'watch' }, { t: 'ping' }, { t: 'watch', game: 'game2' }, { t: 'mine', on: true }]);
  });

  test('a second follower of a list gets a list of its own', () => {
    const { network, socket } = fakeSocket();
    const heard: string[] = [];
    socket.follow('mine', () => heard.push('first'));
    network.last.open();
    socket.follow('mine', () => heard.push('second'));
    expect(network.last.of('mine')).toEqual([{ t: 'mine', on: true }, { t: 'mine', on: false }, { t: 'mine', on: true }]);
    network.last.say({ t: 'mine', games: [] });
    expect(heard).toEqual(['first', 'second']);
  });

  test('when nothing is needed any more it closes after a while', () => {
    const { network, socket } = fakeSocket();
    const stop = socket.watch('game1', () => undefined);
    network.last.open();
    network.pong();
    stop();
    stop();
    expect(network.last.of('unwatch')).toEqual([{ t: 'unwatch', game: 'game1' }]);
    expect(socket.state).toBe('open');
    network.pass(20_000);
    expect(socket.state).toBe('closed');
    expect(network.last.isClosed).toBe(true);
    network.pass(100_000);
    expect(network.connections).toHaveLength(1);
  });

  test('going from one page to another keeps the connection', () => {
    const { network, socket } = fakeSocket();
    const stop = socket.watch('game1', () => undefined);
    network.last.open();
    network.pong();
    stop();
    socket.follow('lobby', () => undefined);
    network.pass(15_000);
    network.pong();
    network.pass(9_000);
    expect(socket.state).toBe('open');
    expect(network.connections).toHaveLength(1);
  });
});

describe('losing the connection', () => {
  test('tries come later and later, never all at the same moment, and start afresh once it works', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    const waits: number[] = [];
    for (let i = 0; i < 8; ++i) {
      const before = network.connections.length;
      network.last.hangUp();
      expect(socket.state).toBe('waiting');
      const start = network.time;
      while (network.connections.length === before) network.pass(25);
      waits.push(network.time - start);
    }
    expect(waits).toEqual([375, 750, 1500, 3000, 6000, 11_250, 11_250, 11_250]);
    network.last.open();
    network.pong();
    network.last.hangUp();
    network.pass(375);
    expect(socket.state).toBe('connecting');
  });

  test('a connection that never opens is given up', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    const first = network.last;
    network.pass(12_000);
    expect(first.isClosed).toBe(true);
    network.pass(500);
    expect(network.connections).toHaveLength(2);
    first.open();
    expect(socket.state).toBe('connecting');
  });

  test('a dead connection is found out by the missing pong', () => {
    const { network, socket } = fakeSocket();
    const states: SocketState[] = [];
    socket.onstate((state) => states.push(state));
    socket.watch('game1', () => undefined);
    network.last.open();
    network.pong();
    network.pass(10_000);
    expect(network.last.of('ping')).toHaveLength(2);
    network.pass(8_000);
    expect(states).toEqual(['connecting', 'open', 'waiting']);
    expect(network.last.isClosed).toBe(true);
  });

  test('after a sleep the connection is tried at once', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    network.last.open();
    network.pong();
    network.pass(3000);
    network.change('awake');
    expect(network.last.of('ping')).toHaveLength(2);
    network.pass(8_000);
    expect(socket.state).toBe('waiting');
  });

  test('the device going offline and online is believed, but tried all the same', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    network.last.open();
    network.change('offline');
    expect(socket.state).toBe('offline');
    network.pass(14_000);
    expect(network.connections).toHaveLength(1);
    network.pass(2_000);
    expect(network.connections).toHaveLength(2);
    network.last.hangUp();
    expect(socket.state).toBe('offline');
    network.change('online');
    expect(socket.state).toBe('connecting');
    expect(network.connections).toHaveLength(3);
  });

  test('nothing is sent without a connection, and the caller knows', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    expect(socket.send({ t: 'resign', game: 'game1' })).toBe(false);
    network.last.open();
    expect(socket.send({ t: 'resign', game: 'game1' })).toBe(true);
    network.last.hangUp();
    expect(socket.send({ t: 'resign', game: 'game1' })).toBe(false);
    expect(network.last.of('resign')).toHaveLength(1);
  });

  test('messages of a connection that was given up are not heard', () => {
    const { network, socket } = fakeSocket();
    const heard: ServerMessage[] = [];
    socket.watch('game1', (message) => heard.push(message));
    const first = network.last;
    first.open();
    network.change('offline');
    network.change('online');
    first.say({ t: 'watchers', game: 'game1', n: 3 });
    first.hangUp();
    expect(heard).toEqual([]);
    expect(socket.state).toBe('connecting');
  });

  test('waiting can be cut short', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    network.last.hangUp();
    socket.retry();
    expect(socket.state).toBe('connecting');
  });
});

describe('being sent away', () => {
  test.each(['message', 'code'])('a server that is about to stop (%s) is left, and not by all at once', (how) => {
    const { network, socket } = fakeSocket();
    network.chance = 1;
    socket.watch('game1', () => undefined);
    network.last.open();
    if (how === 'message') network.last.say({ t: 'reconnect' });
    else network.last.hangUp(1012);
    expect(network.connections[0]?.isClosed).toBe(true);
    network.pass(2400);
    expect(network.connections).toHaveLength(1);
    network.pass(200);
    expect(network.connections).toHaveLength(2);
  });

  test('being signed out is told', () => {
    const { network, socket } = fakeSocket();
    let signedOut = 0;
    socket.onsignedout = () => ++signedOut;
    socket.watch('game1', () => undefined);
    network.last.open();
    network.last.hangUp(1008);
    expect(signedOut).toBe(1);
    network.pass(3000);
    expect(network.connections).toHaveLength(2);
  });

  test('another person gets another connection', () => {
    const { network, socket } = fakeSocket();
    socket.restart();
    expect(network.connections).toHaveLength(0);
    socket.watch('game1', () => undefined);
    network.last.open();
    socket.restart();
    expect(network.connections).toHaveLength(2);
    network.last.open();
    expect(network.last.of('watch')).toHaveLength(1);
  });
});

describe('messages', () => {
  test('go to those whom they concern', () => {
    const { network, socket } = fakeSocket();
    const heard: string[] = [];
    socket.watch('game1', ({ t }) => heard.push(`one ${t}`));
    socket.watch('game2', ({ t }) => heard.push(`two ${t}`));
    socket.follow('feed', ({ t }) => heard.push(`feed ${t}`));
    socket.listen(({ t }) => heard.push(`all ${t}`));
    network.last.open();
    network.last.say({ t: 'watchers', game: 'game2', n: 1 });
    network.last.say({ t: 'feed', games: [] });
    network.last.say({ t: 'game-start', game: 'game3' });
    network.last.say({ t: 'error', code: 'busy', message: '', game: 'game1' });
    expect(heard).toEqual(['all watchers', 'two watchers', 'all feed', 'feed feed', 'all game-start', 'all error', 'one error']);
  });

  test('nonsense and news of a newer server are passed over', () => {
    const { network, socket } = fakeSocket();
    const heard: ServerMessage[] = [];
    socket.listen((message) => heard.push(message));
    socket.watch('game1', () => undefined);
    network.last.open();
    network.last.saysText('}{');
    network.last.saysText('{"t":"snapshot"}');
    network.last.saysText('{"t":"tournament"}');
    expect(heard).toEqual([]);
    expect(socket.state).toBe('open');
  });

  test('an error finds the message it answers, once', () => {
    const { network, socket } = fakeSocket();
    const refused: string[] = [];
    socket.watch('game1', () => undefined);
    network.last.open();
    socket.send({ t: 'draw', game: 'game1' }, ({ code }) => refused.push(`draw ${code}`));
    socket.send({ t: 'takeback', game: 'game1' }, ({ code }) => refused.push(`takeback ${code}`));
    const re = network.last.of('takeback')[0]?.['re'];
    network.last.say({ t: 'error', code: 'unavailable', message: '', game: 'game1', re });
    network.last.say({ t: 'error', code: 'unavailable', message: '', game: 'game1', re });
    expect(refused).toEqual(['takeback unavailable']);
  });

  test('chat that is off stays off on the next connection, and comes with a snapshot when it is on again', () => {
    const { network, socket } = fakeSocket();
    socket.setChat(false);
    socket.watch('game1', () => undefined);
    network.last.open();
    expect(kinds(network.last.sent)).toEqual(['chat', 'watch', 'ping']);
    socket.setChat(true);
    expect(kinds(network.last.sent).slice(3)).toEqual(['chat', 'watch']);
  });
});

describe("the server's clock", () => {
  test('is the best of what was heard', () => {
    const clock = new ServerClock();
    expect(clock.offset).toBe(0);
    clock.told(1000, 6000);
    expect(clock.offset).toBe(5000);
    clock.heard(1000, 1400, 6250);
    expect(clock.offset).toBe(5050);
    clock.heard(2000, 2040, 7030);
    expect(clock.offset).toBe(5010);
    clock.heard(3000, 3900, 8800);
    expect(clock.offset).toBe(5010);
    expect(clock.latency).toBe(900);
  });

  test('that was set is believed anew', () => {
    const clock = new ServerClock();
    clock.heard(1000, 1020, 1010);
    clock.heard(2000, 2400, 62_200);
    expect(clock.offset).toBe(60_000);
  });

  test('is asked for with every connection', () => {
    const { network, socket } = fakeSocket();
    socket.watch('game1', () => undefined);
    network.last.open();
    network.pass(100);
    network.pong(2000);
    expect(socket.clock.offset).toBe(2050);
    expect(socket.serverNow()).toBe(network.time + 2050);
  });
});
