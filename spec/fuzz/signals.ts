import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { anyThrown, makeThrown, type Thrown } from './thrown.js';

/** The caller's signal. */
export interface SignalPlan {
  /** Milliseconds from the start of the scenario; below 0: aborted before the call; null: never. */
  readonly abortAt: number | null;
  /** Aborts while fetch is called, if that comes first. */
  readonly inFetch: boolean;
  readonly reason: Thrown;
}

export const anySignal: fc.Arbitrary<SignalPlan> = fc.record({
  abortAt: fc.constantFrom(-1, 0, 1, 5, 10, 20, 40, null),
  inFetch: fc.boolean(),
  reason: anyThrown,
});

/** A signal, what aborts it, and how many wait for it. */
export interface Abortable {
  readonly signal: AbortSignal;
  /** Whether it was aborted. */
  readonly done: boolean;
  abort(): void;
  listeners(): number;
}

/** @param onThrow Told what comes out of the abort: of its listeners, all but one that the scenario added are homing's. */
export const makeSignal = (reason: Thrown, onThrow: (thrown: unknown) => void): Abortable => {
  const controller = new AbortController();
  const abortable = {
    signal: controller.signal,
    listeners: () => getEventListeners(controller.signal, 'abort').length,
    done: false,
    abort: () => {
      abortable.done = true;
      try {
        controller.abort(makeThrown(reason));
      } catch (thrown) {
        onThrow(thrown);
      }
    },
  };
  return abortable;
};
