// The rules module as the page uses it: real WASM, real games.
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, mustStart, nodeRules } from '../../tests/node_rules.ts';
import type { Game, Rules, Square, Variant } from './types.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

function square(name: string): Square {
  return name.charCodeAt(0) - 97 + 10 * (name.charCodeAt(1) - 49);
}
function squares(...names: string[]): Square[] {
  return names.map(square).sort((a, b) => a - b);
}
function sorted(list: readonly Square[]): Square[] {
  return [...list].sort((a, b) => a - b);
}

/** The number of whole turns, by staging every preparation. */
function countTurns(game: Game): number {
  let turns = 0;
  for (const part of game.view.parts) turns += part.preparation ? (game.after(part.text)?.parts.length ?? 0) : 1;
  return turns;
}

describe('the initial setup', () => {
  test('has 56 parts in Ordo, all of them turns', () => {
    const { view } = mustStart(rules, 'ordo');
    expect(view.parts).toHaveLength(56);
    expect(view.fen).toBe(rules.startFen);
    expect(view.toMove).toBe('white');
    expect(view.outcome).toBeNull();
    expect(view.board.white).toHaveLength(20);
    expect(view.board.black).toHaveLength(20);
    expect(view.groups.white).toHaveLength(1);
    expect(view.parts.every((part) => !part.preparation && !part.captures && part.keep === null)).toBe(true);
  });

  test('has 2062 turns in Ordo X', () => {
    expect(countTurns(mustStart(rules, 'ordox'))).toBe(2062);
  });

  test('lists the squares of an ordo from the left or lower end on', () => {
    const { view } = mustStart(rules, 'ordo');
    const part = view.parts.find(({ text }) => text === 'g2:h2-g3');
    expect(part).toMatchObject({ origin: [square('g2'), square('h2')], destination: [square('g3'), square('h3')] });
    const upward = mustStart(rules, 'ordox').view.parts.find(({ text }) => text === 'b2:b3-b3');
    expect(upward).toMatchObject({ origin: [square('b2'), square('b3')], destination: [square('b3'), square('b4')] });
  });
});

describe('a turn of Ordo X with a preparation', () => {
  test('is staged part by part and played whole', () => {
    const game = mustStart(rules, 'ordox');
    const preparation = game.view.parts.find(({ text }) => text === 'c1:d1-e1');
    expect(preparation?.preparation).toBe(true);

    const between = game.after('c1:d1-e1');
    expect(between).toMatchObject({ advancing: true, toMove: 'white', outcome: null });
    expect(between?.parts.some(({ preparation: again }) => again)).toBe(false);
    expect(between?.parts.map(({ text }) => text)).toContain('e3-e4');

    const whole = game.after('c1:d1-e1,e3-e4');
    expect(whole).toMatchObject({ advancing: false, toMove: 'black' });
    expect(game.turns).toEqual([]);

    expect(game.play('c1:d1-e1')).toMatchObject({ reason: 'needs-advance' });
    expect(game.play('c1:d1-e1,e3-e4')).toBeNull();
    expect(game.view).toEqual(whole);
    expect(game.turns).toEqual(['c1:d1-e1,e3-e4']);
    expect(game.takeBack()).toBe(true);
    expect(game.view.fen).toBe(rules.startFen);
    expect(game.takeBack()).toBe(false);
  });

  test('has a text in its middle, from which no game starts', () => {
    const between = mustStart(rules, 'ordox').after('c1:d1-e1');
    expect(between?.fen).toMatch(/ w a$/);
    expect(rules.game('ordox', between?.fen)).toEqual({ error: 'the position is in the middle of a turn' });
  });

  test('is refused with two sideways parts', () => {
    const game = mustStart(rules, 'ordox');
    expect(game.after('c1:d1-e1,g1-f1')).toBeNull();
    expect(game.whyNot('c1:d1-e1,g1-f1')).toMatchObject({ reason: 'not-advance' });
    expect(game.whyNot('c1:d1-e1')).toBeNull();
  });
});

