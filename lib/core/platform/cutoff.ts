import { abortWith } from './abort-with.js';
import type { Clock } from './clock.js';
import { isAborted } from './foreign-signal.js';
import { type Interruption, interruptionBy } from './interruption.js';
import { onAbort } from './on-abort.js';
import { quietly } from './quietly.js';

/**
 * An end of homing's own making: with a signal, at a deadline, or by decision. What waits for it inside homing is
 * called directly, at a fraction of what a listener costs; the AbortSignal, the dearest part, is made when somebody
 * outside needs one.
 */
export class Cutoff {
  /** What it happened with; undefined as long as it has not. */
  interruption: Interruption | undefined;
  #controller: AbortController | undefined;
  readonly #tasks = new Set<(interruption: Interruption) => void>();
  /** What the next release runs. */
  readonly #releaseTasks: (() => void)[] = [];

  /** Aborts with this, with the same reason. */
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
    for (const task of this.#tasks) task(interruption);
    const controller = this.#controller;
    // Workers throw here, for a signal of another incoming request and for a listener that throws.
    if (controller) void quietly(() => abortWith(controller, interruption.reason));
  }

  /** Aborts the signal alone: what goes on under it is for nobody any more, and whatever else waits goes on waiting. */
  hangUp(): void {
    void quietly(() => this.#controller?.abort());
  }

  /** Ends with this signal, too; `meaning` says what its abort means. */
  follow(source: AbortSignal, meaning: (signal: AbortSignal) => Interruption = interruptionBy): void {
    const end = (): void => this.abort(meaning(source));
    if (isAborted(source)) {
      end();
      return;
    }
    this.onRelease(onAbort(source, end));
    // A signal of somebody's own making may abort, or say that it did, while it takes the listener.
    if (isAborted(source)) end();
    if (this.interruption) this.release();
  }

  /** Runs the task after so many milliseconds, unless this was released by then; gives what calls it off. */
  after(clock: Clock, ms: number, task: () => void): () => void {
    const timer = clock.setTimeout(task, ms);
    const callOff = (): void => clock.clearTimeout(timer);
    this.onRelease(callOff);
    return callOff;
  }

  /** Runs the task at the next release. It must not throw. */
  onRelease(task: () => void): void {
    this.#releaseTasks.push(task);
  }

  /** Takes every listener and timer away: signals may live much longer than what waits for them. */
  release(): void {
    for (const task of this.#releaseTasks.splice(0)) task();
  }

  /** Runs the task when it happens, at once when it has; gives what calls it off. */
  onAbort(task: (interruption: Interruption) => void): () => void {
    if (this.interruption) task(this.interruption);
    else this.#tasks.add(task);
    return () => this.#tasks.delete(task);
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
}
