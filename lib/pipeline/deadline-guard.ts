import { abortBy } from '../platform/abort-by.js';
import { AbortError } from '../platform/abort-error.js';
import type { Clock } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import type { Interruption } from '../platform/interruption.js';
import type { Result } from '../result/result.js';

/**
 * One per call that has a signal or a deadline, or can be superseded: merges signal and deadline into the call's
 * signal, and settles the call when its chain is stuck. Whatever happens, the caller's signal carries one listener at
 * most, and none once the call is settled; the same for timers.
 */
export class DeadlineGuard extends Cutoff {
  /** Ends the request: with the call, or when a newer call took its place. */
  readonly wire: Cutoff;
  readonly #clock: Clock;

  /**
   * @param caller The caller's own signal.
   * @param timeout Milliseconds from now; 0 for no deadline.
   * @param supersedable Whether `supersede` may be called.
   */
  constructor(clock: Clock, caller?: AbortSignal, timeout = 0, supersedable = false) {
    super();
    this.#clock = clock;
    this.wire = supersedable ? new Cutoff() : this;
    // What fired first counts.
    this.wire.onAbort(() => this.release());
    if (supersedable) this.onAbort((interruption) => this.wire.abort(interruption));
    if (caller) this.follow(caller, abortBy);
    this.expire(clock, timeout);
  }

  /**
   * Gives the chain's Result; or, when the chain has not answered one macrotask after the deadline or abort, what
   * `stuck` makes of the interruption.
   */
  settle(
    chain: Promise<Result<unknown>>,
    stuck: (interruption: Interruption) => Result<unknown>,
  ): Promise<Result<unknown>> {
    return new Promise((resolve, reject) => {
      chain.then(resolve, reject);
      this.wire.onAbort((interruption) => {
        this.after(this.#clock, 0, () => {
          try {
            resolve(stuck(interruption));
            // What the chain of a superseded call still waits for is for nobody any more.
            this.abort(interruption);
          } catch (thrown) {
            // Not into the timer's void, where the call would hang.
            reject(thrown);
          }
        });
      });
    });
  }

  /** A newer call took the place of this one. Middleware doesn't see it; its request ends. */
  supersede(): void {
    this.wire.abort({
      kind: 'abort',
      reason: new AbortError('A newer call of the endpoint took the place of this one.'),
    });
  }
}