describe('a choice of subgroups', () => {
  // Black's c5 holds b6 and d6 together: two equal subgroups when it is taken.
  const fen = '10/10/1b1b6/2b7/10/2w7/10/10 w';

  test('lists one part for each subgroup that may stay', () => {
    const game = mustStart(rules, 'ordox', fen);
    const captures = game.view.parts.filter((part) => part.captures);
    expect(captures.map(({ text }) => text).sort()).toEqual(['c3xc5=b6', 'c3xc5=d6']);
    expect(captures.map(({ keep }) => keep).sort()).toEqual(squares('b6', 'd6'));
  });

  test('removes the others', () => {
    const game = mustStart(rules, 'ordox', fen);
    expect(sorted(game.removedBy('c3xc5=b6'))).toEqual(squares('c5', 'd6'));
    expect(sorted(game.removedBy('c3xc5=d6'))).toEqual(squares('b6', 'c5'));
    expect(game.after('c3xc5=b6')?.board.black).toEqual(squares('b6'));
  });

  test('must be made', () => {
    const game = mustStart(rules, 'ordox', fen);
    expect(game.whyNot('c3xc5')).toMatchObject({ reason: 'needs-choice', groups: [] });
    expect(game.removedBy('c3xc5')).toEqual([]);
  });
});

describe('a refusal', () => {
  test('of a move that would split tells the parts', () => {
    const game = mustStart(rules, 'ordo', '10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w');
    const refusal = game.whyNot('d3-a3');
    expect(refusal).toMatchObject({ reason: 'would-split' });
    const groups = refusal?.groups.map(sorted) ?? [];
    expect(groups.length).toBeGreaterThan(1);
    expect(groups).toContainEqual(squares('a3'));
    // All of White's pieces, d3 on a3, each once, the largest group first.
    const after = sorted([...game.view.board.white.filter((s) => s !== square('d3')), square('a3')]);
    expect(sorted(groups.flat())).toEqual(after);
    expect(groups[0]?.length).toBeGreaterThanOrEqual(groups[1]?.length ?? 0);
    expect(game.play('d3-a3')).toEqual(refusal);
  });

  test('after a preparation is about the advance', () => {
    const game = mustStart(rules, 'ordox');
    const refusal = game.whyNot('c1:d1-e1,a3-a6');
    expect(refusal).not.toBeNull();
    expect(refusal?.message).toMatch(/^after c1:d1-e1: /);
  });

  test('of what is no turn at all is one, too', () => {
    const game = mustStart(rules, 'ordo');
    for (const text of ['', 'hello', 'c2', 'c2-c9', 'c2-c4,c4-c5', '"\\', '\u00e9\u0000\u{1F600}']) {
      expect(game.whyNot(text)?.reason, text).toBeTypeOf('string');
      expect(game.after(text), text).toBeNull();
      expect(game.play(text)?.message, text).toBeTypeOf('string');
    }
    expect(game.whyNot('c2-c4')).toBeNull();
  });

  test('of a position says what is wrong', () => {
    expect(rules.game('ordo', '11/8 w')).toMatchObject({ error: expect.stringMatching(/\w+/) as string });
    expect(rules.game('ordo', undefined, ['c2-c4', 'c4-c5'])).toMatchObject({
      error: expect.stringMatching(/^turn 2: /) as string,
    });
  });
});

test('cut points hold a group together', () => {
  const game = mustStart(rules, 'ordox', '10/10/1b1b6/2b7/10/2w7/10/10 w');
  expect(game.cutPoints('black')).toEqual(squares('c5'));
  expect(game.cutPoints('white')).toEqual([]);
});

test('a split side must reconnect, and its groups are told', () => {
  const game = mustStart(rules, 'ordo', '10/10/1b1b6/2b7/2w7/10/10/10 w');
  expect(game.play('c4xc5')).toBeNull();
  expect(game.view.groups.black).toHaveLength(2);
  for (const part of game.view.parts) expect(game.after(part.text)?.groups.black, part.text).toHaveLength(1);
});

test('a game that is over has no parts', () => {
  const game = mustStart(rules, 'ordo', '10/2w7/10/8bb/10/10/10/10 w');
  expect(game.play('c7-c8')).toBeNull();
  expect(game.view).toMatchObject({ outcome: { winner: 'white', ending: 'home-row' }, parts: [] });
  expect(game.whyNot('i5-i4')).toMatchObject({ reason: 'game-over' });
});

test('a freed game is not used again', () => {
  const game = mustStart(rules, 'ordo');
  game.free();
  game.free();
  expect(() => game.whyNot('c2-c4')).toThrow(/freed/);
});

