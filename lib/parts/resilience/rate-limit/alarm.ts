import type { Clock } from '../../../core/seats.js';

/** One timer at most. Times are those of the clock that nobody sets. */
export class Alarm {
  readonly #clock: Clock;
  readonly #task: () => void;
  #timer: unknown;
  #at = Infinity;

  constructor(clock: Clock, task: () => void) {
    this.#clock = clock;
    this.#task = task;
  }

  /** Goes off then, and at no other time; never, for Infinity. */
  set(at: number): void {
    if (at === this.#at) return;
    this.#clock.clearTimeout(this.#timer);
    this.#at = at;
    if (at === Infinity) return;
    const ring = (): void => {
      this.#at = Infinity;
      this.#task();
    };
    this.#timer = this.#clock.setTimeout(ring, Math.max(Math.ceil(at - this.#clock.ticks()), 0));
  }
}
