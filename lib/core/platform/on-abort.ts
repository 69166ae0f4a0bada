import { quietly } from './quietly.js';

/** A signal as somebody may have made it: adding a listener may give a promise. */
interface ForeignSignal {
  addEventListener(type: 'abort', listener: () => void): unknown;
}

/** What waits for one signal. */
class AbortTasks {
  readonly #signal: AbortSignal;
  readonly #tasks = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** A function and no object with `handleEvent`, which signals of somebody's own making may not call. */
  readonly #run = (): void => {
    for (const task of this.#tasks) task();
  };

  add(task: () => void): void {
    this.#tasks.add(task);
    if (this.#tasks.size > 1) return;
    try {
      const taken = (this.#signal as ForeignSignal).addEventListener('abort', this.#run);
      // So that a promise which rejects is no unhandled rejection.
      if (taken) void quietly(() => taken);
    } catch (thrown) {
      this.#tasks.delete(task);
      throw thrown;
    }
  }

  delete(task: () => void): void {
    if (!this.#tasks.delete(task) || this.#tasks.size > 0) return;
    // A signal of somebody's own making may be unable to. What is left on it does nothing.
    void quietly(() => this.#signal.removeEventListener('abort', this.#run));
  }
}

const WAITING: WeakMap<AbortSignal, AbortTasks> = /* @__PURE__ */ new WeakMap();

/**
 * Runs `task` when the signal aborts; gives what takes it back, which never throws. A signal carries one listener,
 * however many tasks wait for it: a page's signal may be passed to every call, and runtimes warn of the eleventh
 * listener as of a leak.
 *
 * @param task Must not throw: others wait for the same signal.
 * @throws What `addEventListener` of a signal of somebody's own making throws.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = WAITING.get(signal) ?? new AbortTasks(signal);
  tasks.add(task);
  WAITING.set(signal, tasks);
  return () => tasks.delete(task);
}
