// A game on the server as a player's or spectator's page knows it.
import { describe, expect, test } from 'vitest';
import type { ErrorMessage, ServerMessage } from '../net/protocol.ts';
import { isMyTurn, leftOf, moveRefused, nothingKnown, played, reduce, shownTurns, type Need, type OnlineState } from './game_state.ts';
import { eventOf, gameId, moved, snapshotOf } from './testing.ts';

/** The state after these messages, and what had to be done on the way. */
function after(state: OnlineState, ...messages: readonly ServerMessage[]): { state: OnlineState; needs: Need[] } {
  const needs: Need[] = [];
  for (const message of messages) {
    const reduced = reduce(state, message);
    state = reduced.state;
    needs.push(...reduced.needs);
  }
  return { state, needs };
}
const loaded = (...[seq, seat, change, rest]: Parameters<typeof snapshotOf>): OnlineState =>
  after(nothingKnown(gameId), snapshotOf(seq, seat, change, rest)).state;
const error = (code: string, turn: string | null = null): ErrorMessage => ({ t: 'error', code, message: '', game: gameId, re: 1, turn });

describe('messages in order', () => {
  test('a snapshot is where it begins, events go on from it', () => {
    const { state, needs } = after(
      nothingKnown(gameId),
      snapshotOf(2, 'white'),
      eventOf(3, moved(1, 'c2-c4', 300_000)),
      eventOf(4, moved(2, 'e6-d6', 299_000)),
    );
    expect(needs).toEqual([]);
    expect(state).toMatchObject({ phase: 'ready', seq: 4, seat: 'white' });
    expect(shownTurns(state)).toEqual(['c2-c4', 'e6-d6']);
    expect(isMyTurn(state)).toBe(true);
  });

  test('events before the snapshot say nothing', () => {
    const { state } = after(nothingKnown(gameId), eventOf(3, moved(1, 'c2-c4')));
    expect(state).toEqual(nothingKnown(gameId));
  });

  test('a duplicate changes nothing', () => {
    const first = after(loaded(2, 'white'), eventOf(3, moved(1, 'c2-c4'))).state;
    expect(after(first, eventOf(3, moved(1, 'c2-c4'))).state).toBe(first);
  });

  test('a gap asks for a snapshot, once, and shows nothing of what came after it', () => {
    const { state, needs } = after(loaded(2, null), eventOf(4, moved(2, 'e6-d6')), eventOf(5, moved(3, 'c4-c5')));
    expect(needs).toEqual(['snapshot']);
    expect(state.stale).toBe(true);
    expect(shownTurns(state)).toEqual([]);
    const healed = after(state, snapshotOf(5, null, { turns: ['c2-c4', 'e6-d6', 'c4-c5'] })).state;
    expect(healed.stale).toBe(false);
    expect(shownTurns(healed)).toHaveLength(3);
  });

  test('events in the wrong order end in the right game', () => {
    const { state, needs } = after(
      loaded(2, null),
      eventOf(4, moved(2, 'e6-d6')),
      eventOf(3, moved(1, 'c2-c4')),
      snapshotOf(4, null, { turns: ['c2-c4', 'e6-d6'] }),
      eventOf(4, moved(2, 'e6-d6')),
    );
    expect(needs).toEqual(['snapshot']);
    expect(shownTurns(state)).toEqual(['c2-c4', 'e6-d6']);
  });

  test('an old snapshot does not turn the game back', () => {
    const { state } = after(loaded(2, null), eventOf(3, moved(1, 'c2-c4')), snapshotOf(2, null));
    expect(shownTurns(state)).toEqual(['c2-c4']);
  });

  test('an event of a newer server asks for a snapshot', () => {
    expect(after(loaded(2, null), eventOf(3, { e: 'unknown' })).needs).toEqual(['snapshot']);
  });

  test('what is hidden from spectators is counted', () => {
    const { state, needs } = after(loaded(2, null), eventOf(3, { e: 'hidden' }), eventOf(4, moved(1, 'c2-c4')));
    expect(needs).toEqual([]);
    expect(shownTurns(state)).toEqual(['c2-c4']);
  });
});

describe('games that cannot be shown', () => {
  test('there is no such game', () => {
    expect(after(nothingKnown(gameId), error('no-such-game')).state.phase).toBe('missing');
  });
  test('it could not be read just now', () => {
    expect(after(nothingKnown(gameId), error('retry')).state.phase).toBe('failed');
    expect(after(nothingKnown(gameId), error('retry'), snapshotOf(1, null)).state.phase).toBe('ready');
  });
  test('an error later is not about the game itself', () => {
    expect(after(loaded(2, 'white'), error('unavailable')).state.phase).toBe('ready');
  });
});

