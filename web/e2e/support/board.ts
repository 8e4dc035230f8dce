// The board as a hand meets it: real pointer, touch and key events on its squares.
import type { Locator, Page } from 'playwright-core';
import { squareName } from '../../src/board/geometry.ts';
import { targetsOf } from '../../src/board/moves.ts';
import type { Game, Part, Square, View } from '../../src/rules/types.ts';

export type Hand = 'click' | 'drag' | 'sweep' | 'handles' | 'touch' | 'keyboard' | 'typed';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The squares of a part that say where it goes; what a hand clicks last. */
function targetOf(part: Part): Square {
  const low = part.origin[0] ?? 0;
  const high = part.origin[part.origin.length - 1] ?? low;
  const to = part.destination[0] ?? 0;
  const files = (to % 10) - (low % 10);
  const ranks = Math.floor(to / 10) - Math.floor(low / 10);
  const [target] = targetsOf({ low, high }, files, ranks);
  if (target === undefined) throw new Error(`${part.text} leads nowhere`);
  return target;
}

/** "c2" as the number of the square. */
export const squareNamed = (name: string): number => (Number(name[1]) - 1) * 10 + name.charCodeAt(0) - 97;

export class BoardDriver {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, root: Locator = page.locator('.board:not(.piece-sign)').first()) {
    this.page = page;
    this.root = root;
  }

  get cells(): Locator {
    return this.root.locator('[role="grid"]');
  }

  cell(square: Square): Locator {
    return this.root.locator(`[role="gridcell"][aria-label^="${squareName(square)},"]`);
  }

  async isFlipped(): Promise<boolean> {
    const label = await this.root.locator('[role="gridcell"]').first().getAttribute('aria-label');
    return label?.startsWith('j1') === true;
  }

  /** Where a square is on the screen, once the board is in sight. */
  async at(square: Square): Promise<Point> {
    return this.cells.evaluate((grid, wanted) => {
      let box = grid.getBoundingClientRect();
      if (box.top < 0 || box.bottom > window.innerHeight) {
        grid.scrollIntoView({ block: 'center' });
        box = grid.getBoundingClientRect();
      }
      const flipped = grid.querySelector('[role="gridcell"]')?.getAttribute('aria-label')?.startsWith('j1') === true;
      const file = flipped ? 9 - (wanted % 10) : wanted % 10;
      const row = flipped ? Math.floor(wanted / 10) : 7 - Math.floor(wanted / 10);
      return { x: box.x + ((file + 0.5) * box.width) / 10, y: box.y + ((row + 0.5) * box.height) / 8 };
    }, square);
  }

  async click(square: Square, { shift = false } = {}): Promise<void> {
    const { x, y } = await this.at(square);
    if (shift) await this.page.keyboard.down('Shift');
    await this.page.mouse.click(x, y);
    if (shift) await this.page.keyboard.up('Shift');
  }

  /** Presses on one square and lets go over another, by way of what lies between. */
  async pull(from: Square, to: Square): Promise<void> {
    const a = await this.at(from);
    const b = await this.at(to);
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await this.page.mouse.move(b.x, b.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async tap(square: Square): Promise<void> {
    const { x, y } = await this.at(square);
    await this.page.touchscreen.tap(x, y);
  }

  /** A finger that goes down on one square, over to another, and up. */
  async swipe(from: Square, to: Square): Promise<void> {
    const a = await this.at(from);
    const b = await this.at(to);
    const session = await this.page.context().newCDPSession(this.page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [a]);
    for (let step = 1; step <= 6; ++step) await send('touchMove', [{ x: a.x + ((b.x - a.x) * step) / 6, y: a.y + ((b.y - a.y) * step) / 6 }]);
    await send('touchEnd', []);
    await session.detach();
  }

  selected(): Locator {
    return this.root.locator('[role="gridcell"][aria-selected="true"]');
  }

  /** Lets go of a selection, the one made for the player after a preparation included. */
  async letGo(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.selected().count()) > 0; ++tries) {
      const label = (await this.selected().first().getAttribute('aria-label')) ?? '';
      const square = squareNamed(label);
      await this.click(square);
    }
  }

  /** Moves the focus with the arrow keys. */
  async walk(to: Square): Promise<void> {
    const label = (await this.root.locator('[role="gridcell"][tabindex="0"]').getAttribute('aria-label')) ?? 'a1';
    const turn = (await this.isFlipped()) ? -1 : 1;
    const files = ((to % 10) - (label.charCodeAt(0) - 97)) * turn;
    const ranks = (Math.floor(to / 10) - (Number(label[1]) - 1)) * turn;
    for (let i = 0; i < Math.abs(files); ++i) await this.page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(ranks); ++i) await this.page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  }

  async play(part: Part, hand: Hand = 'click'): Promise<void> {
    const first = part.origin[0] ?? 0;
    const last = part.origin[part.origin.length - 1] ?? first;
    const target = targetOf(part);
    if (hand === 'typed') {
      await this.page.keyboard.type(part.text);
      await this.page.keyboard.press('Enter');
      return;
    }
    if (hand === 'keyboard') {
      await this.playByKeys(part, first, last, target);
      return;
    }
    const press = (square: Square): Promise<void> => (hand === 'touch' ? this.tap(square) : this.click(square));
    if (hand !== 'touch') await this.letGo();
    if (first === last && (hand === 'drag' || hand === 'sweep')) {
      await this.pull(first, target);
    } else if (first === last) {
      await press(first);
      await press(target);
    } else {
      if (hand === 'sweep' || hand === 'drag') await this.pull(first, last);
      else if (hand === 'touch') await this.swipe(first, last);
      else if (hand === 'handles') {
        await press(first);
        await press(last);
      } else {
        await press(first);
        await this.click(last, { shift: true });
      }
      await this.holds(part, hand);
      if (hand === 'drag') await this.pull(first, part.destination[0] ?? 0);
      else await press(target);
    }
    if (part.keep !== null) await press(part.keep);
  }

  /** Waits until the line of a part is selected. */
  private async holds(part: Part, hand: Hand): Promise<void> {
    for (let tries = 0; tries < 100; ++tries) {
      if ((await this.selected().count()) === part.origin.length) return;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`the line of ${part.text} is not selected by ${hand}`);
  }

  private async playByKeys(part: Part, first: Square, last: Square, target: Square): Promise<void> {
    const { keyboard } = this.page;
    await this.walk(first);
    if ((await this.selected().count()) !== 1 || (await this.cell(first).getAttribute('aria-selected')) !== 'true') {
      await keyboard.press('Enter');
    }
    await keyboard.down('Shift');
    await this.walk(last);
    await keyboard.up('Shift');
    await this.holds(part, 'keyboard');
    await this.walk(target);
    await keyboard.press('Enter');
    if (part.keep !== null) {
      await this.walk(part.keep);
      await keyboard.press('Enter');
    }
  }
}

/** The parts of a turn in a game that is where the board is, with what it looks like after the first. */
export function partsOf(game: Game, turn: string): Part[] {
  const found: Part[] = [];
  let view: View | null = game.view;
  for (const text of turn.split(',')) {
    const part: Part | undefined = view?.parts.find((one) => one.text === text);
    if (part === undefined) throw new Error(`${turn} cannot be played`);
    found.push(part);
    view = part.preparation ? game.after(text) : null;
  }
  return found;
}
