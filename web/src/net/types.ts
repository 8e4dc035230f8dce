// What the server tells, as docs/api.md names it, and the decoders of it. Members that may be missing are null here.
import type { Color, Outcome, Variant } from '../rules/types.ts';
import { flag, listOf, maybe, number, object, oneOf, pair, setFlag, text, type Decoder } from './decode.ts';

type PlayerKind = 'guest' | 'account' | 'bot' | 'engine';

export interface User {
  readonly name: string;
  readonly kind: 'guest' | 'account' | 'bot';
}

interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
  /** Not yet sure: shown with a question mark. */
  readonly provisional: boolean;
}
export type Ratings = Readonly<Record<Variant, Rating>>;

/** Somebody's page. */
export interface Profile {
  readonly name: string;
  readonly kind: string;
  readonly since: number;
  readonly ratings: Ratings;
}

/** A session, or a token of a bot. */
export interface Credential {
  readonly id: string;
  readonly label: string;
  readonly created: number;
  readonly used: number | null;
  readonly expires: number | null;
  readonly current: boolean;
}

export interface Player {
  readonly kind: PlayerKind;
  readonly name: string;
  /** Of the engine. */
  readonly level: number | null;
  readonly rating: number | null;
}

type Status = 'waiting' | 'playing' | 'ended' | 'aborted';

/** What is agreed before a game. */
export interface Terms {
  readonly variant: Variant;
  /** The position it starts from. */
  readonly start: string;
  /** "none", "300+3" or "3d". */
  readonly time: string;
  readonly rated: boolean;
}

/** A game as lists show it. */
export interface Summary extends Terms {
  readonly id: string;
  readonly fen: string;
  readonly white: Player | null;
  readonly black: Player | null;
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly plies: number;
  readonly created: number;
  /** When something last happened. */
  readonly last: number;
  readonly deadline: number | null;
}

/** A game of the feed: with both clocks as they were at `now`, and the last turn. */
export interface LiveSummary extends Summary {
  readonly now: number;
  readonly left: Readonly<Record<Color, number>> | null;
  readonly turn: string | null;
}

export interface Seek extends Terms {
  readonly id: string;
  readonly owner: { readonly name: string; readonly rating: number | null };
  /** Of its owner. */
  readonly color: Color | 'random';
  readonly created: number;
}

/** A seek for one alone. */
export interface Challenge extends Seek {
  /** The name of whom it is for. */
  readonly to: string;
  readonly expires: number;
}

/** Somebody who is here. */
export interface Person {
  readonly name: string;
  readonly kind: User['kind'];
  readonly ratings: Readonly<Record<Variant, number | null>>;
}

export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly running: Color | null;
}

/** A player who has gone, in a game with a clock of minutes. */
export interface Absence {
  /** How long the other waits, once the turn is the absent player's. */
  readonly patience: number;
  /** From when on the other may claim the game; null: not in this turn. */
  readonly claim: number | null;
}
/** Since when players are not connected; null: here. */
export type Away = Readonly<Record<Color, number | null>>;

/** A game as its players see it. */
export interface GameState extends Terms {
  readonly fen: string;
  readonly white: Player | null;
  readonly black: Player | null;
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly created: number;
  readonly last: number;
  readonly deadline: number | null;
  readonly turns: readonly string[];
  readonly ply: number;
  readonly toMove: Color;
  /** As they were at the `now` of the message. */
  readonly clocks: Clocks | null;
  readonly offers: { readonly draw: Color | null; readonly takeback: Color | null; readonly rematch: Color | null };
  readonly gone: Readonly<Record<Color, Absence | null>>;
  /** Before and after the game. */
  readonly ratings: Readonly<Record<Color, readonly [number, number]>> | null;
  readonly rematch: string | null;
  readonly rematchOf: string | null;
}

export interface ChatLine {
  readonly seq: number;
  readonly at: number;
  readonly by: Color;
  readonly text: string;
}

/** If the opponent plays `when`, `answer` is played for me, and so on. */
export interface PlanBranch {
  readonly when: string;
  readonly answer: string;
  readonly then: Plan;
}
export type Plan = readonly PlanBranch[];

/** What the server allows. */
export interface ServerInfo {
  readonly version: string;
  readonly now: number;
  /** Of the engine; 0 if it has none. */
  readonly levels: number;
}

export interface GameWish {
  readonly variant: Variant;
  readonly color?: Color | 'random';
  readonly start?: string;
  readonly rated?: boolean;
  readonly time?: string;
  readonly opponent?: 'link' | { readonly engine: number };
}

