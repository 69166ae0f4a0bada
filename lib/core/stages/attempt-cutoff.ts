import { type Clock, readTimeout } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import { TimeoutError } from '../platform/interruption.js';

/** Ends one attempt: with what ends the call, and at a deadline of its own whose clock may be stopped. */
export class AttemptCutoff extends Cutoff {
  readonly #clock: Clock;
  /** Milliseconds; 0 for no deadline, and when it was lifted. */
  #timeout: number;
  /** Milliseconds that the attempt has left, as of the last time that its clock was started. */
  #rest: number;
  #startedAt = 0;
  #pauses = 0;
  #stop: (() => void) | undefined;

  /** @param timeout Milliseconds from `start` on; 0 and undefined for no deadline. */
  constructor(clock: Clock, timeout: number | undefined) {
    super();
    this.#clock = clock;
    this.#timeout = readTimeout(timeout);
    this.#rest = this.#timeout;
  }

  start(): void {
    if (this.#timeout === 0 || this.interruption) return;
    this.#startedAt = this.#clock.ticks();
    this.#stop = this.after(this.#clock, Math.max(Math.ceil(this.#rest), 0), () => this.#expire());
  }

  /** Stops the clock; gives what starts it again. It runs when everybody who stopped it has started it. */
  pause(): () => void {
    let isPaused = true;
    this.#pauses += 1;
    if (this.#pauses === 1) {
      this.#stop?.();
      this.#rest -= this.#passed;
    }
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      if (this.#pauses === 0) this.start();
    };
  }

  /** From now on nothing but what ends the call ends this. */
  liftDeadline(): void {
    this.#stop?.();
    this.#timeout = 0;
  }

  /** Notices a deadline that passed while the thread was busy. */
  notice(): void {
    if (this.#timeout > 0 && this.#pauses === 0 && this.#passed >= this.#rest) this.#expire();
  }

  get #passed(): number {
    return this.#clock.ticks() - this.#startedAt;
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout, 'attempt') });
  }
}
