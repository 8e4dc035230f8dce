// A game on the server as reactive state: the board follows the server, my turns are drawn at once and sent until they arrive.
import type { ErrorMessage, GameCommand, ServerMessage } from '../net/protocol.ts';
import type { GameSocket } from '../net/socket.ts';
import { wirePlan, type Away, type ChatLine, type Plan } from '../net/types.ts';
import { Table } from '../play/table.svelte.ts';
import type { Color, Rules } from '../rules/types.ts';
import {
  isMyTurn, leftOf, moveRefused, nothingKnown, played, reduce, shownTurns,
  type KnownGame, type OnlineState, type Pending, type Reduced, type Refused,
} from './game_state.ts';

/** An acknowledgement that takes longer may have been lost; the same turn twice does no harm. */
const kSendAgain = 6_000;
const kSendLater = 1_500;
/** How often a line of chat is sent again by itself. */
const kSayAgain = 3;

/** Ids have this form; nobody need be asked about others. */
const isId = (id: string): boolean => /^[0-9A-Za-z]{12}$/.test(id);

interface OnlineGameOptions {
  /** A command was refused, or there was no connection to send it by ("offline"). */
  readonly onproblem?: (code: string, command: string) => void;
  readonly after?: (milliseconds: number, run: () => void) => () => void;
}

function afterTimeout(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** Watches from the beginning; call `free` when the page is left. */
export class OnlineGame {
  readonly id: string;
  #state: OnlineState = $state.raw() as OnlineState;
  /** The game on the board; null until it is known. */
  table: Table | null = $state.raw(null);
  /** Whether my pending turn has gone out on the present connection. */
  isSent = $state(false);

  readonly #socket: GameSocket;
  readonly #rules: Rules;
  readonly #options: OnlineGameOptions;
  readonly #stops: (() => void)[] = [];
  #stopTimer: (() => void) | null = null;

  constructor(id: string, socket: GameSocket, rules: Rules, options: OnlineGameOptions = {}) {
    this.id = id;
    this.#socket = socket;
    this.#rules = rules;
    this.#options = options;
    this.#state = nothingKnown(id);
    if (!isId(id)) {
      this.#state = { ...this.#state, phase: 'missing' };
      return;
    }
    this.#stops.push(
      socket.watch(id, (message) => this.#hear(message)),
      socket.onstate(() => {
        // Whether it has arrived the next snapshot will tell.
        this.isSent = false;
        this.#stopTimer?.();
      }),
    );
  }

  get phase(): OnlineState['phase'] { return this.#state.phase; }
  get game(): KnownGame | null { return this.#state.game; }
  get seat(): Color | null { return this.#state.seat; }
  get pending(): Pending | null { return this.#state.pending; }
  get refused(): Refused | null { return this.#state.refused; }
  get chat(): readonly ChatLine[] { return this.#state.chat; }
  get plan(): Plan { return this.#state.plan; }
  get watchers(): number { return this.#state.watchers; }
  /** Since when a player is not connected, by the server's clock; null: is here. */
  get away(): Away { return this.#state.away; }
  now(): number { return this.#socket.serverNow(); }
  get isMyTurn(): boolean { return isMyTurn(this.#state); }

  /** Milliseconds a side has left now; ask again as time passes. */
  left(color: Color): number | null {
    return leftOf(this.#state, color, this.#socket.serverNow());
  }
  /** Milliseconds until the server acts by itself; null if it will not. */
  untilDeadline(): number | null {
    const deadline = this.#state.game?.deadline ?? null;
    return deadline === null ? null : Math.max(0, deadline - this.#socket.serverNow());
  }

  /** A turn made by hand; the board has checked it. */
  play(turn: string): void {
    // The board has it staged; the table answers for what would come after that.
    this.table?.unstage();
    const why = this.table?.whyNot(turn) ?? null;
    if (why === null) this.#take(played(this.#state, turn, this.#socket.serverNow()));
  }
  forgetRefusal(): void {
    if (this.#state.refused !== null) this.#state = { ...this.#state, refused: null };
  }

  command(t: GameCommand): void {
    this.#ask({ t, game: this.id });
  }
  /** Whether it was sent. */
  say(text: string): boolean {
    const id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    return this.#say({ t: 'say', game: this.id, text, id }, kSayAgain);
  }
  setPlan(plan: Plan): boolean {
    return this.#ask({ t: 'plan', game: this.id, ply: (this.game?.turns.length ?? 0) + 1, plan: wirePlan(plan) });
  }
  /** A fresh snapshot: after joining, or to try once more. */
  lookAgain(): void {
    if (this.phase === 'failed') this.#state = { ...this.#state, phase: 'loading' };
    this.#socket.watchAgain(this.id);
  }

  free(): void {
    this.#stopTimer?.();
    for (const stop of this.#stops) stop();
    this.table?.free();
  }

  /** Where nobody knows whether a line was stored, it is sent again: its id tells that it is the same. */
  #say(message: Parameters<GameSocket['send']>[0], tries: number): boolean {
    const sent = this.#socket.send(message, ({ code }) => {
      if (tries > 0 && (code === 'retry' || code === 'unsure')) this.#after(kSendLater, () => this.#say(message, tries - 1));
      else this.#options.onproblem?.(code, message.t);
    });
    if (!sent) this.#options.onproblem?.('offline', message.t);
    return sent;
  }

  #after(milliseconds: number, run: () => void): () => void {
    return (this.#options.after ?? afterTimeout)(milliseconds, run);
  }

  #ask(message: Parameters<GameSocket['send']>[0]): boolean {
    const sent = this.#socket.send(message, ({ code }) => this.#options.onproblem?.(code, message.t));
    if (!sent) this.#options.onproblem?.('offline', message.t);
    return sent;
  }

  #hear(message: ServerMessage): void {
    this.#take(reduce(this.#state, message));
  }

  #take({ state, needs }: Reduced): void {
    this.#state = state;
    this.#showOnTable();
    if (state.pending === null) {
      this.isSent = false;
      this.#stopTimer?.();
    }
    for (const need of needs) {
      if (need === 'snapshot') this.#socket.watchAgain(this.id);
      else if (need === 'send') this.#send();
      else this.#setTimer(kSendLater);
    }
  }

  #send(): void {
    const { pending } = this.#state;
    if (pending === null) return;
    const refused = (error: ErrorMessage): void => this.#take(moveRefused(this.#state, error));
    this.isSent = this.#socket.send({ t: 'move', game: this.id, ply: pending.ply, turn: pending.turn }, refused);
    if (this.isSent) this.#setTimer(kSendAgain);
  }

  #setTimer(milliseconds: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#after(milliseconds, () => this.#send());
  }

  /** Brings the table to the turns that are known, by the shortest way. */
  #showOnTable(): void {
    const { game } = this.#state;
    if (game === null) return;
    const turns = shownTurns(this.#state);
    if (this.table === null) {
      const opened = Table.open(this.#rules, game.variant, { fen: game.start, turns });
      if ('error' in opened) this.#state = { ...this.#state, phase: 'failed' };
      else this.table = opened.table;
    } else {
      const had = this.table.turns;
      const common = turns.findIndex((turn, i) => turn !== had[i]);
      this.table.takeBackTo(common === -1 ? turns.length : common);
      for (const turn of turns.slice(this.table.ply)) {
        if (this.table.play(turn) === null) continue;
        this.#state = { ...this.#state, phase: 'failed' };
        return;
      }
    }
    if (this.table !== null && this.table.outcome?.ending !== game.outcome?.ending) this.table.declare(game.outcome);
  }
}
