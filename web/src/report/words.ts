// What happened in a game, in the reader's language.
import { t } from '../i18n/i18n.svelte.ts';
import type { MessageKey } from '../i18n/keys.ts';
import { colorName } from '../play/boardText.ts';
import { otherColor } from '../rules/color.ts';
import type { Color } from '../rules/types.ts';
import type { Judgement, Reason } from '../tree/study.ts';

export function reasonText({ why, turn, square, count }: Reason, player: Color): string {
  return t(`report.why.${why}` as MessageKey, { turn, square, n: count, opponent: colorName(otherColor(player)) });
}

export function judgementText(judgement: Judgement): string {
  return t(`report.${judgement}` as MessageKey);
}

export const markOf: Readonly<Record<Judgement, string>> = { fine: '', inaccuracy: '?!', mistake: '?', blunder: '??' };