describe('my turn', () => {
  const mine = (): OnlineState => played(loaded(2, 'white'), 'c2-c4', 12_000).state;

  test('is on the board before it is acknowledged', () => {
    const { state, needs } = played(loaded(2, 'white'), 'c2-c4', 12_000);
    expect(needs).toEqual(['send']);
    expect(state.pending).toEqual({ ply: 1, turn: 'c2-c4', at: 12_000 });
    expect(shownTurns(state)).toEqual(['c2-c4']);
    expect(isMyTurn(state)).toBe(false);
  });

  test('is acknowledged by its event', () => {
    const { state, needs } = after(mine(), eventOf(3, moved(1, 'c2-c4', 300_000)));
    expect(needs).toEqual([]);
    expect(state.pending).toBeNull();
    expect(shownTurns(state)).toEqual(['c2-c4']);
  });

  test('waits through other events', () => {
    const { state, needs } = after(mine(), eventOf(3, { e: 'say', by: 'black', text: 'hello' }));
    expect(needs).toEqual([]);
    expect(state.pending?.turn).toBe('c2-c4');
  });

  test('cannot be made twice, nor when it is not mine', () => {
    expect(played(mine(), 'd2-d4', 13_000).state.pending?.turn).toBe('c2-c4');
    expect(played(loaded(2, 'black'), 'c7-c5', 1).needs).toEqual([]);
    expect(played(loaded(2, null), 'c2-c4', 1).needs).toEqual([]);
    expect(played(loaded(2, 'white', { status: 'ended' }), 'c2-c4', 1).needs).toEqual([]);
  });

  test('that was refused goes back, with the reason', () => {
    const { state, needs } = moveRefused(mine(), error('illegal-turn', 'would-split'));
    expect(needs).toEqual([]);
    expect(state.pending).toBeNull();
    expect(state.refused).toEqual({ turn: 'c2-c4', code: 'illegal-turn', reason: 'would-split' });
    expect(played(state, 'd2-d4', 1).state.refused).toBeNull();
  });

  test('that could not be stored is sent again', () => {
    const { state, needs } = moveRefused(mine(), error('retry'));
    expect(needs).toEqual(['send-later']);
    expect(state.pending?.turn).toBe('c2-c4');
  });

  test('that was lost with the connection is sent again after the snapshot', () => {
    const { state, needs } = after(mine(), snapshotOf(2, 'white'));
    expect(needs).toEqual(['send']);
    expect(shownTurns(state)).toEqual(['c2-c4']);
  });

  test('whose acknowledgement was lost is found in the snapshot', () => {
    const { state, needs } = after(mine(), snapshotOf(4, 'white', { turns: ['c2-c4', 'e6-d6'] }));
    expect(needs).toEqual([]);
    expect(state.pending).toBeNull();
    expect(state.refused).toBeNull();
    expect(isMyTurn(state)).toBe(true);
  });

  test('gives way to another one made in another tab', () => {
    const { state } = after(mine(), eventOf(3, moved(1, 'd2-d4', 300_000)));
    expect(state.pending).toBeNull();
    expect(state.refused).toEqual({ turn: 'c2-c4', code: 'overtaken', reason: null });
    expect(shownTurns(state)).toEqual(['d2-d4']);
    const late = moveRefused(mine(), error('stale-ply'));
    expect(late.needs).toEqual(['snapshot']);
    expect(late.state.refused?.code).toBe('overtaken');
  });

  test('made in another tab simply appears', () => {
    const { state } = after(loaded(2, 'white'), eventOf(3, moved(1, 'd2-d4', 300_000)));
    expect(shownTurns(state)).toEqual(['d2-d4']);
    expect(state.refused).toBeNull();
  });

  test('comes to nothing when the game ends first', () => {
    const { state } = after(mine(), eventOf(3, { e: 'end', winner: 'black', ending: 'time' }));
    expect(state.pending).toBeNull();
    expect(state.refused?.code).toBe('over');
    expect(shownTurns(state)).toEqual([]);
  });

  test('and the opponent’s answer may arrive together', () => {
    const { state } = after(mine(), eventOf(3, moved(1, 'c2-c4', 300_000)), eventOf(4, moved(2, 'e6-d6', 300_000)));
    expect(isMyTurn(state)).toBe(true);
  });
});

