import { type Clock, readTimeout } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import { type DeadlineOwner, TimeoutError } from '../platform/interruption.js';

/** A cutoff with a deadline, whose clock may be stopped. */
export class DeadlineCutoff extends Cutoff {
  protected readonly clock: Clock;
  readonly #owner: DeadlineOwner | undefined;
  /** Milliseconds; 0 for no deadline, and when it was lifted. */
  #timeout: number;
  /** Milliseconds that were left when the clock was started. */
  #rest: number;
  #startedAt: number;
  #pauses = 0;
  #disarm: (() => void) | undefined;

  /**
   * @param timeout Milliseconds from now; 0 and undefined for no deadline.
   * @param owner What has it, where that is not the whole call.
   */
  constructor(clock: Clock, timeout: number | undefined, owner?: DeadlineOwner) {
    super();
    this.clock = clock;
    this.#owner = owner;
    this.#timeout = readTimeout(timeout);
    this.#rest = this.#timeout;
    this.#startedAt = clock.ticks();
  }

  /** Sets the timer, until the next release. */
  start(): void {
    if (this.#timeout > 0 && !this.interruption)
      this.#disarm = this.after(this.clock, Math.max(Math.ceil(this.#left), 0), () => this.#expire());
  }

  /** Stops the clock; gives what starts it again. It runs when everybody who stopped it has started it. */
  pause(): () => void {
    let isPaused = true;
    this.#pauses += 1;
    if (this.#pauses === 1) {
      this.#disarm?.();
      this.#rest = this.#left;
    }
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      if (this.#pauses > 0) return;
      this.#startedAt = this.clock.ticks();
      this.start();
    };
  }

  /** Milliseconds until the deadline, 0 when it has passed; Infinity without one. */
  get remaining(): number {
    return this.#timeout > 0 ? Math.max(Math.ceil(this.#left), 0) : Infinity;
  }

  /** From now on nothing but what else ends this does. */
  liftDeadline(): void {
    this.#disarm?.();
    this.#timeout = 0;
  }

  /** Notices a deadline that passed while the thread was busy. */
  notice(): void {
    if (this.#timeout > 0 && this.#pauses === 0 && this.#left <= 0) this.#expire();
  }

  get #left(): number {
    return this.#rest - (this.clock.ticks() - this.#startedAt);
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout, this.#owner) });
  }
}
