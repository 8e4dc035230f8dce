// The window as pages need to know it: whether it is too small for a board with everything beside it, and whether a game fills it.

/** The same as in the styles of the game: below this the panel goes around the board. */
const small = window.matchMedia('(max-width: 59.99rem)');

class Viewport {
  /** A phone, or a window as narrow. */
  small = $state(small.matches);
  #games = $state(0);
  #boards = $state(0);

  constructor() {
    small.addEventListener('change', () => (this.small = small.matches));
  }

  /** A game is on the page: on a phone it needs the room of the navigation. */
  get playing(): boolean {
    return this.#games > 0;
  }
  /** A board to work on is on the page: a phone on its side has no room for the navigation beside it. */
  get boarding(): boolean {
    return this.#boards > 0;
  }
  /** For as long as such a board is there. Returns what ends that. */
  board(): () => void {
    ++this.#boards;
    return () => void --this.#boards;
  }
  /** For as long as a game is there. Returns what ends that. */
  play(): () => void {
    ++this.#games;
    return () => void --this.#games;
  }
}

export const viewport = new Viewport();
