import { ignoringErrors } from './user-callbacks.js';
import { AbortError } from './errors.js';
import { define } from './values.js';

/** Milliseconds of the longest timer. A longer delay would fire immediately. */
export const MAX_DELAY: number = 2 ** 31 - 1;

/**
 * Normalizes a deadline in milliseconds: fractions round down to at least 1, the maximum is `MAX_DELAY`; 0 for none.
 */
export const readTimeout = (given: number | undefined): number =>
  given !== undefined && given > 0 ? Math.min(Math.max(Math.floor(given), 1), MAX_DELAY) : 0;

/** Normalizes a delay in milliseconds: NaN and undefined are `byDefault`, negative is 0, the maximum is `MAX_DELAY`. */
export const readDelay = (given: number | undefined, byDefault: number): number =>
  given === undefined || Number.isNaN(given) ? byDefault : Math.min(Math.max(given, 0), MAX_DELAY);

/** The platform boundary for time: everything in homing that waits or reads the time of day uses a Clock. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Returns milliseconds from an arbitrary start, by a monotonic clock, for durations. */
  ticks(): number;
  /** Runs `task` once after `ms` milliseconds. Returns the argument for `clearTimeout`. */
  setTimeout(task: () => void, ms: number): unknown;
  /** Cancels a task. Does nothing for a task that has run, and for undefined. */
  clearTimeout(timer: unknown): void;
}

/** The platform's monotonic clock. Some engines under React Native have no `performance`. */
export const ticks = (): number => ((globalThis as { performance?: Performance }).performance ?? Date).now();

/** The platform's timers, looked up at each use, so that fake timers installed later work. */
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks,
  setTimeout: (task, ms) => globalThis.setTimeout(task, ms),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as number);
  },
};

/** Resolves after one turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => globalThis.setTimeout(resolve, 0));

/**
 * Returns a number from `least` to `most`, uniformly distributed.
 *
 * @param random Returns a number from 0 (included) to 1 (excluded). Default: `Math.random`, looked up at each call.
 */
export const randomBetween = (
  least: number,
  most: number,
  random: () => number = () => Math.random(),
): number => least + random() * (most - least);

/** Why something ended early. */
export interface Interruption {
  /** The kind of the resulting error. */
  readonly kind: 'abort' | 'timeout';
  /** The signal's reason; for a deadline, an error named `TimeoutError`. */
  readonly reason: unknown;
}

/** An aborted signal of the caller is an `'abort'`, whatever its reason: docs/reference/rules.md#which-kind-it-is */
export const abortBy = ({ reason }: AbortSignal): Interruption => ({
  kind: 'abort',
  // Signals of React Native have no reason.
  reason: reason === undefined ? new AbortError('The call was aborted.') : (reason as unknown),
});

/** Classifies any other aborted signal: a timeout if its reason is named `TimeoutError`, else an abort. */
export function interruptionBy(signal: AbortSignal): Interruption {
  const { reason } = abortBy(signal);
  let name: unknown;
  try {
    ({ name } = Object(reason) as { name?: unknown });
  } catch {
    // The name can't be read, for example on a revoked proxy.
  }
  return { kind: name === 'TimeoutError' ? 'timeout' : 'abort', reason };
}

/** Aborts a controller and sets the signal's reason, also in React Native, whose signals have none. */
export function abortWith(controller: AbortController, reason: unknown): void {
  const { signal } = controller;
  if (!('reason' in signal)) define(signal, 'reason', reason);
  controller.abort(reason);
}

/** The waiting tasks of each signal. */
const WAITING = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/** The only listener that homing adds to a signal. */
function runTasks(this: AbortSignal): void {
  for (const task of WAITING.get(this) ?? []) task();
}

/**
 * Runs `task` when the signal aborts. Returns a function that removes the task. Each signal has one listener for all
 * tasks: a page's signal can be passed to every call, and runtimes report the eleventh listener as a leak.
 *
 * @param task Must not throw: other tasks wait for the same signal.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const tasks = WAITING.get(signal) ?? new Set();
  if (tasks.add(task).size === 1) {
    WAITING.set(signal, tasks);
    signal.addEventListener('abort', runTasks);
  }
  return () => {
    if (!tasks.delete(task) || tasks.size > 0) return;
    // Delete the entry now: WeakMap entries that die with their keys are expensive for the garbage collector.
    WAITING.delete(signal);
    // A signal that throws here must not block the call.
    void ignoringErrors(() => signal.removeEventListener('abort', runTasks));
  };
}

/**
 * Waits `ms` milliseconds, or rejects with the signal's reason as soon as it aborts. Leaves no timer and no listener.
 */
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
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts, for work that might ignore the signal.
 * Leaves no listener.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(abortBy(signal).reason);
    const forget = onAbort(signal, abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(forget);
  });
}
