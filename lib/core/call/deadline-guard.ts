import {
  abortBy,
  abortWith,
  type Interruption,
  interruptionBy,
  onAbort,
  readTimeout,
  ticks,
} from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { type DeadlineOwner, TimeoutError } from '../platform/errors.js';

/**
 * Ends a call, an attempt or a shared request early: by a signal, by a deadline whose clock can be paused, by a newer
 * call, or by a call of `abort`.
 *
 * Code inside homing registers plain callbacks, which are much cheaper than event listeners. The AbortSignal is created
 * only when fetch or a middleware needs one. Signals and deadline are active while work runs under the guard (`hold`,
 * `keep`). After that, no listener and no timer remains.
 */
export class DeadlineGuard {
  /** Why the guard ended; undefined while it hasn't. Only the first reason counts. */
  interruption: Interruption | undefined = undefined;
  readonly #owner: DeadlineOwner | undefined;
  readonly #signals: readonly AbortSignal[];
  /** The deadline in milliseconds; 0 for none. */
  readonly #timeout: number;
  #controller: AbortController | undefined;
  readonly #tasks = new Set<(interruption: Interruption) => void>();
  /** Tasks of the next release. */
  #releaseTasks: (() => void)[] = [];
  /** Milliseconds that were left when the clock was last started; Infinity without a deadline. */
  #rest: number;
  #startedAt: number;
  #pauses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of tasks that run under the guard. */
  #running = 0;
  #isWatching = false;

  /**
   * @param timeout Milliseconds from now; 0 and undefined for no deadline.
   * @param owner What the deadline belongs to, if not the whole call.
   * @param signals The caller's own signals: an abort is `'abort'`, whatever its reason.
   */
  constructor(timeout?: number, owner?: DeadlineOwner, signals: readonly AbortSignal[] = []) {
    this.#owner = owner;
    this.#signals = signals;
    this.#timeout = readTimeout(timeout);
    this.#rest = this.#timeout || Infinity;
    this.#startedAt = this.#timeout && ticks();
  }

  /** Aborts when the guard ends, with the same reason. Created at the first use. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.interruption) abortWith(this.#controller, this.interruption.reason);
    }
    return this.#controller.signal;
  }

  /** Ends the guard. Only the first time counts. */
  abort(interruption: Interruption): void {
    if (this.interruption) return;
    this.interruption = interruption;
    this.release();
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

  /** Ends this guard when the outer one ends. */
  endWith(outer: DeadlineGuard): void {
    this.onRelease(outer.onAbort((interruption) => this.abort(interruption)));
  }

  /** Ends this guard when the signal aborts. `meaning` converts the signal to an interruption. */
  follow(source: AbortSignal, meaning: (signal: AbortSignal) => Interruption = interruptionBy): void {
    const end = (): void => this.abort(meaning(source));
    if (source.aborted) end();
    else this.onRelease(onAbort(source, end));
  }

  /** Adds listeners to the signals, and sets the timer. */
  start(): void {
    this.#isWatching = true;
    // After an aborted signal, the others need no listener.
    for (const signal of this.#signals) if (!this.interruption) this.follow(signal, abortBy);
    // After the signals: if a signal is already aborted and the deadline has passed, the abort counts.
    this.notice();
    this.#arm();
  }

  /**
   * Keeps the guard active until the returned function is called. If it was inactive, the remaining time of the
   * deadline runs again.
   */
  keep(): () => void {
    if (!this.#isWatching) this.start();
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) this.release();
    };
  }

  /** Runs work while keeping the guard active. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const letGo = this.keep();
    const running = work();
    running.then(letGo, letGo);
    return running;
  }

  /** Runs the task at the next release. */
  onRelease(task: () => void): void {
    this.#releaseTasks.push(task);
  }

  /** Removes every listener and timer: signals can live much longer than the call. */
  release(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    for (const task of this.#releaseTasks.splice(0)) task();
  }

  /** Milliseconds until the deadline; 0 after it, Infinity without one. */
  get remaining(): number {
    const left = this.#pauses > 0 ? this.#rest : this.#rest + this.#startedAt - ticks();
    return Math.max(Math.ceil(left), 0);
  }

  /** Stops the clock. Returns a function that restarts it. The clock runs when every pause has ended. */
  pause(): () => void {
    let isPaused = true;
    this.#rest = this.remaining;
    this.#pauses += 1;
    clearTimeout(this.#timer);
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      this.#startedAt = ticks();
      this.#arm();
    };
  }

  /** Removes the deadline. Signals and `abort` still end the guard. */
  liftDeadline(): void {
    clearTimeout(this.#timer);
    this.#rest = Infinity;
  }

  /** Ends the guard if the deadline has passed: a busy thread can delay the timer. */
  notice(): void {
    if (this.#timeout && this.remaining === 0) this.#expire();
  }

  /**
   * Settles like the work, or rejects with the interruption as soon as the guard ends. If the guard has ended, doesn't
   * start the work.
   */
  until<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onAbort(reject);
      if (!this.interruption) Promise.resolve(begin()).finally(forget).then(resolve, reject);
    });
  }

  /** Runs the task one macrotask after the guard ended. Returns a function that cancels the task. */
  onStuck(task: (interruption: Interruption) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = this.onAbort((interruption) => {
      timer = setTimeout(() => task(interruption), 0);
    });
    return () => {
      forget();
      clearTimeout(timer);
    };
  }

  #arm(): void {
    const { remaining } = this;
    if (remaining < Infinity && this.#pauses === 0 && !this.interruption)
      this.#timer = setTimeout(() => this.#expire(), remaining);
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout, this.#owner) });
  }
}