test('long games play through', async () => {
  const lines = (await bytesOf('../tests/data/long_games.txt')).toString().trim().split('\n');
  const seen = new Set<string>();
  for (const line of lines) {
    const [variant, ...turns] = line.trim().split(' ');
    const game = mustStart(rules, variant as Variant);
    for (const turn of turns) {
      const staged = game.after(turn)?.fen;
      expect(game.play(turn), turn).toBeNull();
      expect(game.view.fen).toBe(staged);
    }
    expect(game.turns).toEqual(turns);
    seen.add(variant ?? '');
    game.free();
  }
  expect([...seen].sort()).toEqual(['ordo', 'ordox']);
});

interface Figure {
  id: string;
  variant: Variant | 'both';
  fen: string;
  legal?: string[];
  legal_all?: string[];
  illegal?: string[];
  winning?: string[];
  turns: Partial<Record<Variant, number>>;
}

test('the figures of the rule sheets come out right', async () => {
  const figures = JSON.parse((await bytesOf('../tests/data/figures.json')).toString()) as Figure[];
  expect(figures.length).toBeGreaterThan(10);
  for (const figure of figures) {
    for (const variant of ['ordo', 'ordox'] as const) {
      if (figure.variant !== 'both' && figure.variant !== variant) continue;
      const game = mustStart(rules, variant, figure.fen);
      for (const turn of [...(figure.legal ?? []), ...(figure.legal_all ?? [])]) {
        expect(game.whyNot(turn), `${figure.id} ${turn}`).toBeNull();
      }
      for (const turn of figure.illegal ?? []) expect(game.whyNot(turn), `${figure.id} ${turn}`).not.toBeNull();
      for (const turn of figure.winning ?? []) {
        expect(game.after(turn)?.outcome?.winner, `${figure.id} ${turn}`).toBe(game.view.toMove);
      }
      const turns = figure.turns[variant];
      if (turns !== undefined) expect(countTurns(game), figure.id).toBe(turns);
      game.free();
    }
  }
});

describe('records', () => {
  const tags = [['Event', 'ordo'], ['Date', '2026.01.05'], ['White', 'Ada "A"'], ['Black', 'Zoë']] as const;

  test('hold the whole game, and the same game comes back', () => {
    const fen = '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w';
    const text = mustStart(rules, 'ordo', fen, ['d5-d8']).record(tags);
    expect(text).toBe(
      '[Event "ordo"]\n[Site "?"]\n[Date "2026.01.05"]\n[White "Ada \\"A\\""]\n[Black "Zoë"]\n[Result "1-0"]\n[Variant "Ordo"]\n' +
        `[FEN "${fen}"]\n[Termination "home-row"]\n\n1. d5-d8 1-0\n`,
    );
    const read = rules.read(text);
    if ('error' in read) throw new Error(read.error);
    expect(read.game.turns).toEqual(['d5-d8']);
    expect(read.game.view).toMatchObject({ variant: 'ordo', outcome: { winner: 'white', ending: 'home-row' } });
    expect(read.tags).toContainEqual(['White', 'Ada "A"']);
    expect(read.tags).toContainEqual(['Black', 'Zoë']);
    read.game.free();
  });

  test('say how players ended a game', () => {
    const game = mustStart(rules, 'ordox', undefined, ['c1:d1-e1,e3-e4']);
    expect(game.record(tags)).toContain(' *\n');
    for (const outcome of [
      { winner: null, ending: 'agreement' }, { winner: 'black', ending: 'resignation' }, { winner: 'white', ending: 'time' },
    ] as const) {
      const read = rules.read(game.record(tags, outcome));
      if ('error' in read) throw new Error(read.error);
      expect(read.game.view).toMatchObject({ variant: 'ordox', outcome });
      read.game.free();
    }
    expect(game.view.outcome).toBeNull();
    expect(() => game.record(tags, { winner: 'white', ending: 'a-coup' })).toThrow(/a-coup/);
  });

  test('keep to their lines, whatever a name has in it', () => {
    const read = rules.read(mustStart(rules, 'ordo').record([['White', 'a\nb\tc]\\"']]));
    expect('error' in read ? read.error : read.tags).toContainEqual(['White', 'a b c]\\"']);
  });

  test.each([
    ['', /^line 1/],
    ['[White "Ada', /^line 1, column \d+: /],
    ['[Variant "Chess"]\n\n*', /^line 1, column \d+: /],
    ['[White "Ada"]\n\n1. c2-c4 c2-c5 *', /^line 3, column 10: /],
  ])('that are none are refused with the place: %j', (text, place) => {
    const read = rules.read(text);
    expect('error' in read ? read.error : 'it was read').toMatch(place);
  });
});