describe('clocks', () => {
  test('stand until both have moved, then run for the side to move', () => {
    let { state } = after(loaded(2, 'white'), eventOf(3, moved(1, 'c2-c4', 300_000), 20_000));
    expect(leftOf(state, 'black', 25_000)).toBe(300_000);
    expect(state.game?.deadline).toBe(80_000);
    ({ state } = after(state, eventOf(4, moved(2, 'e6-d6', 300_000), 30_000)));
    expect(leftOf(state, 'white', 34_000)).toBe(296_000);
    expect(leftOf(state, 'black', 34_000)).toBe(300_000);
    ({ state } = after(state, eventOf(5, moved(3, 'c4-c5', 297_500), 36_000)));
    expect(leftOf(state, 'white', 40_000)).toBe(297_500);
    expect(leftOf(state, 'black', 40_000)).toBe(296_000);
  });

  const running = (): OnlineState =>
    loaded(4, 'white', { turns: ['c2-c4', 'e6-d6'], clocks: { white: 60_000, black: 50_000, running: 'white' } }, { now: 100_000 });

  test('of a snapshot are right at its moment', () => {
    expect(leftOf(running(), 'white', 101_500)).toBe(58_500);
    expect(leftOf(running(), 'white', 99_000)).toBe(60_000);
    expect(leftOf(running(), 'white', 900_000)).toBe(0);
  });

  test('mine stops when I have moved, and runs on if the turn is refused', () => {
    const { state } = played(running(), 'c4-c5', 105_000);
    expect(leftOf(state, 'white', 109_000)).toBe(55_000);
    expect(leftOf(moveRefused(state, error('illegal-turn')).state, 'white', 109_000)).toBe(51_000);
  });

  test('stop with the game', () => {
    const { state } = after(running(), eventOf(5, { e: 'end', winner: 'black', ending: 'resignation' }, 110_000));
    expect(leftOf(state, 'white', 999_000)).toBe(50_000);
    expect(state.game?.clocks?.running).toBeNull();
    expect(state.game?.outcome).toEqual({ winner: 'black', ending: 'resignation' });
  });

  test('go on from what they show when turns are taken back', () => {
    const { state } = after(running(), eventOf(5, { e: 'takeback', by: 'black' }), eventOf(6, { e: 'taken-back', plies: 1 }, 103_000));
    expect(shownTurns(state)).toEqual(['c2-c4']);
    expect(state.game?.toMove).toBe('black');
    expect(leftOf(state, 'white', 120_000)).toBe(57_000);
    expect(leftOf(state, 'black', 120_000)).toBe(50_000);
    expect(state.game?.offers.takeback).toBeNull();
  });

  test('of days start anew with each turn', () => {
    const day = 86_400_000;
    const state = loaded(2, 'white', { time: '3d', clocks: { white: 2 * day, black: 3 * day, running: 'white' } }, { now: 0 });
    expect(leftOf(state, 'white', day)).toBe(day);
    const next = after(state, eventOf(3, moved(1, 'c2-c4'), day)).state;
    expect(leftOf(next, 'white', 2 * day)).toBe(3 * day);
    expect(leftOf(next, 'black', 2 * day)).toBe(2 * day);
  });

  test('are none where there is none', () => {
    const state = after(loaded(2, 'white', { time: 'none', clocks: null }), eventOf(3, moved(1, 'c2-c4'))).state;
    expect(leftOf(state, 'white', 1)).toBeNull();
    expect(state.game?.deadline).toBeNull();
  });
});

