// The words of the board and of what happens on it, in the reader's language.
import type { BoardText } from '../board/contract.ts';
import { describePart, type SquareDescription } from '../board/describe.ts';
import { spanLength, squareName } from '../board/geometry.ts';
import type { Spoken } from '../board/selection.ts';
import { i18n, t } from '../i18n/i18n.svelte.ts';
import type { MessageKey } from '../i18n/keys.ts';
import { otherColor } from '../rules/color.ts';
import type { Color, Outcome, Part, Refusal, Variant } from '../rules/types.ts';

export function colorName(color: Color): string {
  return color === 'white' ? t('common.white') : t('common.black');
}

export function variantName(variant: Variant): string {
  return variant === 'ordox' ? t('common.ordox') : t('common.ordo');
}

function squareText({ square, piece, line, moves, captures, with: others, role, homeRow, cutPoint }: SquareDescription): string {
  const words = [square];
  words.push(piece === null ? t('board.empty') : piece === 'white' ? t('board.whitePiece') : t('board.blackPiece'));
  if (piece === null && homeRow !== null) words.push(homeRow === 'white' ? t('board.homeRowWhite') : t('board.homeRowBlack'));
  if (piece !== null && line > 1) words.push(t('board.inLine', { n: line }));
  if (cutPoint) words.push(t('board.cutPoint'));
  switch (role.t) {
    case 'selected': words.push(t('board.selected')); break;
    case 'target':
      words.push(role.captures ? (role.removed > 0 ? t('board.targetRemoves', { n: role.removed }) : t('board.targetCaptures')) : role.prepares ? t('board.targetPrepares') : t('board.target'));
      break;
    case 'forbidden': words.push(t('board.forbidden')); break;
    case 'stays': words.push(t('board.stays', { n: role.size })); break;
    case 'movable': {
      words.push(captures > 0 ? t('board.movesCaptures', { n: moves, captures }) : t('board.moves', { n: moves }));
      words.push(...others.slice(0, 4).map(({ other, moves: n }) => t('board.movesWith', { n, other })));
      break;
    }
    case 'none': break;
  }
  return words.join(', ');
}

/** For a board that has `bottom` at its lower edge. */
export function boardText(bottom: Color): BoardText {
  return {
    board: bottom === 'white' ? t('board.nameWhite') : t('board.nameBlack'),
    choose: t('board.choose'),
    undo: t('board.undo'),
    square: squareText,
  };
}

/** Why something may not be played, in a sentence. */
export function refusalText({ reason, groups }: Refusal): string {
  if (groups.length > 1 && (reason === 'would-split' || reason === 'must-reconnect')) {
    const sizes = i18n.list(groups.map((group) => i18n.number(group.length)));
    return reason === 'would-split' ? t('board.reason.splitInto', { sizes }) : t('board.reason.staysSplit', { sizes });
  }
  return t(`board.reason.${reason}` as MessageKey);
}

/** The same for a line of so many pieces that was tried: what a player should learn from it. */
export function whyText(refusal: Refusal, variant: Variant, { pieces, vertical }: { readonly pieces: number; readonly vertical: boolean }): string {
  const line = pieces === 1 ? 'one' : vertical ? 'column' : 'row';
  switch (refusal.reason) {
    case 'direction': return t('board.why.direction', { variant, line });
    case 'ordo-captures': return t('board.why.ordoCaptures');
    case 'blocked': return t('board.why.blocked');
    case 'own-piece': return t('board.why.ownPiece');
    case 'no-step': return t('board.why.noStep');
    default: return refusalText(refusal);
  }
}

export function spokenText(spoken: Spoken): string {
  switch (spoken.t) {
    case 'selected': {
      const { low, high } = spoken.line;
      return spanLength(spoken.line) === 1
        ? t('board.say.selected', { square: squareName(low), n: spoken.moves })
        : t('board.say.selectedLine', { from: squareName(low), to: squareName(high), n: spoken.moves });
    }
    case 'cleared': return t('board.say.cleared');
    case 'line-ends': return t('board.say.lineEnds');
    case 'nothing-here': return t('board.say.nothing', { square: squareName(spoken.square) });
    case 'choose-group': return t('board.say.chooseGroup', { sizes: i18n.list(spoken.sizes.map((size) => i18n.number(size))) });
  }
}

function partText(part: Part, mover: Color): string {
  const { from, fromEnd, to, toEnd, captures, keep } = describePart(part, mover);
  const text =
    fromEnd !== null && toEnd !== null ? t('board.say.line', { from, fromEnd, to, toEnd })
    : captures ? t('board.say.takes', { from, to })
    : t('board.say.move', { from, to });
  return keep === null ? text : `${text}, ${t('board.say.keep', { square: keep })}`;
}

/** "White: c2 to c4." */
export function turnText(parts: readonly Part[], mover: Color, removed: number): string {
  const moves = parts.map((part) => partText(part, mover)).join('; ');
  const said = t('board.say.turn', { player: colorName(mover), moves });
  return removed > 1 ? `${said} ${t('board.say.removed', { n: removed })}` : said;
}

/**
 * How a game ended, said to whoever reads it: "You won: Black could not reconnect." to the player of `viewer`, "White wins: …" to two
 * at one screen and to those who watch.
 */
export function outcomeText({ winner, ending }: Outcome, viewer: Color | null = null): string {
  if (winner === null) return t('board.drawn', { how: t(ending === 'abandoned' ? 'board.ending.left' : (`board.ending.${ending}` as MessageKey)) });
  const loser = colorName(otherColor(winner));
  if (viewer === winner) return t(`board.won.${ending}` as MessageKey, { other: loser });
  if (viewer !== null) return t(`board.lost.${ending}` as MessageKey, { other: colorName(winner) });
  const how = t(`board.ending.${ending}` as MessageKey, { other: loser });
  return winner === 'white' ? t('board.whiteWins', { how }) : t('board.blackWins', { how });
}
