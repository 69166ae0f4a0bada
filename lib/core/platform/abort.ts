import type { Clock } from './clock.js';
import { AbortError } from './own-errors.js';
import { define } from './values.js';

/** Why something ended before its time. */
export interface Interruption {
  /** The kind of the error that it makes. */
  readonly kind: 'abort' | 'timeout';
  /** The signal's reason; for a deadline an error named `TimeoutError`. */
  readonly reason: unknown;
}

/** An aborted signal of the caller's own is an abort, whatever its reason: docs/reference/rules.md#which-kind-it-is */
export const abortBy = ({ reason }: AbortSignal): Interruption => ({
  kind: 'abort',
  // The signals of React Native have no reason.
  reason: reason === undefined ? new AbortError('The call was aborted.') : (reason as unknown),
});

/** What any other aborted signal means: a timeout where its reason is named so, else an abort. */
export function interruptionBy(signal: AbortSignal): Interruption {
  const { reason } = abortBy(signal);
  const { name } = Object(reason) as { name?: unknown };
  return { kind: name === 'TimeoutError' ? 'timeout' : 'abort', reason };
}

/** Aborts with a reason that the signal tells of in React Native too, whose own signals have none. */
export function abortWith(controller: AbortController, reason: unknown): void {
  const { signal } = controller;
  if (!('reason' in signal)) define(signal, 'reason', reason);
  controller.abort(reason);
}

/** What waits for each signal. */
const WAITING = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/** The one listener that a signal has. */
function runTasks(this: AbortSignal): void {
  for (const task of WAITING.get(this) ?? []) task();
}

/**
 * Runs `task` when the signal aborts; gives what takes it back. A signal carries one listener, however many tasks wait
 * for it: a page's signal may be passed to every call, and runtimes warn of the eleventh listener as of a leak.
 *
 * @param task Must not throw: others wait for the same signal.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = WAITING.get(signal) ?? new Set();
  if (tasks.add(task).size === 1) {
    WAITING.set(signal, tasks);
    signal.addEventListener('abort', runTasks);
  }
  return () => {
    if (!tasks.delete(task) || tasks.size > 0) return;
    // Not left to the garbage collector, for which entries that die with their signals are dear.
    WAITING.delete(signal);
    signal.removeEventListener('abort', runTasks);
  };
}

/** Waits; rejects with the signal's reason as soon as the signal aborts. Leaves no timer and no listener behind. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clock.clearTimeout(timer);
      forget?.();
      settle();
    };
    const abort = (): void => end(() => reject(signal && abortBy(signal).reason));
    const timer = signal?.aborted ? undefined : clock.setTimeout(() => end(resolve), ms);
    const forget = signal && onAbort(signal, abort);
    if (signal?.aborted) abort();
  });
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as the signal aborts:
 * for work that may not listen to the signal itself. No listener is left behind.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(abortBy(signal).reason);
    const forget = onAbort(signal, abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(forget);
  });
}
