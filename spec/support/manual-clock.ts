import type { Clock } from '../../lib/core/platform/time.js';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/**
 * A clock that the spec advances. A timer that is set while others run waits for the next step, also with a delay of
 * 0: a step is one macrotask.
 */
export class ManualClock implements Clock {
  #now = 0;
  #lastId = 0;
  readonly #timers = new Map<number, Timer>();

  /** The number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds to the next timer; undefined without a timer. */
  get untilNext(): number | undefined {
    const due = [...this.#timers.values()].map(({ at }) => at);
    return due.length > 0 ? Math.min(...due) - this.#now : undefined;
  }

  now(): number {
    return this.#now;
  }

  ticks(): number {
    return this.#now;
  }

  setTimeout(task: () => void, ms: number): number {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, { at: this.#now + ms, task });
    return this.#lastId;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as number);
  }

  /** Advances by `ms` milliseconds, then runs the due timers in order. */
  move(ms: number): void {
    this.#now += ms;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.#now).sort(([, a], [, b]) => a.at - b.at);
    for (const [id, { task }] of due) if (this.#timers.delete(id)) task();
  }
}
