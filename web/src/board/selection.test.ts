// Tests of the board's gestures: mouse, touch and keyboard events in, selections and parts out.

import { describe, expect, it } from 'vitest';
import type { Part } from '../rules/types.ts';
import { centre, span } from './geometry.ts';
import { attempt, indexParts, type Attempt } from './moves.ts';
import { initial, step, type BoardEvent, type Context, type Effect, type State } from './selection.ts';
import { parts, sq, sqs } from './testing.ts';

const line = (a: string, b = a) => span(sq(a), sq(b));

class Hand {
  state: State = initial;
  heard: Effect[] = [];
  constructor(readonly context: Context) {}
  send(...events: BoardEvent[]): this {
    for (const event of events) {
      const next = step(this.state, event, this.context);
      this.state = next.state;
      this.heard.push(...next.effects);
    }
    return this;
  }
  at(name: string, dx = 0, dy = 0) {
    const { x, y } = centre(sq(name));
    return { x: x + dx, y: y + dy };
  }
  down(name: string, dx = 0, dy = 0, shift = false) { return this.send({ t: 'down', point: this.at(name, dx, dy), shift }); }
  move(name: string, dx = 0, dy = 0) { return this.send({ t: 'move', point: this.at(name, dx, dy) }); }
  up(name: string, dx = 0, dy = 0, shift = false) { return this.send({ t: 'up', point: this.at(name, dx, dy), shift }); }
  tap(name: string, shift = false) { return this.down(name, 0, 0, shift).up(name, 0, 0, shift); }
  focus(name: string) { return this.send({ t: 'focus', square: sq(name) }); }
  key(files: number, ranks: number, grow = false) { return this.send({ t: 'arrow', files, ranks, grow }); }
  get played(): string[] { return this.heard.flatMap((effect) => (effect.t === 'part' ? [effect.part.text] : [])); }
  get last() { return this.heard[this.heard.length - 1]; }
}

interface Setting { legal: string; own: string; forbidden?: Attempt[]; stays?: (part: Part) => number[]; staged?: boolean }
const hand = ({ legal, own, forbidden = [], stays = () => [], staged = false }: Setting) =>
  new Hand({
    index: indexParts(parts(legal)),
    own: new Set(sqs(own)),
    forbidden: (of) => forbidden.filter((one) => one.origin.low === of.low && one.origin.high === of.high),
    stays,
    staged,
    attempt: (of, files, ranks) => attempt(of, files, ranks, new Set()),
  });

const row = { legal: 'c2-c3 c2-c4 d2-d3 c2:d2-c3 c2:d2-c4 d2:e2-d3 c2:e2-c3', own: 'b2 c2 d2 e2 g2' };

describe('one piece', () => {
  it('is selected by a click and played by another', () => {
    const it = hand(row).tap('c2');
    expect(it.state.selection).toEqual(line('c2'));
    expect(it.tap('c4').played).toEqual(['c2-c4']);
    expect(it.state.selection).toBeNull();
  });
  it('shows its targets at the press already', () => {
    expect(hand(row).down('c2').state.selection).toEqual(line('c2'));
  });
  it('is let go by a second click', () => {
    expect(hand(row).tap('c2').tap('c2').state.selection).toBeNull();
  });
  it('stays in the hand when it cannot go there, and asks why; the same again lets it go', () => {
    const it = hand(row).tap('c2').tap('h6');
    expect(it.state.selection).toEqual(line('c2'));
    expect(it.last).toMatchObject({ t: 'forbidden', attempt: { text: 'c2-h6' } });
    expect(it.tap('h6').state.selection).toBeNull();
    expect(it.played).toEqual([]);
  });
  it('asks why when it is dragged to where it cannot go', () => {
    expect(hand(row).down('c2').move('c3').move('c6').up('c6').last).toMatchObject({ t: 'forbidden', attempt: { text: 'c2-c6' } });
    expect(hand(row).down('c2').move('c3').up('c2', 0.1).heard.some((one) => one.t === 'forbidden'), 'brought back home').toBe(false);
  });
  it('is dragged, snapping to the nearest target', () => {
    const it = hand(row).down('c2').move('c3').move('c4', 0.2, -0.3);
    expect(it.state.gesture).toMatchObject({ t: 'drag', snap: { ranks: 2 } });
    expect(it.up('c4').played).toEqual(['c2-c4']);
    expect(it.last).toMatchObject({ t: 'part', dragged: true });
  });
  it('stays selected when dropped nowhere', () => {
    const it = hand(row).down('c2').move('c3').move('h7').up('h7');
    expect(it.played).toEqual([]);
    expect(it.state.selection).toEqual(line('c2'));
  });
  it('is not moved by a trembling hand', () => {
    const it = hand(row).down('c2').move('c2', 0.1, 0.2).up('c2', 0.1, 0.2);
    expect(it.state.selection).toEqual(line('c2'));
    expect(it.played).toEqual([]);
  });
  it('is dropped home without playing a near target', () => {
    expect(hand(row).down('c2').move('c3').move('c2', 0, 0.2).up('c2', 0, 0.2).played).toEqual([]);
  });
  it('is not played when the press slides off the target', () => {
    expect(hand(row).tap('c2').down('c4').up('c5').played).toEqual([]);
  });
});

