// Which steps of the course have been done, kept in this browser.
import { stored } from '../storage.ts';
import type { Lesson } from './lesson.ts';
import { lessons } from './lessons.ts';

/** Names of steps done, by lesson. */
type Done = Readonly<Record<string, readonly string[]>>;

/** What was stored, by whatever version of the course; unknown lessons and steps are dropped. */
export function readProgress(value: unknown): Done {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const done: Record<string, readonly string[]> = {};
  for (const { id, steps } of lessons) {
    const names: unknown = kept[id];
    if (!Array.isArray(names)) continue;
    done[id] = steps.map((step) => step.id).filter((name) => names.includes(name));
  }
  return done;
}

const place = stored('learn', readProgress);

class Progress {
  #done: Done = $state.raw(place.read());

  constructor() {
    // Another tab went on with the course.
    place.onchange((done) => (this.#done = done));
  }

  has(lesson: Lesson, step: string): boolean {
    return this.#done[lesson.id]?.includes(step) ?? false;
  }
  count(lesson: Lesson): number {
    return this.#done[lesson.id]?.length ?? 0;
  }
  isDone(lesson: Lesson): boolean {
    return this.count(lesson) === lesson.steps.length;
  }
  get isEmpty(): boolean {
    return lessons.every((lesson) => this.count(lesson) === 0);
  }
  /** Where to go on: the first step that is not done; the first of all if there is none. */
  firstOpen(lesson: Lesson): number {
    return Math.max(0, lesson.steps.findIndex(({ id }) => !this.has(lesson, id)));
  }
  /** The lesson to go on with; null when all are done. */
  get current(): Lesson | null {
    return lessons.find((lesson) => !this.isDone(lesson)) ?? null;
  }

  add(lesson: Lesson, step: string): void {
    if (this.has(lesson, step)) return;
    this.#done = { ...this.#done, [lesson.id]: [...(this.#done[lesson.id] ?? []), step] };
    place.write(this.#done);
  }
  clear(): void {
    this.#done = {};
    place.clear();
  }
}

export const progress = new Progress();
