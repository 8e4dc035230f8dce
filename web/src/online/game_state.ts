// What is known of a game on the server, and how each message changes it. Pure: the reactive shell is game.svelte.ts.
import type { ErrorMessage, EventMessage, GameEvent, ServerMessage, Snapshot } from '../net/protocol.ts';
import type { Absence, Away, ChatLine, Clocks, GameState, Plan, Player } from '../net/types.ts';
import type { Color } from '../rules/types.ts';
import { msPerDay, timeControlOf } from './time_control.ts';
import { otherColor } from '../rules/color.ts';

/** My turn, on the board but not acknowledged. */
export interface Pending {
  /** The number it is to have. */
  readonly ply: number;
  readonly turn: string;
  /** By the server's clock. */
  readonly at: number;
}

/** Why my turn was taken back from the board. */
export interface Refused {
  readonly turn: string;
  /** The server's word, or "overtaken" when the game went on in another way: in another tab, or by a takeback. */
  readonly code: string;
  /** The word of the rules, if it was they who refused. */
  readonly reason: string | null;
}

/** The game without its position, which the rules know from the turns. */
export type KnownGame = Omit<GameState, 'fen' | 'ply'>;

export interface OnlineState {
  readonly id: string;
  /** "missing": there is no such game. "failed": it cannot be shown, and trying again may help. */
  readonly phase: 'loading' | 'ready' | 'missing' | 'failed';
  readonly seq: number;
  /** Events are missing; a snapshot has been asked for. */
  readonly stale: boolean;
  readonly seat: Color | null;
  readonly game: KnownGame | null;
  /** The moment, by the server's clock, at which the clocks showed what they say. */
  readonly clocksAt: number;
  readonly pending: Pending | null;
  readonly refused: Refused | null;
  readonly chat: readonly ChatLine[];
  readonly plan: Plan;
  readonly watchers: number;
  /** Who of the players is not connected, and since when. */
  readonly away: Away;
}

/** What has to be done because of a message. */
export type Need = 'snapshot' | 'send' | 'send-later';

export interface Reduced {
  readonly state: OnlineState;
  readonly needs: readonly Need[];
}

/** Each first turn with a clock has a minute. */
const kFirstTurnMs = 60_000;
/** And more while one of them is not there. */
const kComeMs = 600_000;
/** A flag is called so much after it has fallen: by then every turn that was made in time has arrived. */
const kFlagPatienceMs = 500;

export function nothingKnown(id: string): OnlineState {
  return {
    id, phase: 'loading', seq: 0, stale: false, seat: null, game: null, clocksAt: 0, pending: null, refused: null,
    chat: [], plan: [], watchers: 0, away: { white: null, black: null },
  };
}

/** Who is to move when so many turns are on the board. */
function sideToMove({ toMove, turns }: KnownGame, plies: number): Color {
  return (plies - turns.length) % 2 === 0 ? toMove : otherColor(toMove);
}

/** The turns on the board: the server's, and mine that is under way. */
export function shownTurns({ game, pending }: OnlineState): readonly string[] {
  if (game === null) return [];
  return pending === null ? game.turns : [...game.turns, pending.turn];
}

/** What a side has left at a moment of the server's clock; null where there is no clock. */
export function leftOf(state: OnlineState, color: Color, now: number): number | null {
  const clocks = state.game?.clocks ?? null;
  if (clocks === null) return null;
  if (clocks.running !== color) return clocks[color];
  // My clock stands still as soon as I have moved; the server will say the same a little later.
  const until = state.pending !== null && color === state.seat ? state.pending.at : now;
  return Math.max(0, clocks[color] - Math.max(0, until - state.clocksAt));
}

/** Whether it is my turn, as far as I know. */
export function isMyTurn({ game, seat, pending }: OnlineState): boolean {
  return game !== null && game.status === 'playing' && seat !== null && game.toMove === seat && pending === null;
}

/** Why nothing comes of a turn of mine. */
function withoutPending(state: OnlineState, code: string, reason: string | null = null): OnlineState {
  return state.pending === null ? state : { ...state, pending: null, refused: { turn: state.pending.turn, code, reason } };
}

/** The turns are the server's now: is mine among them, still to be sent, or overtaken? */
function settled(state: OnlineState): Reduced {
  const { pending, game } = state;
  if (pending === null || game === null) return { state, needs: [] };
  const made = game.turns[pending.ply - 1];
  if (made === pending.turn) return { state: { ...state, pending: null }, needs: [] };
  if (made === undefined && game.turns.length === pending.ply - 1 && game.status === 'playing' && game.toMove === state.seat) {
    return { state, needs: ['send'] };
  }
  return { state: withoutPending(state, game.status === 'playing' ? 'overtaken' : 'over'), needs: [] };
}