describe('a line', () => {
  it('is swept from one end and stays selected', () => {
    const it = hand(row).down('c2').move('d2').move('e2').up('e2');
    expect(it.state.selection).toEqual(line('c2', 'e2'));
    expect(it.last).toMatchObject({ t: 'say', message: { t: 'selected', moves: 1 } });
    expect(it.tap('d3').played).toEqual(['c2:e2-c3']);
  });
  it('is swept backwards and shrinks on the way back', () => {
    const it = hand(row).down('e2').move('d2').move('c2').move('d2').up('d2');
    expect(it.state.selection).toEqual(line('d2', 'e2'));
  });
  it('is swept even when the pointer strays from the rank', () => {
    const it = hand(row).down('c2').move('d2').move('e3', 0, -0.2).up('e3', 0, -0.2);
    expect(it.state.selection).toEqual(line('c2', 'e2'));
    expect(it.played).toEqual([]);
  });
  it('ends where the pieces end', () => {
    expect(hand(row).down('c2').move('d2').move('i2').up('i2').state.selection).toEqual(line('c2', 'e2'));
  });
  it('is made by tapping the other end', () => {
    expect(hand(row).tap('c2').tap('d2').state.selection).toEqual(line('c2', 'd2'));
    expect(hand(row).tap('c2').tap('e2').state.selection).toEqual(line('c2', 'e2'));
  });
  it('is made by tapping any piece in line with it, with a move or without; over a gap the other is taken alone', () => {
    expect(hand(row).tap('c2').tap('b2').state.selection).toEqual(line('b2', 'c2'));
    expect(hand(row).tap('b2').tap('d2').state.selection).toEqual(line('b2', 'd2'));
    expect(hand(row).tap('c2').tap('g2').state.selection).toEqual(line('g2'));
  });
  it('asks why where it is to go sideways and cannot', () => {
    expect(hand(row).tap('c2').tap('d2').tap('f3').last).toMatchObject({ t: 'forbidden', attempt: { text: 'c2:d2-e3' } });
  });
  it('is moved in one go: swept along, then drawn off the line', () => {
    const it = hand(row).down('c2').move('d2').move('e2').move('e2', 0, 0.95);
    expect(it.state.selection).toEqual(line('c2', 'e2'));
    expect(it.up('e3').played).toEqual(['c2:e2-c3']);
  });
  it('is not swept by a piece that only brushes its neighbour on the way to its own target', () => {
    const it = hand({ legal: 'c2-e4 c2:d2-c3', own: 'c2 d2' }).down('c2').move('d2', -0.4, 0.4).move('e4', -0.2, -0.1);
    expect(it.state.gesture).toMatchObject({ t: 'drag', snap: { files: 2, ranks: 2 } });
    expect(it.up('e4').played).toEqual(['c2-e4']);
  });
  it('is made by shift-click just the same', () => {
    expect(hand(row).tap('b2').tap('d2', true).state.selection).toEqual(line('b2', 'd2'));
    expect(hand(row).tap('b2').tap('g2', true).state.selection).toEqual(line('g2'));
  });
  it('gives way to a single piece of its own that is tapped', () => {
    expect(hand(row).tap('c2').tap('e2').tap('d2').state.selection).toEqual(line('d2'));
  });
  it('is dragged as one body', () => {
    const it = hand(row).tap('c2').tap('d2').down('c2', 0.1).move('c3').move('c4');
    expect(it.state.gesture).toMatchObject({ t: 'drag', snap: { ranks: 2 } });
    expect(it.up('c4').played).toEqual(['c2:d2-c4']);
  });
  it('is lengthened and shortened by its ends', () => {
    const it = hand(row).tap('c2').tap('d2').down('d2', 0.4).move('e2', 0.1).up('e2', 0.1);
    expect(it.state.selection).toEqual(line('c2', 'e2'));
    it.down('c2', -0.4).move('d2').up('d2');
    expect(it.state.selection).toEqual(line('d2', 'e2'));
    expect(it.played).toEqual([]);
  });
  it('is dragged, not resized, when its end is pulled across', () => {
    const it = hand(row).tap('c2').tap('d2').down('d2', 0.4).move('d3', 0.4).up('d3', 0.4);
    expect(it.played).toEqual(['c2:d2-c3']);
  });
  it('turns a sweep that comes back to its piece and leaves the line into a drag', () => {
    const it = hand(row).down('c2').move('d2').move('c3').move('c4').up('c4');
    expect(it.played).toEqual(['c2-c4']);
  });
});

