// The messages of the fixtures that the server's tests use too.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DecodeError } from './decode.ts';
import { decodeMessage, encodeMessage, type ClientMessage } from './protocol.ts';
import { wirePlan, type Plan } from './types.ts';

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../tests/data/messages/${name}`, import.meta.url), 'utf8'));
}

const client = fixture('client.json') as { good: { kind: string; message: unknown }[]; bad: { text: string }[] };
const server = fixture('server.json') as { name: string; message: Record<string, unknown> & { t: string; event?: { e: string } } }[];

const game = 'abcDEF123456';
const plans: Plan = [
  { when: 'c3-c4', answer: 'f6-f5', then: [{ when: 'c4-c5', answer: 'f5-f4', then: [] }] },
  { when: 'd2-d4', answer: 'e7-e5', then: [] },
];

/** The fixtures of the server's reader, as this side writes them. */
const said: readonly [ClientMessage, number?][] = [
  [{ t: 'move', game, ply: 1, turn: 'c2-c4' }],
  [{ t: 'move', game, ply: 12, turn: 'e3-d3,d3:d4-d5' }, 3],
  [{ t: 'resign', game }],
  [{ t: 'draw', game }],
  [{ t: 'draw-no', game }],
  [{ t: 'takeback', game }],
  [{ t: 'takeback-no', game }],
  [{ t: 'abort', game }],
  [{ t: 'rematch', game }],
  [{ t: 'claim', game }, 0],
  [{ t: 'claim-win', game }],
  [{ t: 'claim-draw', game }, 1],
  [{ t: 'people', on: true }],
  [{ t: 'challenges', on: false }],
  [{ t: 'say', game, text: 'Viel Glück! 🙂' }],
  [{ t: 'say', game, text: 'Viel Glück! 🙂', id: 9_007_199_254_740_991 }],
  [{ t: 'watch', game }],
  [{ t: 'unwatch', game }],
  [{ t: 'plan', game, plan: wirePlan([]) }],
  [{ t: 'plan', game, plan: wirePlan(plans) }],
  [{ t: 'plan', game, ply: 7, plan: wirePlan([]) }],
  [{ t: 'lobby', on: true }],
  [{ t: 'feed', on: true }],
  [{ t: 'mine', on: false }],
  [{ t: 'chat', on: false }],
  [{ t: 'ping', n: 7 }],
];

test('what this side says is what the server reads', () => {
  expect(said.map(([message, re]) => JSON.parse(encodeMessage(message, re)) as unknown)).toEqual(client.good.map(({ message }) => message));
});

describe('what the server says is understood:', () => {
  test.each(server)('$name', ({ message }) => {
    const decoded = decodeMessage(JSON.stringify(message));
    expect(decoded).not.toBeNull();
    expect(decoded?.t).toBe(message.t);
    if (decoded?.t === 'event') {
      // What the fixture has is all there; what it leaves out is null.
      expect(decoded.event.e).toBe(message.event?.e);
      const { rematch_of: _, white, black, ...rest } = (message.event ?? {}) as Record<string, unknown>;
      expect(decoded.event).toMatchObject(rest);
      if (decoded.event.e === 'created') {
        expect(decoded.event.white).toEqual({ level: null, ...(white as object) });
        expect(decoded.event.black).toBe(black);
      }
      expect(decoded).toMatchObject({ game: message['game'], seq: message['seq'], at: message['at'] });
    }
  });

  test('a snapshot keeps everything', () => {
    const message = server.find(({ name }) => name === 'snapshot of a game that is played, for Black')?.message;
    const decoded = decodeMessage(JSON.stringify(message));
    if (decoded?.t !== 'snapshot') throw new Error('no snapshot');
    expect(decoded.seat).toBe('black');
    expect(decoded.state.turns).toEqual(['e3-d3', 'e6-d6']);
    expect(decoded.state.toMove).toBe('white');
    expect(decoded.state.clocks).toEqual({ white: 296_000, black: 300_000, running: 'white' });
    expect(decoded.state.offers).toEqual({ draw: 'black', takeback: null, rematch: null });
    expect(decoded.chat).toEqual([{ seq: 4, at: 1_800_000_004_000, by: 'black', text: 'hello' }]);
    expect(decoded.plan).toEqual([{ when: 'd3-e3', answer: 'd6-e6', then: [] }]);
  });
});

describe('what is no message', () => {
  test.each(['', 'hello', '[]', 'null', '{}', '{"t":7}', '{"t":"event","game":"x"}', '{"t":"pong","n":"7","now":1}'])('%s is refused', (text) => {
    expect(() => decodeMessage(text)).toThrow(DecodeError);
  });

  test('a kind of a newer server is passed over', () => {
    expect(decodeMessage('{"t":"tournament","round":3}')).toBeNull();
    expect(decodeMessage('{"t":"toString"}')).toBeNull();
  });

  test('an event of a newer server keeps its number', () => {
    expect(decodeMessage('{"t":"event","game":"g","seq":9,"at":1,"event":{"e":"berserk"}}')).toEqual({
      t: 'event', game: 'g', seq: 9, at: 1, event: { e: 'unknown' },
    });
  });
});
