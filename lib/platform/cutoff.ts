/**
 * An abort of homing's own making. What waits for it inside homing is called directly, at a fraction of what a
 * listener costs; the AbortSignal, the dearest part, is made when somebody outside needs one.
 */
export class Cutoff {
  #aborted = false;
  #reason: unknown;
  #controller: AbortController | undefined;
  #tasks: Set<() => void> | undefined;

  /** Whether it has happened. */
  get aborted(): boolean {
    return this.#aborted;
  }

  /** What it happened with. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Aborts with this, with the same reason. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      const { signal } = this.#controller;
      // The signals of React Native have no reason, by which a deadline is told from an abort.
      if (!('reason' in signal)) Object.defineProperty(signal, 'reason', { get: () => this.#reason });
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Only the first time counts. */
  abort(reason?: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    try {
      this.#controller?.abort(reason);
    } catch {
      // Workers throw here, for a signal of another incoming request and for a listener that throws.
    }
    const tasks = this.#tasks;
    this.#tasks = undefined;
    tasks?.forEach((task) => task());
  }

  /** Runs the task at the abort, should that come; gives what calls it off. */
  onAbort(task: () => void): () => void {
    (this.#tasks ??= new Set()).add(task);
    return () => this.#tasks?.delete(task);
  }

  /** Settles as `work` does, or rejects with the reason as soon as this aborts. */
  until<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onAbort(() => reject(this.#reason));
      if (this.#aborted) reject(this.#reason);
      work.then(
        (value) => {
          forget();
          resolve(value);
        },
        (thrown: unknown) => {
          forget();
          reject(thrown);
        },
      );
    });
  }
}
