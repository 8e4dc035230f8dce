import { describe, expect, test } from 'vitest';
import type { GamesPage } from '../net/api.ts';
import type { GamesQuery, Summary } from '../net/types.ts';
import { GamePages, kPage } from './games.svelte.ts';

const game = (id: string): Summary => ({
  id, variant: 'ordo', start: '', time: 'none', rated: false, fen: '', white: null, black: null, status: 'playing', outcome: null, plies: 0,
  created: 0, last: 0, deadline: null,
});
const page = (next: string | null, ...ids: string[]): GamesPage => ({ games: ids.map(game), next });

/** Answers that come when the test says so. */
function asked() {
  const questions: { query: GamesQuery; answer: (page: GamesPage) => void; fail: (error: Error) => void }[] = [];
  const pages = new GamePages((query) => new Promise((answer, fail) => questions.push({ query, answer, fail })));
  return { pages, questions };
}

describe('a list of games', () => {
  test('grows page by page, without a game twice', async () => {
    const { pages, questions } = asked();
    const shown = pages.show({ player: 'me' });
    questions[0]?.answer(page('mark', 'a', 'b'));
    await shown;
    const more = pages.showMore();
    expect(pages.more).toBe(true);
    expect(questions[1]?.query).toEqual({ player: 'me', limit: kPage, before: 'mark' });
    questions[1]?.answer(page(null, 'b', 'c'));
    await more;
    expect(pages.games.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect([pages.next, pages.more, pages.state]).toEqual([null, false, 'ready']);
  });

  test('keeps to the last question, whatever answers come late', async () => {
    const { pages, questions } = asked();
    const first = pages.show({ variant: 'ordo' });
    const second = pages.show({ variant: 'ordox' });
    questions[1]?.answer(page(null, 'new'));
    await second;
    questions[0]?.answer(page('old', 'old'));
    await first;
    expect(pages.games.map(({ id }) => id)).toEqual(['new']);
    expect(pages.next).toBe(null);
  });

  test('keeps what it has when the next page fails, and can ask again', async () => {
    const { pages, questions } = asked();
    const shown = pages.show({});
    questions[0]?.answer(page('mark', 'a'));
    await shown;
    const more = pages.showMore();
    questions[1]?.fail(new Error('no connection'));
    await expect(more).rejects.toThrow('no connection');
    expect([pages.games.length, pages.next, pages.more, pages.state]).toEqual([1, 'mark', false, 'ready']);
  });

  test('says that it failed', async () => {
    const { pages, questions } = asked();
    const shown = pages.show({});
    questions[0]?.fail(new Error('no connection'));
    await shown;
    expect([pages.state, pages.games.length]).toEqual(['failed', 0]);
  });
});
