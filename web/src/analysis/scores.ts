// Scores in words and as shares of the bar.
import type { Info, Score } from '../engine/engine.ts';
import { i18n, t } from '../i18n/i18n.svelte.ts';
import type { Color } from '../rules/types.ts';

/** What the tables call won, where nobody has counted the turns. */
const kByTable = 20_000;

/** As White sees it. */
export function forWhite(score: Score, toMove: Color): Score {
  if (toMove === 'white') return score;
  return 'cp' in score ? { cp: -score.cp } : { win: -score.win };
}

/** "+0.35", "#3". */
export function scoreText(score: Score): string {
  if ('win' in score) return `#${String(score.win)}`;
  if (Math.abs(score.cp) > kByTable) return score.cp > 0 ? t('analysis.tableWin') : t('analysis.tableLoss');
  return i18n.number(score.cp / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
}

/** As records write it: "0.35", "#-3". */
export function recordScore(score: Score): string {
  if ('win' in score) return `#${String(score.win)}`;
  return (Math.max(-25_000, Math.min(25_000, score.cp)) / 100).toFixed(2);
}

export function readScore(text: string): Score | null {
  if (text.startsWith('#')) return { win: Number(text.slice(1)) };
  const points = Number(text);
  return Number.isFinite(points) ? { cp: Math.round(points * 100) } : null;
}

/** White's expected result. */
export function chanceOf(info: Info, toMove: Color): number {
  return toMove === 'white' ? info.expected : 1 - info.expected;
}

/** "1.2 M/s" */
export function speedText(nps: number): string {
  return i18n.number(nps, { notation: 'compact', maximumSignificantDigits: 3 });
}
