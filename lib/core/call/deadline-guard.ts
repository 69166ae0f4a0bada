import { abortBy, abortWith, type Interruption, interruptionBy, onAbort } from '../platform/abort.js';
import { type Clock, readTimeout, systemClock } from '../platform/clock.js';
import { quietly } from '../platform/foreign.js';
import { type DeadlineOwner, TimeoutError } from '../platform/own-errors.js';

/**
 * Everything that ends something early: signals, a deadline whose clock may be stopped, a newer call, a decision. An
 * instance for what can end by itself: a call, an attempt, a shared request.
 *
 * What waits for it inside homing is called directly, at a fraction of what a listener costs; the AbortSignal, the
 * dearest part, is made when somebody outside needs one. Signals and deadline hold while anything runs under it (`hold`,
 * `keep`), each signal with one listener at most; once nothing runs any more, no listener and no timer is left.
 */
export class DeadlineGuard {
  /** What ended it; undefined as long as nothing has. What fires first counts. */
  interruption: Interruption | undefined;
  readonly #clock: Clock;
  readonly #owner: DeadlineOwner | undefined;
  readonly #signals: readonly AbortSignal[];
  #controller: AbortController | undefined;
  readonly #tasks = new Set<(interruption: Interruption) => void>();
  /** What the next release runs. */
  #releaseTasks: (() => void)[] = [];
  /** Milliseconds; 0 for no deadline, and when it was lifted. */
  #timeout: number;
  /** Milliseconds that were left when the clock was started. */
  #rest: number;
  #startedAt: number;
  #pauses = 0;
  #timer: unknown;
  /** How much runs under it. */
  #running = 0;
  #isWatching = false;

  /**
   * @param timeout Milliseconds from now; 0 and undefined for no deadline.
   * @param owner What has the deadline, where that is not the whole call.
   * @param signals Of the caller's own: one that aborts is an `'abort'`, whatever its reason.
   */
  constructor(
    timeout?: number,
    owner?: DeadlineOwner,
    signals: readonly AbortSignal[] = [],
    clock: Clock = systemClock,
  ) {
    this.#clock = clock;
    this.#owner = owner;
    this.#signals = signals;
    this.#timeout = readTimeout(timeout);
    this.#rest = this.#timeout;
    this.#startedAt = this.#timeout && clock.ticks();
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
    if (controller) void quietly(() => abortWith(controller, interruption.reason));
  }

  /** Aborts the signal alone: what goes on under it is for nobody any more, and whatever else waits goes on waiting. */
  hangUp(): void {
    void quietly(() => this.#controller?.abort());
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
    this.notice();
    if (this.interruption) return;
    this.#isWatching = true;
    for (const signal of this.#signals) this.follow(signal, abortBy);
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
    this.#disarm();
    const tasks = this.#releaseTasks;
    this.#releaseTasks = [];
    for (const task of tasks) task();
  }

  /** Milliseconds until the deadline, 0 when it has passed; Infinity without one. */
  get remaining(): number {
    return this.#timeout > 0 ? Math.max(Math.ceil(this.#left), 0) : Infinity;
  }

  /** Stops the clock; gives what starts it again. It runs when everybody who stopped it has started it. */
  pause(): () => void {
    let isPaused = true;
    if (this.#pauses === 0) this.#rest = this.#left;
    this.#pauses += 1;
    this.#disarm();
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.#pauses -= 1;
      if (this.#pauses > 0) return;
      this.#startedAt = this.#clock.ticks();
      this.#arm();
    };
  }

  /** From now on nothing but what else ends this does. */
  liftDeadline(): void {
    this.#disarm();
    this.#timeout = 0;
  }

  /** Notices what no event has told of yet: a deadline that passed while the thread was busy. */
  notice(): void {
    for (const signal of this.#signals) if (signal.aborted) this.abort(abortBy(signal));
    if (this.#timeout > 0 && this.#pauses === 0 && this.#left <= 0) this.#expire();
  }

  /**
   * Settles as the work does, or rejects with the interruption as soon as there is one. Where there is one already, the
   * work isn't begun.
   */
  until<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onAbort(reject);
      if (!this.interruption) begin().finally(forget).then(resolve, reject);
    });
  }

  /** Runs the task one macrotask after it ended; gives what calls it off. */
  onStuck(task: (interruption: Interruption) => void): () => void {
    let timer: unknown;
    const forget = this.onAbort((interruption) => {
      timer = this.#clock.setTimeout(() => task(interruption), 0);
    });
    return () => {
      forget();
      this.#clock.clearTimeout(timer);
    };
  }

  get #left(): number {
    return this.#pauses > 0 ? this.#rest : this.#rest - (this.#clock.ticks() - this.#startedAt);
  }

  #arm(): void {
    if (this.#timeout > 0 && this.#pauses === 0 && !this.interruption)
      this.#timer = this.#clock.setTimeout(() => this.#expire(), this.remaining);
  }

  #disarm(): void {
    if (this.#timer === undefined) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #expire(): void {
    this.abort({ kind: 'timeout', reason: new TimeoutError(this.#timeout, this.#owner) });
  }
}