describe('what is not allowed', () => {
  const refused = attempt(line('c2'), 0, 4, new Set());
  if (refused === null) throw new Error('c2-c6 is on the board');
  const setting = { ...row, forbidden: [refused] };
  it('is answered with the attempt when tapped', () => {
    const it = hand(setting).tap('c2').tap('c6');
    expect(it.last).toEqual({ t: 'forbidden', attempt: refused });
    expect(it.state.refused).toBe(refused);
    expect(it.state.selection).toEqual(line('c2'));
  });
  it('is answered when a drag ends there, and forgotten at the next press', () => {
    const it = hand(setting).down('c2').move('c3').move('c6').up('c6');
    expect(it.last).toEqual({ t: 'forbidden', attempt: refused });
    expect(it.down('c2').state.refused).toBeNull();
  });
  it('leaves others’ pieces alone', () => {
    const it = hand(row).tap('h7');
    expect(it.state.selection).toBeNull();
    expect(it.last).toMatchObject({ t: 'say', message: { t: 'nothing-here' } });
  });
});

describe('the choice of a subgroup', () => {
  const setting = {
    legal: 'i2xf5=b6 i2xf5=h7',
    own: 'i2 i1',
    stays: (of: Part) => (of.text.endsWith('b6') ? sqs('b6 c6') : sqs('h7 i7')),
  };
  it('waits for the group that stays', () => {
    const it = hand(setting).tap('i2').tap('f5');
    expect(it.played).toEqual([]);
    expect(it.last).toMatchObject({ t: 'say', message: { t: 'choose-group', sizes: [2, 2] } });
    expect(it.tap('i7').played).toEqual(['i2xf5=h7']);
  });
  it('is dropped by a click elsewhere or Escape', () => {
    expect(hand(setting).tap('i2').tap('f5').tap('a1').state.choice).toBeNull();
    const it = hand(setting).tap('i2').tap('f5').send({ t: 'escape' });
    expect(it.state.choice).toBeNull();
    expect(it.state.selection).toEqual(line('i2'));
    expect(it.played).toEqual([]);
  });
  it('is made by keyboard as well', () => {
    const it = hand(setting).focus('i2').send({ t: 'enter' }).focus('f5').send({ t: 'enter' }).focus('b6').send({ t: 'enter' });
    expect(it.played).toEqual(['i2xf5=b6']);
  });
});

describe('two parts', () => {
  it('offers the moved line for the advance, and Escape takes the first part back', () => {
    const it = hand({ ...row, staged: true }).send({ t: 'position', select: line('c2', 'd2') });
    expect(it.state.selection).toEqual(line('c2', 'd2'));
    expect(it.send({ t: 'escape' }).last).toEqual({ t: 'undo' });
  });
  it('lets go of a selection made by hand before it takes back', () => {
    const it = hand({ ...row, staged: true }).send({ t: 'position', select: null }).tap('g2').send({ t: 'escape' });
    expect(it.last).toMatchObject({ t: 'say', message: { t: 'cleared' } });
    expect(it.send({ t: 'escape' }).last).toEqual({ t: 'undo' });
  });
  it('takes nothing back when nothing is staged', () => {
    expect(hand(row).send({ t: 'escape' }).heard).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('walks, selects and plays', () => {
    const it = hand(row).focus('c2').send({ t: 'enter' }).key(0, 1).key(0, 1).send({ t: 'enter' });
    expect(it.played).toEqual(['c2-c4']);
  });
  it('stays on the board', () => {
    expect(hand(row).focus('a1').key(-1, 0).key(0, -1).state.focus).toBe(sq('a1'));
  });
  it('grows and shrinks a line', () => {
    const it = hand(row).focus('c2').key(1, 0, true);
    expect(it.state.selection).toEqual(line('c2', 'd2'));
    expect(it.key(1, 0, true).state.selection).toEqual(line('c2', 'e2'));
    expect(it.key(1, 0, true).last).toMatchObject({ message: { t: 'line-ends' } });
    expect(it.key(-1, 0, true).state.selection).toEqual(line('c2', 'd2'));
    expect(it.key(0, 1).send({ t: 'enter' }).played).toEqual(['c2:d2-c3']);
  });
  it('grows nothing from an empty square', () => {
    const it = hand(row).focus('a5').key(1, 0, true);
    expect(it.state.selection).toBeNull();
    expect(it.state.focus).toBe(sq('a5'));
  });
});

describe('a new position', () => {
  it('ends every gesture and selection but keeps the focus', () => {
    const it = hand(row).tap('c2').down('c2').move('c3').send({ t: 'position', select: null });
    expect(it.state).toMatchObject({ selection: null, gesture: { t: 'none' }, focus: sq('c2') });
    expect(it.up('c4').played).toEqual([]);
  });
});
