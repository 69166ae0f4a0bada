/** What waits for one signal. */
class AbortTasks extends Set<() => void> {
  /** What the platform calls when the signal aborts. A function: polyfilled signals know no other listeners. */
  readonly listener = (): void => {
    for (const task of this) task();
  };
}

const WAITING: WeakMap<AbortSignal, AbortTasks> = /* @__PURE__ */ new WeakMap();

/**
 * Runs `task` when the signal aborts; gives what takes it back. A signal carries one listener, however many tasks
 * wait for it: a page's signal may be passed to every call, and runtimes warn of the eleventh listener as of a leak.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = WAITING.get(signal) ?? new AbortTasks();
  if (tasks.size === 0) signal.addEventListener('abort', tasks.listener);
  WAITING.set(signal, tasks.add(task));
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) signal.removeEventListener('abort', tasks.listener);
  };
}
