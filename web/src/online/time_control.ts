// Time controls as the server writes them: "none", "300+3", "3d".

export type TimeControl =
  | { readonly kind: 'none' }
  /** Milliseconds for the game, and more with every turn. */
  | { readonly kind: 'clock'; readonly initial: number; readonly increment: number }
  | { readonly kind: 'days'; readonly days: number };

/** What is none of the three counts as none. */
export function timeControlOf(text: string): TimeControl {
  const days = /^(\d+)d$/.exec(text);
  if (days !== null) return { kind: 'days', days: Number(days[1]) };
  const clock = /^(\d+(?:\.\d)?)\+(\d+(?:\.\d)?)$/.exec(text);
  if (clock !== null) return { kind: 'clock', initial: Number(clock[1]) * 1000, increment: Number(clock[2]) * 1000 };
  return { kind: 'none' };
}

export const msPerDay = 86_400_000;
