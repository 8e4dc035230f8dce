// Plays the whole course with the real rules: every task can be solved, wrong tries are answered, every word is there.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeRules } from '../../tests/node_rules.ts';
import { parseSquare, span, type Span } from '../board/geometry.ts';
import { attempt } from '../board/moves.ts';
import { languages } from '../i18n/languages.ts';
import { otherColor } from '../rules/color.ts';
import type { Rules } from '../rules/types.ts';
import { missing } from './judge.ts';
import type { Lesson, Step } from './lesson.ts';
import { lessonAfter, lessonOf, lessons } from './lessons.ts';
import { readProgress } from './progress.svelte.ts';
import { StepPlay, type Later } from './step_play.svelte.ts';
import { messagesOf } from './words.ts';

let rules: Rules;
beforeAll(async () => {
  rules = await nodeRules();
});

/** Time stands still until the test lets it pass. */
class Clock {
  #waiting: (() => void)[] = [];
  readonly later: Later = (run) => {
    this.#waiting.push(run);
    return () => (this.#waiting = this.#waiting.filter((one) => one !== run));
  };
  pass(): void {
    const due = this.#waiting;
    this.#waiting = [];
    due.forEach((run) => run());
  }
}

interface Work {
  readonly play: StepPlay;
  readonly clock: Clock;
}

function begin(lesson: Lesson, step: Step): Work {
  const clock = new Clock();
  return { play: new StepPlay(rules, lesson.variant, step, clock.later), clock };
}
function beginStep(lesson: string, step: string): Work {
  const found = lessonOf(lesson);
  const one = found?.steps.find(({ id }) => id === step);
  if (found === null || one === undefined) throw new Error(`no step ${lesson} ${step}`);
  return begin(found, one);
}
/** By hand, part by part, as the board does it. */
function make(play: StepPlay, turn: string): void {
  for (const text of turn.split(',')) {
    const part = play.parts.find((one) => one.text === text);
    if (part === undefined) throw new Error(`${text} cannot be played`);
    play.part(part);
  }
}
function square(name: string): number {
  const found = parseSquare(name);
  if (found === null) throw new Error(`${name} is no square`);
  return found;
}

const steps = lessons.flatMap((lesson) => lesson.steps.map((step) => ({ name: `${lesson.id} ${step.id}`, lesson, step })));
const moves = steps.flatMap(({ name, lesson, step }) => (step.t === 'move' ? [{ name, lesson, step }] : []));
const taps = steps.flatMap(({ name, lesson, step }) => (step.t === 'tap' ? [{ name, lesson, step }] : []));

describe('the course', () => {
  test('takes ten minutes for Ordo and five more for Ordo X', () => {
    const minutes = (variant: string): number =>
      lessons.filter((lesson) => lesson.variant === variant).reduce((sum, lesson) => sum + lesson.minutes, 0);
    expect(minutes('ordo')).toBe(10);
    expect(minutes('ordox')).toBe(5);
  });

  test('names every lesson and step once', () => {
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
  });

  test('teaches Ordo first, and each part ends with the way to a game', () => {
    const ends = lessons.filter((lesson) => lesson.steps.at(-1)?.t === 'end');
    expect(ends.map(({ variant }) => variant)).toEqual(['ordo', 'ordox']);
    const [first] = ends;
    expect(first === undefined ? null : lessonAfter(first)?.variant).toBe('ordox');
  });
});

describe.each(languages)('in %s', (language) => {
  const messages = JSON.parse(
    readFileSync(new URL(`../i18n/messages/${language}/learn.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

  test('every lesson and step has its words, and none is left over', () => {
    const wanted = [
      ...lessons.flatMap(({ id }) => [`learn.lesson.${id}.title`, `learn.lesson.${id}.about`]),
      ...steps.flatMap(({ lesson, step }) => messagesOf(lesson, step)),
    ];
    const there = Object.keys(messages).filter((key) => /^learn\.(step|lesson)\..*\./.test(key));
    expect(there.sort()).toEqual([...new Set<string>(wanted)].sort());
  });

  test('a task is short enough to be read at a glance', () => {
    for (const [key, text] of Object.entries(messages)) {
      if (/\.task\d?$/.test(key)) expect(text.length, key).toBeLessThanOrEqual(170);
    }
  });
});

describe('each task of moves', () => {
  test.each(moves)('$name: its solution is accepted, made by hand', ({ lesson, step }) => {
    const { play, clock } = begin(lesson, step);
    for (const round of step.rounds) {
      expect(play.phase).toBe('open');
      make(play, round.solution);
      clock.pass();
    }
    expect(play.phase).toBe('done');
    expect(play.answer).toEqual({ t: 'done' });
    play.free();
  });

  test.each(moves)('$name: is shown on request', ({ lesson, step }) => {
    const { play, clock } = begin(lesson, step);
    for (const { solution } of step.rounds) {
      play.hint();
      expect(play.answer).toEqual({ t: 'hint' });
      expect(play.marks.length).toBeGreaterThan(0);
      play.show();
      clock.pass();
      clock.pass();
      expect(play.table.turns).toContain(solution);
    }
    expect(play.phase).toBe('done');
    play.restart();
    expect(play.phase).toBe('open');
    expect(play.table.ply).toBe(0);
    play.free();
  });

  test.each(moves)('$name: every legal part that is a whole turn is judged, and what is not asked for is answered and taken back', ({ lesson, step }) => {
    const [round] = step.rounds;
    const { play, clock } = begin(lesson, step);
    const { fen } = play.table.view;
    let good = 0;
    for (const part of play.parts.filter((one) => !one.preparation)) {
      play.part(part);
      if (play.answer?.t === 'beside') {
        expect(play.phase).toBe('wrong');
        clock.pass();
        expect(play.phase).toBe('open');
        expect(play.answer?.t).toBe('beside');
      } else {
        good += 1;
        play.restart();
      }
      expect(play.table.view.fen).toBe(fen);
    }
    expect(good).toBeGreaterThanOrEqual(round.solution.includes(',') ? 0 : 1);
    play.free();
  });

  test.each(moves)('$name: the other side’s answer is always possible', ({ lesson, step }) => {
    const [round] = step.rounds;
    if (round.reply === undefined) return;
    const { play, clock } = begin(lesson, step);
    for (const part of play.parts.filter((one) => !one.preparation)) {
      play.part(part);
      if (play.phase === 'wrong') {
        clock.pass();
        continue;
      }
      expect(play.phase, part.text).toBe('waiting');
      clock.pass();
      expect(play.table.ply).toBe(2);
      // After any first turn that is accepted, the next goal is still within reach.
      if (step.rounds[1] !== undefined) {
        const { goal } = step.rounds[1];
        const reachable = play.parts.some((one) => {
          play.table.stage(one.text);
          const before = play.table.position(play.table.ply);
          const made = before === null ? 'turns' : missing(goal, { turn: one.text, parts: play.table.staged, before, after: play.table.view });
          play.table.unstage();
          return made === null;
        });
        expect(reachable, part.text).toBe(true);
      }
      play.restart();
    }
    play.free();
  });
});

describe('each task of squares', () => {
  test.each(taps)('$name: all answers are found, and every other square is answered', ({ lesson, step }) => {
    const { play } = begin(lesson, step);
    expect(play.wanted).toBeGreaterThan(0);
    const wrong: number[] = [];
    for (let at = 0; at < 80 && play.phase === 'open'; ++at) {
      const before = play.found.length;
      play.tap(at);
      expect(play.answer).not.toBeNull();
      if (play.found.length === before) wrong.push(at);
    }
    expect(play.phase).toBe('done');
    expect(wrong.length).toBeGreaterThan(0);
    play.restart();
    play.show();
    expect(play.phase).toBe('done');
    play.free();
  });

  test('the figure’s piece d3 has exactly five squares', () => {
    const { play } = beginStep('group', 'five');
    expect(play.wanted).toBe(5);
    for (const name of ['c3', 'd5', 'e3', 'e4', 'd6']) play.tap(square(name));
    expect(play.phase).toBe('done');
    play.free();
  });

  test('a square that would split the group is refused with the parts', () => {
    const { play } = beginStep('group', 'five');
    play.tap(square('d4'));
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'would-split' } });
    play.tap(square('c5'));
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'no-step' } });
    play.free();
  });
});

/** What the board reports of a line that was to go so far. */
function tried(play: StepPlay, line: Span, files: number, ranks: number): void {
  const { view } = play.table;
  const made = attempt(line, files, ranks, new Set(view.board[otherColor(view.toMove)]));
  if (made !== null) play.forbidden(made);
}

describe('wrong tries on the board', () => {
  test('a move that would split the group says into what', () => {
    const { play } = beginStep('group', 'hold');
    tried(play, span(square('d3')), 0, 2);
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'would-split' }, pieces: 1 });
    play.free();
  });

  test('a column that marches in single file is refused for its direction', () => {
    const { play } = beginStep('ordo', 'file');
    tried(play, span(square('c4'), square('c5')), 0, 1);
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'direction' }, pieces: 2, vertical: true });
    play.free();
  });

  test('an ordo that would capture is refused', () => {
    const { play } = beginStep('ordo', 'take');
    tried(play, span(square('f4'), square('g4')), 0, 1);
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'ordo-captures' } });
    play.free();
  });

  test('a step backward is refused, but not when it reconnects', () => {
    const { play } = beginStep('moves', 'forward');
    tried(play, span(square('e2')), 0, -1);
    expect(play.answer).toMatchObject({ t: 'refused', refusal: { reason: 'direction' } });
    play.free();
    const split = beginStep('split', 'back').play;
    expect(split.parts.every((part) => part.origin.length === 2)).toBe(true);
    split.free();
  });

  test('a preparation can be taken back', () => {
    const { play } = beginStep('x-turns', 'win');
    make(play, 'b4-c4');
    expect(play.table.staged).toHaveLength(1);
    play.undo();
    expect(play.table.staged).toHaveLength(0);
    expect(play.phase).toBe('open');
    play.free();
  });

  test('either equal subgroup may be chosen to stay', () => {
    for (const turn of ['i2xf5=d6', 'i2xf5=g6']) {
      const { play } = beginStep('x-removal', 'choose');
      make(play, turn);
      expect(play.phase).toBe('done');
      play.free();
    }
  });
});

test('stored progress of an older course is made the best of', () => {
  expect(readProgress(undefined)).toEqual({});
  expect(readProgress('nonsense')).toEqual({});
  expect(readProgress({ board: ['setup', 'gone', 7], unknown: ['a'], moves: 3 })).toEqual({ board: ['setup'] });
});
