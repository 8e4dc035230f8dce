// Short messages that pass by themselves; any page may put one up, one place shows them.

import type { IconName } from './Icon.svelte';

export interface ToastAction {
  readonly label: string;
  /** Stands for the label where there is no room for it. */
  readonly icon?: IconName;
  run(): void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'plain' | 'red';
  readonly actions: readonly ToastAction[];
}

/** Long enough to read twice; an error stays until it is closed. */
const kSeconds = 6;

class Toasts {
  all: readonly Toast[] = $state.raw([]);
  /** Where the page has made room for them: its head gives way, or the column beside a game; null: they have found a free place. */
  dock: 'head' | 'side' | null = $state(null);
  #next = 0;

  /** One that is to `stay` goes only when it is closed or its action taken. */
  show(text: string, options: { kind?: Toast['kind']; action?: ToastAction; actions?: readonly ToastAction[]; stay?: boolean } = {}): number {
    const toast: Toast = { id: this.#next++, text, kind: options.kind ?? 'plain', actions: options.actions ?? (options.action === undefined ? [] : [options.action]) };
    // The same words twice are one message.
    this.all = [...this.all.filter((other) => other.text !== text), toast].slice(-3);
    if (toast.kind === 'plain' && options.stay !== true) setTimeout(() => this.close(toast.id), kSeconds * 1000);
    return toast.id;
  }

  close(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
    if (this.all.length === 0) this.dock = null;
  }
}

export const toasts = new Toasts();