function takeSnapshot(state: OnlineState, { seq, now, seat, state: told, chat, plan }: Snapshot): Reduced {
  // An answer that is older than what we know: another one is on its way, or the events are complete.
  if (state.game !== null && seq < state.seq) return { state, needs: [] };
  const { fen: _fen, ply: _ply, ...game } = told;
  return settled({
    ...state, phase: 'ready', seq, stale: false, seat, game, clocksAt: now, chat: chat ?? [], plan: plan ?? (seat === null ? [] : state.plan),
  });
}

function takeEvent(state: OnlineState, message: EventMessage): Reduced {
  if (state.game === null || message.seq <= state.seq) return { state, needs: [] };
  if (message.seq > state.seq + 1 || message.event.e === 'unknown') {
    return state.stale ? { state, needs: [] } : { state: { ...state, stale: true }, needs: ['snapshot'] };
  }
  const next = { ...applied(state, state.game, message.event, message.at, message.seq), seq: message.seq };
  const { state: after, needs } = settled(next);
  // Who joined may be me, from another tab: the snapshot says where I sit.
  const joined = message.event.e === 'join' && state.seat === null;
  // An event says nothing new of a turn that was sent already.
  return { state: after, needs: joined ? ['snapshot'] : needs.filter((need) => need !== 'send') };
}

/** Both clocks as they stood at a moment, and which runs from then on. */
function clocksAt(state: OnlineState, at: number, running: Color | null): Clocks | null {
  if (state.game?.clocks == null) return null;
  const still: OnlineState = { ...state, pending: null };
  return { white: leftOf(still, 'white', at) ?? 0, black: leftOf(still, 'black', at) ?? 0, running };
}

/** Which clock runs after so many turns; one of minutes waits for both first turns, and each for both players. */
function runningAfter({ time, status }: KnownGame, toMove: Color, plies: number): Color | null {
  const { kind } = timeControlOf(time);
  return status !== 'playing' || kind === 'none' || (kind === 'clock' && plies < 2) ? null : toMove;
}

function deadlineAfter({ time, status, deadline, gone }: KnownGame, clocks: Clocks | null, at: number): number | null {
  if (status !== 'playing') return deadline;
  const patience = gone.white === null && gone.black === null ? kFirstTurnMs : kComeMs;
  if (clocks?.running == null) return timeControlOf(time).kind === 'clock' ? at + patience : null;
  return at + clocks[clocks.running] + kFlagPatienceMs;
}

const nobodyGone: GameState['gone'] = { white: null, black: null };

/** An absence, once somebody's clock runs from this moment on. */
function waitedFor(absence: Absence | null, isRunning: boolean, at: number): Absence | null {
  return absence === null ? null : { ...absence, claim: isRunning ? at + absence.patience : null };
}

/** Somebody has gone or come back. */
function withPresence(state: OnlineState, game: KnownGame, by: Color, patience: number | null, at: number): OnlineState {
  const running = game.clocks?.running ?? null;
  const absence = patience === null ? null : waitedFor({ patience, claim: null }, running === by, at);
  const next = { ...game, gone: { ...game.gone, [by]: absence }, last: at };
  return { ...state, game: { ...next, deadline: running === null ? deadlineAfter(next, game.clocks, at) : game.deadline } };
}

const noOffers: GameState['offers'] = { draw: null, takeback: null, rematch: null };

/** The state after turns were made or taken back at a moment. `left` is told for the clock of `mover`. */
function withTurns(state: OnlineState, game: KnownGame, turns: readonly string[], at: number, mover: Color | null, left: number | null): OnlineState {
  const toMove = sideToMove(game, turns.length);
  const time = timeControlOf(game.time);
  let clocks = clocksAt(state, at, runningAfter(game, toMove, turns.length));
  if (clocks !== null && time.kind === 'days') clocks = { ...clocks, white: time.days * msPerDay, black: time.days * msPerDay };
  else if (clocks !== null && mover !== null && left !== null) clocks = { ...clocks, [mover]: left };
  // Who moves is there.
  const absent = (side: Color): Absence | null => (side === mover ? null : waitedFor(game.gone[side], clocks?.running === side, at));
  const next = { ...game, turns, toMove, clocks, offers: noOffers, gone: { white: absent('white'), black: absent('black') }, last: at };
  return { ...state, clocksAt: at, game: { ...next, deadline: deadlineAfter(next, clocks, at) } };
}

/** The state after the server was away. */
function paused(state: OnlineState, game: KnownGame, stood: number, added: number, at: number): OnlineState {
  const { clocks, deadline } = game;
  const isRunning = clocks?.running != null;
  // Without a clock that runs only the patience with a first turn is longer.
  const given = stood + (isRunning ? added : 0);
  const more = (side: Color): number => (isRunning ? added : 0) + (clocks?.running === side ? stood : 0);
  const later = (absence: Absence | null): Absence | null => (absence?.claim == null ? absence : { ...absence, claim: absence.claim + stood + added });
  return {
    ...state,
    game: {
      ...game,
      clocks: clocks === null ? null : { ...clocks, white: clocks.white + more('white'), black: clocks.black + more('black') },
      deadline: deadline === null ? null : deadline + given,
      gone: { white: later(game.gone.white), black: later(game.gone.black) },
      last: at,
    },
  };
}

