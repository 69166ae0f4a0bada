import { abortBy, type Interruption } from '../platform/interruption.js';
import type { Clock } from '../platform/clock.js';
import type { Cutoff } from '../platform/cutoff.js';
import { isAborted } from '../platform/foreign-signal.js';
import type { Result } from '../result/result.js';
import { DeadlineCutoff } from './deadline-cutoff.js';

/**
 * One per call that has a signal or a deadline, or can be superseded: merges signals and deadline into the call's
 * signal, and settles the call when its chain is stuck. Signals and deadline hold as long as anything of the call runs,
 * settled or not. Whatever happens, each signal carries one listener at most, and none once nothing runs any
 * more; the same for timers.
 */
export class DeadlineGuard extends DeadlineCutoff {
  readonly #signals: readonly AbortSignal[];
  #requestCutoff: Cutoff = this;
  /** How much of the call runs: its chain, each `next()`, which a middleware need not wait for, and an open body. */
  #running = 0;
  #isWatching = false;

  /**
   * @param signals The caller's own, and those of the copy of the client.
   * @param timeout Milliseconds from now; 0 for no deadline.
   */
  constructor(clock: Clock, signals: readonly AbortSignal[] = [], timeout = 0) {
    super(clock, timeout);
    this.#signals = signals;
    // What fired first counts.
    this.onAbort(() => this.release());
    this.#watch();
  }

  /** Ends the request: the guard itself, unless something else may end the request alone. */
  get requestCutoff(): Cutoff {
    return this.#requestCutoff;
  }

  /** The request ends with this cutoff, and with the call. */
  endRequestWith(cutoff: Cutoff): void {
    this.#requestCutoff = cutoff;
    cutoff.onAbort(() => this.release());
    this.onAbort((interruption) => cutoff.abort(interruption));
  }

  /** Runs a part of the call. Where nothing ran any more, what is left of the deadline counts again. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    let letGo: () => void;
    try {
      letGo = this.keep();
    } catch (thrown) {
      // A signal that takes a listener once need not take one again.
      return Promise.reject(thrown);
    }
    const running = work();
    running.then(letGo, letGo);
    return running;
  }

  /** Signal and deadline hold until what this gives is called. */
  keep(): () => void {
    if (!this.#isWatching) this.#watch();
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) this.release();
    };
  }

  override release(): void {
    this.#isWatching = false;
    super.release();
  }

  /** Notices what no event has told of yet: a deadline that passed while the thread was busy, an abort without one. */
  override notice(): void {
    for (const signal of this.#signals) if (isAborted(signal)) this.abort(abortBy(signal));
    super.notice();
  }

  /**
   * Gives the chain's Result; or, when the chain has not answered one macrotask after the deadline or abort, what
   * `stuck` makes of the interruption.
   *
   * @param chain Has begun.
   */
  settle(
    chain: Promise<Result<unknown>>,
    stuck: (interruption: Interruption) => Result<unknown>,
  ): Promise<Result<unknown>> {
    return new Promise((resolve, reject) => {
      const settled: { byChain: boolean } = { byChain: false };
      chain.finally(() => (settled.byChain = true)).then(resolve, reject);
      this.#requestCutoff.onAbort((interruption) => {
        this.after(this.clock, 0, () => {
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

  #isOver(): boolean {
    return this.#requestCutoff.interruption !== undefined;
  }

  #watch(): void {
    this.notice();
    if (this.#isOver()) return;
    this.#isWatching = true;
    // First, as it may throw, for a signal that can take no listener, or end the call there and then.
    for (const signal of this.#signals) this.follow(signal, abortBy);
    if (!this.#isOver()) this.start();
  }
}
