// Time, and what ends something before its time.

import { ignoringErrors } from './user-callbacks.js';
import { AbortError } from './errors.js';
import { define } from './values.js';

/** The longest delay that timers take, in milliseconds; a longer one would fire at once. */
export const MAX_DELAY: number = 2 ** 31 - 1;

/** Milliseconds as a deadline: fractions round down to at least 1, too long is the longest; 0 for none. */
export const readTimeout = (given: number | undefined): number =>
  given !== undefined && given > 0 ? Math.min(Math.max(Math.floor(given), 1), MAX_DELAY) : 0;

/** Milliseconds as a timer can wait them: NaN and nothing are `byDefault`, negative is 0, too long is the longest. */
export const readDelay = (given: number | undefined, byDefault: number): number =>
  given === undefined || Number.isNaN(given) ? byDefault : Math.min(Math.max(given, 0), MAX_DELAY);

/** The edge to time: everything in homing that waits or reads the time of day does it through one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from some moment on, by a clock that nobody can set: for how long something takes. */
  ticks(): number;
  /** Runs `task` once, `ms` milliseconds from now; gives what `clearTimeout` takes. */
  setTimeout(task: () => void, ms: number): unknown;
  /** Calls a task off; nothing for what has run, and for undefined. */
  clearTimeout(timer: unknown): void;
}

/** `Clock.ticks` of the platform. Some engines under React Native have no `performance`. */
export const ticks = (): number => ((globalThis as { performance?: Performance }).performance ?? Date).now();

/** The platform's own timers, looked up at each use so that fake timers installed later are seen. */
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks,
  setTimeout: (task, ms) => globalThis.setTimeout(task, ms),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as number);
  },
};

/** Waits until everything else had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => globalThis.setTimeout(resolve, 0));

/**
 * A number from `least` up to `most`, evenly spread.
 *
 * @param random Gives a number from 0 up to 1. By default `Math.random`, as it is at the time.
 */
export const randomBetween = (
  least: number,
  most: number,
  random: () => number = () => Math.random(),
): number => least + random() * (most - least);

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
  let name: unknown;
  try {
    ({ name } = Object(reason) as { name?: unknown });
  } catch {
    // It can't be read, as of a revoked proxy.
  }
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
    // A call must not hang because a signal fails here.
    void ignoringErrors(() => signal.removeEventListener('abort', runTasks));
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
