// The games of this device as a list that follows every change, made here or in another tab.
import type { Kept } from '../storage/collection.ts';
import { allGames, keptGames } from './kept_games.ts';
import type { SavedGame } from './saved.ts';

/** Made by a component, and follows as long as that is there. */
export class KeptList {
  /** The last changed first; null until they are read. */
  all: readonly Kept<SavedGame>[] | null = $state.raw(null);
  /** Whether the browser will still have them tomorrow. */
  lasting = $state(true);

  constructor() {
    $effect(() => {
      let over = false;
      const read = (): void => {
        void allGames().then((all) => {
          if (!over) this.all = all;
        });
      };
      read();
      void keptGames.lasting().then((lasting) => (this.lasting = lasting));
      const leave = keptGames.onchange(read);
      return () => {
        over = true;
        leave();
      };
    });
  }
}