/** Where to look for games; what is left out does not matter. */
export interface GamesQuery {
  /** A name, or "me". */
  readonly player?: string;
  readonly opponent?: string;
  readonly variant?: Variant;
  readonly result?: '1-0' | '0-1' | '1/2-1/2' | 'won' | 'lost' | 'drawn';
  readonly rated?: boolean;
  readonly live?: boolean;
  /** The `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

export const color: Decoder<Color> = oneOf('white', 'black');
export const variant: Decoder<Variant> = oneOf('ordo', 'ordox');

export const user: Decoder<User> = object<User>({ name: text, kind: oneOf('guest', 'account', 'bot') });

const rating: Decoder<Rating> = object<Rating>({ rating: number, deviation: number, games: number, provisional: flag });
export const ratings: Decoder<Ratings> = object<Ratings>({ ordo: rating, ordox: rating });

export const profile: Decoder<Profile> = object<Profile>({ name: text, kind: text, since: number, ratings });

export const credential: Decoder<Credential> = object<Credential>({
  id: text,
  label: text,
  created: number,
  used: maybe(number),
  expires: maybe(number),
  current: setFlag,
});

export const player: Decoder<Player> = object<Player>({
  kind: oneOf('guest', 'account', 'bot', 'engine'),
  name: text,
  level: maybe(number),
  rating: maybe(number),
});

export const outcome: Decoder<Outcome> = object<Outcome>({ winner: maybe(color), ending: text });

export const status: Decoder<Status> = oneOf('waiting', 'playing', 'ended', 'aborted');

const terms = { variant, start: text, time: text, rated: flag };
const summaryShape = {
  ...terms,
  id: text,
  fen: text,
  white: maybe(player),
  black: maybe(player),
  status,
  outcome: maybe(outcome),
  plies: number,
  created: number,
  last: number,
  deadline: maybe(number),
};
export const summary: Decoder<Summary> = object<Summary>(summaryShape);

const bothNumbers = object<Record<Color, number>>({ white: number, black: number });
export const liveSummary: Decoder<LiveSummary> = object<LiveSummary>({
  ...summaryShape,
  now: number,
  left: maybe(bothNumbers),
  turn: maybe(text),
});

const seekShape = {
  ...terms,
  id: text,
  owner: object<Seek['owner']>({ name: text, rating: maybe(number) }),
  color: oneOf('white', 'black', 'random'),
  created: number,
};
export const seek: Decoder<Seek> = object<Seek>(seekShape);
export const challenge: Decoder<Challenge> = object<Challenge>({ ...seekShape, to: text, expires: number });
export const person: Decoder<Person> = object<Person>({
  name: text,
  kind: oneOf('guest', 'account', 'bot'),
  ratings: object<Person['ratings']>({ ordo: maybe(number), ordox: maybe(number) }),
});

const absence = maybe(object<Absence>({ patience: number, claim: maybe(number) }));
export const away: Decoder<Away> = object<Away>({ white: maybe(number), black: maybe(number) });

const stateShape = {
  ...terms,
  fen: text,
  white: maybe(player),
  black: maybe(player),
  status,
  outcome: maybe(outcome),
  created: number,
  last: number,
  deadline: maybe(number),
  turns: listOf(text),
  ply: number,
  clocks: maybe(object<Clocks>({ white: number, black: number, running: maybe(color) })),
  offers: object<GameState['offers']>({ draw: maybe(color), takeback: maybe(color), rematch: maybe(color) }),
  gone: object<GameState['gone']>({ white: absence, black: absence }),
  ratings: maybe(object<Record<Color, readonly [number, number]>>({ white: pair(number), black: pair(number) })),
  rematch: maybe(text),
};
interface RawNames {
  readonly to_move: Color;
  readonly rematch_of: string | null;
}
const rawNames = object<RawNames>({ to_move: color, rematch_of: maybe(text) });
const stateMembers = object<Omit<GameState, 'toMove' | 'rematchOf'>>(stateShape);
export const gameState: Decoder<GameState> = (value, where) => {
  const { to_move: toMove, rematch_of: rematchOf } = rawNames(value, where);
  return { ...stateMembers(value, where), toMove, rematchOf };
};

export const chatLine: Decoder<ChatLine> = object<ChatLine>({ seq: number, at: number, by: color, text });

interface RawBranch {
  readonly if: string;
  readonly answer: string;
  readonly then: Plan | null;
}
export const plan: Decoder<Plan> = (value, where) =>
  listOf((one, at) => {
    const branch = object<RawBranch>({ if: text, answer: text, then: maybe(plan) })(one, at);
    return { when: branch.if, answer: branch.answer, then: branch.then ?? [] };
  })(value, where);

/** As the server reads it. */
export interface WirePlanBranch {
  readonly if: string;
  readonly answer: string;
  readonly then?: readonly WirePlanBranch[];
}
export function wirePlan(of: Plan): WirePlanBranch[] {
  return of.map(({ when, answer, then }) => ({ if: when, answer, ...(then.length > 0 && { then: wirePlan(then) }) }));
}

export const serverInfo: Decoder<ServerInfo> = object<ServerInfo>({ version: text, now: number, levels: number });
