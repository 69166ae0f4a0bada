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
 * Everything that ends something early: signals, a deadline whose clock may be stopped, a newer call, a decision. An
 * instance for what can end by itself: a call, an attempt, a shared request.
 *
 * What waits for it inside homing is called directly, at a fraction of what a listener costs; the AbortSignal, the
 * dearest part, is made when something outside needs one. Signals and deadline hold while anything runs under it
 * (`hold`, `keep`); once nothing runs any more, no listener and no timer is left.
 */
export class DeadlineGuard {
  /** What ended it; undefined as long as nothing has. What fires first counts. */
  interruption: Interruption | undefined = undefined;
  readonly #owner: DeadlineOwner | undefined;
  readonly #signals: readonly AbortSignal[];
  /** Milliseconds; 0 for no deadline. */
  readonly #timeout: number;
  #controller: AbortController | undefined;
  readonly #tasks = new Set<(interruption: Interruption) => void>();
  /** What the next release runs. */
  #releaseTasks: (() => void)[] = [];
  /** Milliseconds that were left when the clock was started; Infinity without a deadline. */
  #rest: number;
  #startedAt: number;
  #pauses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How much runs under it. */
  #running = 0;
  #isWatching = false;

  /**
   * @param timeout Milliseconds from now; 0 and undefined for no deadline.
   * @param owner What has the deadline, where that is not the whole call.
   * @param signals Of the caller's own: one that aborts is an `'abort'`, whatever its reason.
   */
  constructor(timeout?: number, owner?: DeadlineOwner, signals: readonly AbortSignal[] = []) {
    this.#owner = owner;
    this.#signals = signals;
    this.#timeout = readTimeout(timeout);
    this.#rest = this.#timeout || Infinity;
    this.#startedAt = this.#timeout && ticks();
  }

  /** Aborts when this ends, with the same reason. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.interruption) abortWith(this.#controller, this.interruption.reason);
    }
    return this.#controller.signal;
  }

  /** Only the first time counts. */
  abort(interruption: Interruption): void {
    if (this.interruption) return;
    this.interruption = interruption;
    this.release();
    for (const task of this.#tasks) task(interruption);
    const controller = this.#controller;
    // Workers throw here, for a signal of another incoming request and for a listener that throws.
    if (controller) void ignoringErrors(() => abortWith(controller, interruption.reason));
  }

  /** Aborts the signal alone: the request is not wanted any more, and whatever else waits goes on waiting. */
  closeConnection(): void {
    void ignoringErrors(() => this.#controller?.abort());
  }

  /** Runs the task when it ends, at once when it has; gives what calls it off. */
  onAbort(task: (interruption: Interruption) => void): () => void {
    if (this.interruption) task(this.interruption);
    else this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  }

  /** Ends with this guard, too. */
  endWith(outer: DeadlineGuard): void {
    this.onRelease(outer.onAbort((interruption) => this.abort(interruption)));
  }

  /** Ends with this signal, too; `meaning` says what its abort means. */
  follow(source: AbortSignal, meaning: (signal: AbortSignal) => Interruption = interruptionBy): void {
    const end = (): void => this.abort(meaning(source));
    if (source.aborted) end();
    else this.onRelease(onAbort(source, end));
  }

  /** Listens to its signals, and sets the timer. */
  start(): void {
    this.#isWatching = true;
    // No listener on a signal after an aborted one.
    for (const signal of this.#signals) if (!this.interruption) this.follow(signal, abortBy);
    // After the signals: of both, an abort that was there before counts.
    this.notice();
    this.#arm();
  }

  /** Holds until what this gives is called. Where nothing ran any more, what is left of the deadline counts again. */
  keep(): () => void {
    if (!this.#isWatching) this.start();
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) this.release();
    };
  }

  /** Runs a part of what it guards. */
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

  /** Takes every listener and timer away: signals may live much longer than what waits for them. */
  release(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    for (const task of this.#releaseTasks.splice(0)) task();
  }

  /** Milliseconds until the deadline, 0 when it has passed; Infinity without one. */
  get remaining(): number {
    const left = this.#pauses > 0 ? this.#rest : this.#rest + this.#startedAt - ticks();
    return Math.max(Math.ceil(left), 0);
  }

  /** Stops the clock; gives what starts it again. It runs when everyone who stopped it has started it. */
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

  /** From now on nothing but what else ends this does. */
  liftDeadline(): void {
    clearTimeout(this.#timer);
    this.#rest = Infinity;
  }

  /** Ends it if the deadline has passed: a busy thread may have kept the timer from firing. */
  notice(): void {
    if (this.#timeout && this.remaining === 0) this.#expire();
  }

  /**
   * Settles as the work does, or rejects with the interruption as soon as there is one. Where there is one already, the
   * work isn't begun.
   */
  until<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onAbort(reject);
      if (!this.interruption) Promise.resolve(begin()).finally(forget).then(resolve, reject);
    });
  }

  /** Runs the task one macrotask after it ended; gives what calls it off. */
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
