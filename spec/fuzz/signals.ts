import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { hostileValues } from '../support/hostile-values.js';

/** Values to throw or to use as an abort reason, by name, so that a counterexample can be printed and repeated. */
export type Thrown = { readonly name: string } | { readonly value: unknown };

const factories = new Map(hostileValues);

// Reuse the errors: creating 10,000 errors takes longer than 100 calls, and no code changes them.
const deep = 'an Error with 10,000 causes';
const deepError = factories.get(deep)!();
factories.set(deep, () => deepError);

export const makeThrown = (thrown: Thrown): unknown =>
  'name' in thrown ? factories.get(thrown.name)!() : thrown.value;

export const anyThrown: fc.Arbitrary<Thrown> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constantFrom(...factories.keys()) }) },
  { weight: 1, arbitrary: fc.record({ value: fc.anything({ maxDepth: 1, maxKeys: 2 }) }) },
);

/** Durations in milliseconds; 0 for none. Timeouts and aborts have similar values. */
export const anyWait: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1, 5, 10, 20, 40);

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

/** A signal, its abort function, and the number of its listeners. */
export interface Abortable {
  readonly signal: AbortSignal;
  /** Whether it was aborted. */
  readonly done: boolean;
  abort(): void;
  listeners(): number;
}

/** @param onThrow Called with errors of the abort's listeners. All listeners except one of the scenario belong to homing. */
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
