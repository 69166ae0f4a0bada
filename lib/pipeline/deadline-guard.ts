import { abortReason } from '../platform/abort-reason.js';
import type { Clock } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import { onAbort } from '../platform/on-abort.js';
import type { Result } from '../result/result.js';
import { AbortError } from './abort-error.js';
import { TimeoutError } from './timeout-error.js';

/** Why a call ends before its chain has answered. */
export interface Interruption {
  readonly kind: 'abort' | 'timeout';
  readonly reason: unknown;
}

/**
 * One per call that has a signal or a deadline, or can be superseded: merges signal and deadline into the call's signal, and settles the call when its
 * chain is stuck. Whatever happens, the caller's signal carries one listener at most, and none once the call is
 * settled; the same for timers.
 */
export class DeadlineGuard {
  readonly #clock: Clock;
  readonly #caller: AbortSignal | undefined;
  /** Ends the call: with the caller's signal or at the deadline, with the same reason. */
  readonly call: Cutoff = new Cutoff();
  /** Ends the request: with the call, or when a newer call took its place. */
  readonly wire: Cutoff;
  #timer: unknown;
  #ignoreCaller: (() => void) | undefined;
  #interruption: Interruption | undefined;
  #onInterruption: (() => void) | undefined;

  /**
   * @param caller The caller's own signal.
   * @param timeout Milliseconds from now; 0 for no deadline.
   * @param supersedable Whether `supersede` may be called.
   */
  constructor(clock: Clock, caller: AbortSignal | undefined, timeout = 0, supersedable = false) {
    this.#clock = clock;
    this.#caller = caller;
    this.wire = supersedable ? new Cutoff() : this.call;
    if (caller?.aborted) this.#abort();
    else {
      this.#ignoreCaller = caller && onAbort(caller, () => this.#abort());
      if (timeout)
        this.#timer = clock.setTimeout(() => this.#interrupt('timeout', new TimeoutError(timeout)), timeout);
    }
  }

  /** What fired first; undefined as long as nothing did. */
  get interruption(): Interruption | undefined {
    return this.#interruption;
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
      this.#onInterruption = () => {
        this.#clock.clearTimeout(this.#timer);
        this.#timer = this.#clock.setTimeout(() => {
          try {
            if (!this.#interruption) return;
            resolve(stuck(this.#interruption));
            // What the chain of a superseded call still waits for is for nobody any more.
            this.call.abort(this.#interruption.reason);
          } catch (thrown) {
            // Not into the timer's void, where the call would hang.
            reject(thrown);
          }
        }, 0);
      };
      if (this.#interruption) this.#onInterruption();
    });
  }

  /** A newer call took the place of this one. Middleware doesn't see it; its request ends. */
  supersede(): void {
    this.#interrupt(
      'abort',
      new AbortError('A newer call of the endpoint took the place of this one.'),
      this.wire,
    );
  }

  /** Takes the listener and the timer away; the call is settled. */
  release(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#ignoreCaller?.();
  }

  #interrupt(kind: Interruption['kind'], reason: unknown, cutoff = this.call): void {
    if (this.#interruption) return;
    this.#interruption = { kind, reason };
    cutoff.abort(reason);
    this.wire.abort(reason);
    this.#onInterruption?.();
  }

  #abort(): void {
    const reason = abortReason(this.#caller);
    // The signals of React Native have no reason.
    this.#interrupt('abort', reason === undefined ? new AbortError('The call was aborted.') : reason);
  }
}
