// The messages of the WebSocket, as docs/api.md has them: a union on `t` each way, and the decoder of what arrives.
import type { Color, Variant } from '../rules/types.ts';
import { DecodeError, flag, listOf, maybe, members, number, object, pair, text, type Decoder } from './decode.ts';
import {
  away, challenge, chatLine, color, gameState, liveSummary, person, plan, player, seek, summary, variant,
  type Away, type Challenge, type ChatLine, type GameState, type LiveSummary, type Person, type Plan, type Player, type Seek, type Summary, type WirePlanBranch,
} from './types.ts';

/** What a player may ask of a game without saying more. */
const gameCommands = ['resign', 'draw', 'draw-no', 'takeback', 'takeback-no', 'abort', 'rematch', 'claim', 'claim-win', 'claim-draw'] as const;
export type GameCommand = (typeof gameCommands)[number];

/** Lists that can be followed. */
export type Channel = 'mine' | 'lobby' | 'feed' | 'people' | 'challenges';

export type ClientMessage =
  | { readonly t: 'watch' | 'unwatch' | GameCommand; readonly game: string }
  /** `ply` is the number the turn is to have, from 1 on. */
  | { readonly t: 'move'; readonly game: string; readonly ply: number; readonly turn: string }
  /** `id` is ours, another one for every line: a repeated line is said once. */
  | { readonly t: 'say'; readonly game: string; readonly text: string; readonly id?: number }
  /** `ply` is the number of the opponent's turn that the plan answers. */
  | { readonly t: 'plan'; readonly game: string; readonly ply?: number; readonly plan: readonly WirePlanBranch[] }
  | { readonly t: Channel | 'chat'; readonly on: boolean }
  | { readonly t: 'ping'; readonly n: number };

/** `re` comes back in an error about this message. */
export function encodeMessage(message: ClientMessage, re?: number): string {
  return JSON.stringify(re === undefined ? message : { ...message, re });
}

export type GameEvent =
  | { readonly e: 'created'; readonly variant: Variant; readonly fen: string; readonly time: string; readonly rated: boolean; readonly white: Player | null; readonly black: Player | null }
  | { readonly e: 'join'; readonly color: Color; readonly player: Player }
  /** `left` is what the mover has left, where a clock runs. */
  | { readonly e: 'move'; readonly ply: number; readonly turn: string; readonly left: number | null }
  | { readonly e: 'draw' | 'draw-no' | 'takeback' | 'takeback-no' | 'rematch'; readonly by: Color }
  | { readonly e: 'taken-back'; readonly plies: number }
  /** The server was away: so much of this turn does not count, and both get so much more. */
  | { readonly e: 'pause'; readonly stood: number; readonly added: number }
  /** A player is not connected: the other may claim the game so long after it has become that player's turn. */
  | { readonly e: 'gone'; readonly by: Color; readonly patience: number }
  | { readonly e: 'back'; readonly by: Color }
  | { readonly e: 'end'; readonly winner: Color | null; readonly ending: string }
  | { readonly e: 'abort'; readonly by: Color | null }
  | { readonly e: 'rated'; readonly before: readonly [number, number]; readonly after: readonly [number, number] }
  | { readonly e: 'rematch-made'; readonly game: string }
  | { readonly e: 'say'; readonly by: Color; readonly text: string }
  /** Something that is not for us: it has a number, and that is all. */
  | { readonly e: 'hidden' }
  /** Of a newer server. What it does to the game only a snapshot can tell. */
  | { readonly e: 'unknown' };

export interface Snapshot {
  readonly t: 'snapshot';
  readonly game: string;
  readonly seq: number;
  readonly now: number;
  readonly seat: Color | null;
  readonly state: GameState;
  /** Null for those who do not play, and where chat is off. */
  readonly chat: readonly ChatLine[] | null;
  /** Null where it is not told. */
  readonly plan: Plan | null;
}

export interface EventMessage {
  readonly t: 'event';
  readonly game: string;
  readonly seq: number;
  readonly at: number;
  readonly event: GameEvent;
}

export interface ErrorMessage {
  readonly t: 'error';
  readonly code: string;
  readonly message: string;
  readonly game: string | null;
  readonly re: number | null;
  /** The word of the rules for a turn that is refused: "would-split", "blocked" … */
  readonly turn: string | null;
}

