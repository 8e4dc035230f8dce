// What is heard of a game: its sounds, and the words for those who listen.
import { tick } from 'svelte';
import { createSounds, type Sound } from '../board/sounds.ts';
import { settings } from '../settings.svelte.ts';
import { turnText } from './boardText.ts';
import type { Table } from './table.svelte.ts';

/** After the sound of the turn that ended the game. */
const kEndPause = 250;

/** Made by a component, and silent when that is gone. */
export class Voice {
  /** What stands in the region that is read out. */
  spoken = $state('');
  readonly #sounds = createSounds();

  constructor() {
    $effect(() => {
      this.#sounds.on = settings.sound;
      return () => (this.#sounds.on = false);
    });
  }

  /** The same words twice are said twice: the region is emptied first. */
  say(words: string): void {
    this.spoken = '';
    void tick().then(() => (this.spoken = words));
  }
  sound(sound: Sound): void {
    this.#sounds.play(sound);
  }
  /** Of a part that waits for the rest of its turn. */
  prepared(pieces: number, words: string): void {
    this.sound(pieces > 1 ? 'line' : 'move');
    this.say(words);
  }
  ended(): void {
    setTimeout(() => this.sound('end'), kEndPause);
  }

  /** Of a turn that was made, counted from 1; returns the words for it. */
  turn(table: Table, ply: number): string {
    const made = table.partsAt(ply);
    const before = table.position(ply - 1);
    const now = table.position(ply);
    if (before === null || now === null) return '';
    const removed = table.removedAt(ply)?.squares.length ?? 0;
    this.sound(removed > 1 ? 'removal' : removed === 1 ? 'capture' : (made[0]?.origin.length ?? 1) > 1 ? 'line' : 'move');
    return turnText(made, before.toMove, removed);
  }
}
