import type { Clock } from './clock.js';
import { AbortError } from './own-errors.js';
import { bare } from './values.js';

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
  const aborted = abortBy(signal);
  try {
    const { name } = Object(aborted.reason) as { name?: unknown };
    return name === 'TimeoutError' ? { ...aborted, kind: 'timeout' } : aborted;
  } catch {
    // Whoever aborts may give anything, and what can't be read has no name.
    return aborted;
  }
}

/** Aborts with a reason that the signal tells of in React Native too, whose own signals have none. */
export function abortWith(controller: AbortController, reason: unknown): void {
  const { signal } = controller;
  if (!('reason' in signal)) Object.defineProperty(signal, 'reason', bare({ value: reason }));
  controller.abort(reason);
}

/** What waits for one signal, and the one listener that it has for all of them. */
interface Waiting {
  readonly tasks: Set<() => void>;
  readonly run: () => void;
}

const WAITING = /* @__PURE__ */ new WeakMap<AbortSignal, Waiting>();

const waitingFor = (signal: AbortSignal): Waiting => {
  const tasks = new Set<() => void>();
  const run = (): void => {
    for (const task of tasks) task();
  };
  const waiting = { tasks, run };
  WAITING.set(signal, waiting);
  return waiting;
};

/**
 * Runs `task` when the signal aborts; gives what takes it back. A signal carries one listener, however many tasks wait
 * for it: a page's signal may be passed to every call, and runtimes warn of the eleventh listener as of a leak.
 *
 * @param task Must not throw: others wait for the same signal.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const { tasks, run } = WAITING.get(signal) ?? waitingFor(signal);
  tasks.add(task);
  if (tasks.size === 1) signal.addEventListener('abort', run);
  return () => {
    if (tasks.delete(task) && tasks.size === 0) signal.removeEventListener('abort', run);
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
