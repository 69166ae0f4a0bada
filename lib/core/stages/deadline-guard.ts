import { abortBy, AbortError, type Interruption, TimeoutError } from '../platform/interruption.js';
import type { Clock } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import { isAborted } from '../platform/foreign-signal.js';
import type { Result } from '../result/result.js';

/**
 * One per call that has a signal or a deadline, or can be superseded: merges signal and deadline into the call's
 * signal, and settles the call when its chain is stuck. Signal and deadline hold as long as anything of the call runs,
 * settled or not. Whatever happens, the caller's signal carries one listener at most, and none once nothing runs any
 * more; the same for timers.
 */
export class DeadlineGuard extends Cutoff {
  /** Ends the request: with the call, or when a newer call took its place. */
  readonly wire: Cutoff;
  readonly #clock: Clock;
  readonly #caller: AbortSignal | undefined;
  readonly #timeout: number;
  readonly #start: number;
  /** How much of the call runs: its chain, and each `next()`, which a middleware need not wait for. */
  #running = 0;
  #isWatching = false;

  /**
   * @param caller The caller's own signal.
   * @param timeout Milliseconds from now; 0 for no deadline.
   * @param supersedable Whether `supersede` may be called.
   */
  constructor(clock: Clock, caller?: AbortSignal, timeout = 0, supersedable = false) {
    super();
    this.#clock = clock;
    this.#caller = caller;
    this.#timeout = timeout;
    this.#start = clock.ticks();
    this.wire = supersedable ? new Cutoff() : this;
    // What fired first counts.
    this.wire.onAbort(() => this.release());
    if (supersedable) this.onAbort((interruption) => this.wire.abort(interruption));
    this.#watch();
  }

  /** Runs a part of the call. Where nothing ran any more, what is left of the deadline counts again. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (!this.#isWatching) this.#watch();
    } catch (thrown) {
      // A signal that takes a listener once need not take one again.
      return Promise.reject(thrown);
    }
    this.#running += 1;
    const leave = (): void => {
      this.#running -= 1;
      if (this.#running === 0) this.release();
    };
    const running = work();
    running.then(leave, leave);
    return running;
  }

  override release(): void {
    this.#isWatching = false;
    super.release();
  }

  /** Notices what no event has told of yet: a deadline that passed while the thread was busy, an abort without one. */
  notice(): void {
    if (this.#caller && isAborted(this.#caller)) this.abort(abortBy(this.#caller));
    if (this.#timeout > 0 && this.#elapsed >= this.#timeout) this.#expire();
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
      const settled: { byChain: boolean } = { byChain: false };
      chain.finally(() => (settled.byChain = true)).then(resolve, reject);
      this.wire.onAbort((interruption) => {
        this.after(this.#clock, 0, () => {
          if (settled.byChain) return;
          try {
            resolve(stuck(interruption));
            // What the chain of a superseded call still waits for is for nobody any more.
            this.abort(interruption);
            this.release();
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

  get #elapsed(): number {
    return this.#clock.ticks() - this.#start;
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout) });
  }

  #isOver(): boolean {
    return this.wire.interruption !== undefined;
  }

  #watch(): void {
    this.notice();
    if (this.#isOver()) return;
    this.#isWatching = true;
    // First, as it may throw, for a signal that can take no listener, or end the call there and then.
    if (this.#caller) this.follow(this.#caller, abortBy);
    const rest = Math.ceil(this.#timeout - this.#elapsed);
    if (this.#timeout > 0 && !this.#isOver()) this.after(this.#clock, rest, () => this.#expire());
  }
}
