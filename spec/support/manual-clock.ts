import type { Clock } from '../../lib/core/platform/time.js';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/**
 * A clock that stands still until it is moved by hand. A timer that is set while others run waits for the next move,
 * also with a delay of 0: a move is one macrotask.
 */
export class ManualClock implements Clock {
  #now = 0;
  #lastId = 0;
  readonly #timers = new Map<number, Timer>();

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds to the next timer; undefined when none is set. */
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

  /** Lets `ms` milliseconds pass, then runs what is due, in its order. */
  move(ms: number): void {
    this.#now += ms;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.#now).sort(([, a], [, b]) => a.at - b.at);
    for (const [id, { task }] of due) if (this.#timers.delete(id)) task();
  }
}