describe('what else happens', () => {
  test('somebody joins: the game begins', () => {
    const waiting = loaded(1, 'white', { black: null, status: 'waiting' });
    const { state, needs } = after(waiting, eventOf(2, { e: 'join', color: 'black', player: { kind: 'guest', name: 'Guest 1', level: null, rating: null } }, 20_000));
    expect(needs).toEqual([]);
    expect(state.game).toMatchObject({ status: 'playing', black: { name: 'Guest 1' }, deadline: 80_000 });
  });

  test('a spectator asks whether it was he who joined', () => {
    const waiting = loaded(1, null, { black: null, status: 'waiting' });
    expect(after(waiting, eventOf(2, { e: 'join', color: 'black', player: { kind: 'guest', name: 'Guest 1', level: null, rating: null } })).needs).toEqual(['snapshot']);
  });

  test('offers stand until they are answered or a turn is made', () => {
    let state = after(loaded(2, 'white'), eventOf(3, { e: 'draw', by: 'black' })).state;
    expect(state.game?.offers.draw).toBe('black');
    expect(after(state, eventOf(4, { e: 'draw-no', by: 'white' })).state.game?.offers.draw).toBeNull();
    state = after(state, eventOf(4, moved(1, 'c2-c4', 300_000))).state;
    expect(state.game?.offers.draw).toBeNull();
    state = after(state, eventOf(5, { e: 'takeback', by: 'white' })).state;
    expect(state.game?.offers.takeback).toBe('white');
    expect(after(state, eventOf(6, { e: 'takeback-no', by: 'black' })).state.game?.offers.takeback).toBeNull();
  });

  test('the game is aborted', () => {
    const { state } = after(loaded(2, 'white'), eventOf(3, { e: 'abort', by: 'black' }));
    expect(state.game).toMatchObject({ status: 'aborted', outcome: null });
    expect(isMyTurn(state)).toBe(false);
  });

  test('ratings change, a rematch is offered and made', () => {
    const { state } = after(
      loaded(2, 'white', { rated: true }),
      eventOf(3, { e: 'end', winner: 'white', ending: 'home-row' }),
      eventOf(4, { e: 'rated', before: [1520, 1480], after: [1530, 1470] }),
      eventOf(5, { e: 'rematch', by: 'black' }),
    );
    expect(state.game?.ratings).toEqual({ white: [1520, 1530], black: [1480, 1470] });
    expect(state.game?.offers.rematch).toBe('black');
    expect(after(state, eventOf(6, { e: 'rematch-made', game: 'new000000001' })).state.game).toMatchObject({ rematch: 'new000000001', offers: { rematch: null } });
  });

  test('something is said', () => {
    const { state } = after(loaded(2, 'white', {}, { chat: [{ seq: 2, at: 5, by: 'white', text: 'hi' }] }), eventOf(3, { e: 'say', by: 'black', text: 'hello' }));
    expect(state.chat.map(({ text }) => text)).toEqual(['hi', 'hello']);
  });

  test('spectators are counted', () => {
    expect(after(loaded(2, null), { t: 'watchers', game: gameId, n: 4 }).state.watchers).toBe(4);
    expect(after(loaded(2, null), { t: 'presence', game: gameId, away: { white: null, black: 5 } }).state.away).toEqual({ white: null, black: 5 });
  });

  test('a game from another position knows who moves', () => {
    const start = '10/4w5/3w6/10/10/5b4/4b5/10 b';
    const { state } = after(loaded(2, 'white', { start, toMove: 'black' }), eventOf(3, moved(1, 'e2-e1', 300_000)));
    expect(state.game?.toMove).toBe('white');
  });
});

describe('conditional turns', () => {
  const plan = [{ when: 'e6-d6', answer: 'c4-c5', then: [{ when: 'd6-c6', answer: 'c5-c6', then: [] }] }];
  const planned = (): OnlineState =>
    loaded(3, 'white', { time: '3d', turns: ['c2-c4'], clocks: { white: 1, black: 1, running: 'black' } }, { plan });

  test('are told by the snapshot, and kept by one that does not tell them', () => {
    expect(planned().plan).toEqual(plan);
    expect(after(planned(), snapshotOf(3, 'white', { turns: ['c2-c4'] })).state.plan).toEqual(plan);
    expect(after(planned(), snapshotOf(3, null, { turns: ['c2-c4'] })).state.plan).toEqual([]);
  });

  test('are followed as far as they go', () => {
    const { state } = after(planned(), eventOf(4, moved(2, 'e6-d6')), eventOf(5, moved(3, 'c4-c5')));
    expect(state.plan).toEqual(plan[0]?.then);
  });

  test('are void after another turn, a takeback, the end', () => {
    expect(after(planned(), eventOf(4, moved(2, 'e6-f6'))).state.plan).toEqual([]);
    expect(after(planned(), eventOf(4, { e: 'taken-back', plies: 0 })).state.plan).toEqual([]);
    expect(after(planned(), eventOf(4, { e: 'end', winner: null, ending: 'agreement' })).state.plan).toEqual([]);
  });

  test('are told again when they change', () => {
    expect(after(planned(), { t: 'plan', game: gameId, plan: [] }).state.plan).toEqual([]);
  });
});
