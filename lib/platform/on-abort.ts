/** What waits for one signal. */
class AbortTasks {
  readonly #tasks = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  add(task: () => void): void {
    this.#tasks.add(task);
  }

  delete(task: () => void): void {
    this.#tasks.delete(task);
  }

  /** Called by the platform when the signal aborts. */
  handleEvent(): void {
    for (const task of this.#tasks) task();
  }
}

const WAITING: WeakMap<AbortSignal, AbortTasks> = /* @__PURE__ */ new WeakMap();

/**
 * Runs `task` when the signal aborts; gives what takes it back. A signal carries one listener, however many tasks
 * wait for it: a page's signal may be passed to every call, and runtimes warn of the eleventh listener as of a leak.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = WAITING.get(signal) ?? new AbortTasks();
  if (tasks.isEmpty) signal.addEventListener('abort', tasks);
  WAITING.set(signal, tasks);
  tasks.add(task);
  return () => {
    tasks.delete(task);
    if (tasks.isEmpty) signal.removeEventListener('abort', tasks);
  };
}
