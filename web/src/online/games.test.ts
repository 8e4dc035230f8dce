// The games of tests/data/games, which the server's rooms have played: the page knows of each what they know.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { mustStart, nodeRules } from '../../tests/node_rules.ts';
import { decodeMessage, type Snapshot } from '../net/protocol.ts';
import type { Color, Rules } from '../rules/types.ts';
import { leftOf, nothingKnown, reduce, shownTurns, type Need, type OnlineState } from './game_state.ts';

type Json = Readonly<Record<string, unknown>>;
interface Line {
  /** The only one who gets it. */
  readonly to?: Color;
  readonly message: Json;
  /** What those get who do not play. */
  readonly hidden?: Json;
  readonly now?: number;
  /** Members of the state that are not what they were; missing while the end is still to be told. */
  readonly changed?: Json;
}
interface GameFile {
  readonly about: string;
  readonly snapshot: Json;
  readonly messages: readonly Line[];
}

const folder = new URL('../../../tests/data/games/', import.meta.url);
const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as GameFile);

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

function take(state: OnlineState, message: Json): { state: OnlineState; needs: readonly Need[] } {
  const decoded = decodeMessage(JSON.stringify(message));
  if (decoded === null) throw new Error('the page knows no such message');
  return reduce(state, decoded);
}

/** The state as the server would write it at `now`, through the decoder. */
function told(game: GameFile, state: Json): Snapshot['state'] {
  const snapshot = decodeMessage(JSON.stringify({ ...game.snapshot, state: { ...state, turns: [] } }));
  if (snapshot?.t !== 'snapshot') throw new Error('there is no snapshot');
  return snapshot.state;
}

function expectKnown(game: GameFile, state: OnlineState, known: Json, now: number): void {
  if (state.game === null) throw new Error('nothing is known');
  const { turns: _turns, clocks, fen, ply, ...wanted } = told(game, known);
  const { turns, clocks: _clocks, ...rest } = state.game;
  expect(rest).toEqual(wanted);
  expect(turns).toHaveLength(ply);
  expect(mustStart(rules, rest.variant, rest.start, shownTurns(state)).view.fen).toBe(fen);
  const shown = clocks && { white: leftOf(state, 'white', now), black: leftOf(state, 'black', now), running: state.game.clocks?.running };
  expect(shown).toEqual(clocks);
  if (state.seat === null) return;
  const plans = known['plans'] as Readonly<Record<Color, unknown>>;
  const plan = decodeMessage(JSON.stringify({ t: 'plan', game: '', plan: plans[state.seat] }));
  expect(state.plan).toEqual(plan?.t === 'plan' ? plan.plan : null);
}

/** Looks for the page of one who sits here, or only looks on, at every line. */
function follow(game: GameFile, seat: Color | null): void {
  const first = { ...game.snapshot, seat, ...(seat === null ? {} : { chat: [], plan: [] }) };
  let { state } = take(nothingKnown(String(game.snapshot['game'])), first);
  let known: Json = { ...(game.snapshot['state'] as Json), plans: { white: [], black: [] } };
  for (const { to, message, hidden, now, changed } of game.messages) {
    if (to === undefined || to === seat) {
      const reduced = take(state, seat === null ? (hidden ?? message) : message);
      state = reduced.state;
      const event = message['event'] as Json | undefined;
      // One who looks on asks whether it was he who joined.
      expect(reduced.needs).toEqual(event?.['e'] === 'join' && seat === null ? ['snapshot'] : []);
    }
    if (changed === undefined || now === undefined) continue;
    known = { ...known, ...changed };
    expectKnown(game, state, known, now);
  }
}

describe.each(files)('$about', (game) => {
  test.each(['white', 'black', null] as const)('is followed by %s', (seat) => follow(game, seat));
});

test('what players say is kept for players', () => {
  const game = files.find(({ messages }) => messages.some(({ hidden }) => hidden !== undefined));
  if (game === undefined) throw new Error('nobody says anything');
  const said = (seat: Color | null): number => {
    let { state } = take(nothingKnown(String(game.snapshot['game'])), { ...game.snapshot, seat });
    for (const { message, hidden } of game.messages) ({ state } = take(state, seat === null ? (hidden ?? message) : message));
    return state.chat.length;
  };
  expect(said('white')).toBe(game.messages.filter(({ hidden }) => hidden !== undefined).length);
  expect(said(null)).toBe(0);
});