/** What I planned for this turn of the opponent; another turn voids the plan. */
function planAfter(state: OnlineState, mover: Color, turn: string): Plan {
  if (state.seat === null || mover === state.seat) return state.plan;
  return state.plan.find(({ when }) => when === turn)?.then ?? [];
}

function withPlayer(game: KnownGame, color: Color, player: Player): KnownGame {
  const seated = { ...game, [color]: player };
  return { ...seated, status: seated.white !== null && seated.black !== null ? 'playing' : game.status };
}

function applied(state: OnlineState, game: KnownGame, event: GameEvent, at: number, seq: number): OnlineState {
  const changed = (change: Partial<KnownGame>): OnlineState => ({ ...state, game: { ...game, ...change, last: at } });
  const offered = (change: Partial<GameState['offers']>): OnlineState => changed({ offers: { ...game.offers, ...change } });
  switch (event.e) {
    case 'move': {
      const mover = game.toMove;
      const plan = planAfter(state, mover, event.turn);
      return { ...withTurns(state, game, [...game.turns, event.turn], at, mover, event.left), plan };
    }
    case 'taken-back':
      return { ...withTurns(state, game, game.turns.slice(0, event.plies), at, null, null), plan: [] };
    case 'join': {
      const seated = withPlayer(game, event.color, event.player);
      return withTurns({ ...state, game: seated }, seated, seated.turns, at, null, null);
    }
    case 'pause': return paused(state, game, event.stood, event.added, at);
    case 'gone': return withPresence(state, game, event.by, event.patience, at);
    case 'back': return withPresence(state, game, event.by, null, at);
    case 'draw': return offered({ draw: event.by });
    case 'draw-no': return offered({ draw: null });
    case 'takeback': return offered({ takeback: event.by });
    case 'takeback-no': return offered({ takeback: null });
    case 'rematch': return offered({ rematch: event.by });
    case 'end':
    case 'abort': {
      const outcome = event.e === 'end' ? { winner: event.winner, ending: event.ending } : null;
      const ended = changed({ status: event.e === 'end' ? 'ended' : 'aborted', outcome, clocks: clocksAt(state, at, null), offers: noOffers, gone: nobodyGone, deadline: null });
      return { ...ended, clocksAt: at, plan: [] };
    }
    case 'rated':
      return changed({ ratings: { white: [event.before[0], event.after[0]], black: [event.before[1], event.after[1]] } });
    case 'rematch-made': return changed({ rematch: event.game, offers: noOffers });
    case 'say': return { ...changed({}), chat: [...state.chat, { seq, at, by: event.by, text: event.text }] };
    case 'created':
    case 'hidden':
    case 'unknown': return changed({});
  }
}

/** Errors after which the same turn may be sent again: nothing has happened, or a repeated turn does no harm. */
const passing: readonly string[] = ['retry', 'unsure', 'busy', 'reconnect', 'too-fast', 'slow-down'];
/** Errors that say that we do not know how the game stands. */
const outdated: readonly string[] = ['stale-ply', 'not-your-turn', 'not-started'];

/** The answer to my turn is no. */
export function moveRefused(state: OnlineState, { code, turn }: ErrorMessage): Reduced {
  if (state.pending === null) return { state, needs: [] };
  if (passing.includes(code)) return { state, needs: ['send-later'] };
  if (outdated.includes(code)) return { state: withoutPending(state, 'overtaken'), needs: ['snapshot'] };
  return { state: withoutPending(state, code, turn), needs: code === 'over' ? ['snapshot'] : [] };
}

/** Nothing is known of a game that cannot be watched. */
function watchRefused(state: OnlineState, code: string): OnlineState {
  if (state.game !== null) return state;
  return { ...state, phase: code === 'no-such-game' || code === 'bad-message' ? 'missing' : 'failed' };
}

/** A turn made by hand: on the board at once, to be sent. It is for the caller to know that it is legal. */
export function played(state: OnlineState, turn: string, at: number): Reduced {
  if (!isMyTurn(state) || state.game === null) return { state, needs: [] };
  return { state: { ...state, pending: { ply: state.game.turns.length + 1, turn, at }, refused: null }, needs: ['send'] };
}

export function reduce(state: OnlineState, message: ServerMessage): Reduced {
  switch (message.t) {
    case 'snapshot': return takeSnapshot(state, message);
    case 'event': return takeEvent(state, message);
    case 'watchers': return { state: { ...state, watchers: message.n }, needs: [] };
    case 'presence': return { state: { ...state, away: message.away }, needs: [] };
    case 'plan': return { state: { ...state, plan: message.plan }, needs: [] };
    case 'error': return { state: watchRefused(state, message.code), needs: [] };
    default: return { state, needs: [] };
  }
}