export type ServerMessage =
  | Snapshot
  | EventMessage
  | ErrorMessage
  | { readonly t: 'watchers'; readonly game: string; readonly n: number }
  | { readonly t: 'plan'; readonly game: string; readonly plan: Plan }
  /** Since when a player is not connected; null: is here. Zero: nobody remembers. */
  | { readonly t: 'presence'; readonly game: string; readonly away: Away }
  | { readonly t: 'game-start'; readonly game: string }
  | { readonly t: 'mine'; readonly games: readonly Summary[] }
  | { readonly t: 'mine-update'; readonly game: Summary }
  | { readonly t: 'lobby'; readonly seeks: readonly Seek[] }
  | { readonly t: 'feed' | 'feed-update'; readonly games: readonly LiveSummary[] }
  /** How many are here, and some of them. */
  | { readonly t: 'people'; readonly n: number; readonly people: readonly Person[] }
  | { readonly t: 'challenges'; readonly in: readonly Challenge[]; readonly out: readonly Challenge[] }
  | { readonly t: 'challenge-declined'; readonly name: string }
  | { readonly t: 'reconnect' }
  | { readonly t: 'pong'; readonly n: number; readonly now: number };

/** What the member of a union with this tag has beside it. */
type Rest<Union, Tag extends keyof Union, Kind> = Union extends unknown ? (Kind extends Union[Tag] ? Omit<Union, Tag> : never) : never;

const events: { readonly [E in Exclude<GameEvent['e'], 'unknown'>]: Decoder<Rest<GameEvent, 'e', E>> } = {
  created: object({ variant, fen: text, time: text, rated: flag, white: maybe(player), black: maybe(player) }),
  join: object({ color, player }),
  move: object({ ply: number, turn: text, left: maybe(number) }),
  draw: object({ by: color }),
  'draw-no': object({ by: color }),
  takeback: object({ by: color }),
  'takeback-no': object({ by: color }),
  rematch: object({ by: color }),
  'taken-back': object({ plies: number }),
  pause: object({ stood: number, added: number }),
  gone: object({ by: color, patience: number }),
  back: object({ by: color }),
  end: object({ winner: maybe(color), ending: text }),
  abort: object({ by: maybe(color) }),
  rated: object({ before: pair(number), after: pair(number) }),
  'rematch-made': object({ game: text }),
  say: object({ by: color, text }),
  hidden: object({}),
};

const gameEvent: Decoder<GameEvent> = (value, where) => {
  const e = text(members(value, where)['e'], `${where}.e`);
  if (!Object.hasOwn(events, e)) return { e: 'unknown' };
  // The table pairs each `e` with its members, which the compiler cannot follow through an index.
  return { e, ...events[e as keyof typeof events](value, where) } as GameEvent;
};

const messages: { readonly [T in ServerMessage['t']]: Decoder<Rest<ServerMessage, 't', T>> } = {
  snapshot: object({ game: text, seq: number, now: number, seat: maybe(color), state: gameState, chat: maybe(listOf(chatLine)), plan: maybe(plan) }),
  event: object({ game: text, seq: number, at: number, event: gameEvent }),
  error: object({ code: text, message: text, game: maybe(text), re: maybe(number), turn: maybe(text) }),
  watchers: object({ game: text, n: number }),
  plan: object({ game: text, plan }),
  presence: object({ game: text, away }),
  'game-start': object({ game: text }),
  mine: object({ games: listOf(summary) }),
  'mine-update': object({ game: summary }),
  lobby: object({ seeks: listOf(seek) }),
  feed: object({ games: listOf(liveSummary) }),
  'feed-update': object({ games: listOf(liveSummary) }),
  people: object({ n: number, people: listOf(person) }),
  challenges: object({ in: listOf(challenge), out: listOf(challenge) }),
  'challenge-declined': object({ name: text }),
  reconnect: object({}),
  pong: object({ n: number, now: number }),
};

/** Null for kinds of a newer server; throws DecodeError for what is no message at all. */
export function decodeMessage(line: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DecodeError('the message is no JSON');
  }
  const t = text(members(value, 'message')['t'], 't');
  if (!Object.hasOwn(messages, t)) return null;
  return { t, ...messages[t as keyof typeof messages](value, '') } as ServerMessage;
}
