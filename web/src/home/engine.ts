// The engine of the home page: loaded when it is first asked, and asked one thing at a time.
import type { Engine, Result, ThinkRequest } from '../engine/engine.ts';

export class HomeEngine {
  #engine: Engine | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #over = false;

  /** Null if it could not be loaded, or the page was left. */
  ask(request: ThinkRequest): Promise<Result | null> {
    const answer = this.#last.then(() => this.#think(request));
    this.#last = answer;
    return answer;
  }

  async #think(request: ThinkRequest): Promise<Result | null> {
    try {
      const { createEngine } = await import('../engine/engine.ts');
      if (this.#over) return null;
      this.#engine ??= createEngine();
      return await this.#engine.think(request);
    } catch {
      return null;
    }
  }

  dispose(): void {
    this.#over = true;
    this.#engine?.dispose();
  }
}
