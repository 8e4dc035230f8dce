// Games of the server for tests: snapshots and events as they arrive.
import type { EventMessage, GameEvent, Snapshot } from '../net/protocol.ts';
import type { GameState } from '../net/types.ts';
import type { Color } from '../rules/types.ts';

export const startFen = '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w';
export const gameId = 'game00000001';

function stateOf(change: Partial<GameState> = {}): GameState {
  const turns = change.turns ?? [];
  return {
    variant: 'ordo', start: startFen, time: '300+3', rated: false, fen: startFen,
    white: { kind: 'account', name: 'Anna', level: null, rating: 1520 },
    black: { kind: 'account', name: 'Bert', level: null, rating: 1480 },
    status: 'playing', outcome: null, created: 1000, last: 1000, deadline: null, turns, ply: turns.length,
    toMove: turns.length % 2 === 0 ? 'white' : 'black',
    clocks: { white: 300_000, black: 300_000, running: null },
    offers: { draw: null, takeback: null, rematch: null }, gone: { white: null, black: null }, ratings: null, rematch: null, rematchOf: null,
    ...change,
  };
}

export function snapshotOf(seq: number, seat: Color | null, change: Partial<GameState> = {}, rest: Partial<Snapshot> = {}): Snapshot {
  return { t: 'snapshot', game: gameId, seq, now: 10_000, seat, state: stateOf(change), chat: seat === null ? null : [], plan: null, ...rest };
}

export function eventOf(seq: number, event: GameEvent, at = 10_000 + seq * 1000): EventMessage {
  return { t: 'event', game: gameId, seq, at, event };
}

export const moved = (ply: number, turn: string, left: number | null = null): GameEvent => ({ e: 'move', ply, turn, left });
