import {
  abortBy,
  abortWith,
  type Interruption,
  interruptionBy,
  MAX_DELAY,
  onAbort,
  readTimeout,
  ticks,
} from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { type DeadlineOwner, TimeoutError } from '../platform/errors.js';

/**
 * Ends a call, an attempt or a shared request early: signals and a deadline in, one interruption out.
 *
 * Code inside homing registers plain callbacks, which are much cheaper than event listeners. The AbortSignal is created
 * only when fetch or a middleware needs one. After `dispose`, no listener and no timer remains.
 */
export class DeadlineGuard {
  /** Why the guard ended; undefined while it hasn't. Only the first reason counts. */
  interruption: Interruption | undefined = undefined;
  readonly #timeout: number;
  readonly #owner: DeadlineOwner | undefined;
  readonly #signals: readonly AbortSignal[];
  /** When the deadline passes, by `ticks()`; undefined before the start, and for a guard without a deadline. */
  #endsAt: number | undefined = undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;
  /** The guard that this guard follows. */
  #outer: DeadlineGuard | undefined;
  #leaveOuter: (() => void) | undefined;
  readonly #tasks = new Set<(interruption: Interruption) => void>();
  readonly #listening: (() => void)[] = [];

  /**
   * @param timeout Milliseconds from the first start; 0 and undefined for no deadline.
   * @param owner What the deadline belongs to, if not the whole call.
   * @param signals The caller's own signals: an abort is `'abort'`, whatever its reason.
   */
  constructor(timeout?: number, owner?: DeadlineOwner, signals: readonly AbortSignal[] = []) {
    this.#timeout = readTimeout(timeout);
    this.#owner = owner;
    this.#signals = signals;
  }

  /** Aborts when the guard ends, with the same reason. Created at the first use. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.interruption) abortWith(this.#controller, this.interruption.reason);
    }
    return this.#controller.signal;
  }

  /** Milliseconds until the deadline; 0 after it, Infinity without one. */
  get remaining(): number {
    return Math.max(Math.ceil((this.#endsAt ?? Infinity) - ticks()), 0);
  }

  /** Adds listeners to the signals, and sets the timer. Follows the sources too. */
  start(...sources: (DeadlineGuard | AbortSignal | null | undefined)[]): void {
    // After an aborted signal, the others need no listener.
    for (const source of sources) if (source && !this.interruption) this.follow(source);
    for (const signal of this.#signals) if (!this.interruption) this.follow(signal, abortBy);
    this.#outer?.notice();
    // After the signals: if a signal is already aborted and the deadline has passed, the abort counts.
    if (this.#timeout) this.setDeadline(this.#endsAt);
  }

  /**
   * Moves the deadline. Signals and `abort` still end the guard.
   *
   * @param endsAt Milliseconds by `ticks()`, or Infinity to remove the deadline. Default: the guard's timeout from now.
   */
  setDeadline(endsAt?: number): void {
    clearTimeout(this.#timer);
    const now = ticks();
    this.#endsAt = endsAt ?? now + this.#timeout;
    const left = this.#endsAt - now;
    if (this.interruption || left === Infinity) return;
    if (left <= 0) this.#expire();
    // The difference of two times isn't exact, and a longer timer would fire immediately.
    else this.#timer = setTimeout(() => this.#expire(), Math.min(Math.ceil(left), MAX_DELAY));
  }

  /** Ends this guard when the other one ends, or when the signal aborts; `meaning` converts the signal. */
  follow(source: DeadlineGuard | AbortSignal, meaning = interruptionBy): void {
    // Not `instanceof`: the guard can be of another copy of the package.
    if ('onAbort' in source) {
      this.#outer = source;
      this.#leaveOuter = source.onAbort((interruption) => this.abort(interruption));
    } else if (source.aborted) this.abort(meaning(source));
    else this.#listening.push(onAbort(source, () => this.abort(meaning(source))));
  }

  /** Ends the guard. Only the first time counts. */
  abort(interruption: Interruption): void {
    if (this.interruption) return;
    this.interruption = interruption;
    this.dispose();
    for (const task of this.#tasks) task(interruption);
    const controller = this.#controller;
    // Workers throws here if the signal belongs to another incoming request, and if a listener throws.
    if (controller) void ignoringErrors(() => abortWith(controller, interruption.reason));
  }

  /** Aborts only the signal: the request is no longer needed, but other tasks keep waiting. */
  closeConnection(): void {
    void ignoringErrors(() => this.#controller?.abort());
  }

  /** Runs the task when the guard ends, or immediately if it has ended. Returns a function that cancels the task. */
  onAbort(task: (interruption: Interruption) => void): () => void {
    if (this.interruption) task(this.interruption);
    else this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  }

  /**
   * Settles like the work, or rejects with the interruption as soon as the guard ends. If the guard has ended, doesn't
   * start the work.
   *
   * @param outer A guard that this one follows. If that guard ends, the work still settles by itself.
   */
  until<T>(begin: () => Promise<T>, outer?: DeadlineGuard): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onAbort((interruption) => {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- only homing's own code catches it
        if (interruption !== outer?.interruption) reject(interruption);
      });
      if (this.interruption === outer?.interruption)
        Promise.resolve(begin()).finally(forget).then(resolve, reject);
    });
  }

  /** Ends the guard if its deadline, or the deadline of an outer guard, has passed: a busy thread can delay the timer. */
  notice(): void {
    this.#outer?.notice();
    if (this.remaining === 0) this.#expire();
  }

  /** Removes every listener and timer, until the next `start`: signals can live much longer than the call. */
  dispose(): void {
    this.release();
    this.#leaveOuter?.();
  }

  /** Removes every listener and timer, but still ends with the guard that it follows. */
  release(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#listening.splice(0)) stop();
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout, this.#owner) });
  }
}

/** The guard of an attempt. Its clock stops while the attempt waits in a queue. */
export class AttemptGuard extends DeadlineGuard {
  #pauses = 0;
  /** Milliseconds that were left when the clock stopped. */
  #rest = Infinity;

  /** @param timeout Milliseconds from the start; 0 and undefined for no limit. */
  constructor(timeout: number | undefined) {
    super(timeout, 'attempt');
  }

  /** Stops the clock. Returns a function that restarts it. The clock runs when every pause has ended. */
  pause(): () => void {
    if (this.#pauses === 0) this.#rest = this.remaining;
    this.#pauses += 1;
    super.setDeadline(Infinity);
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      if (this.#pauses === 0) super.setDeadline(ticks() + this.#rest);
    };
  }

  override setDeadline(endsAt?: number): void {
    // A deadline that is removed during a pause stays removed.
    if (endsAt === Infinity) this.#rest = Infinity;
    super.setDeadline(endsAt);
  }
}
