import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { hostileValues } from '../support/hostile-values.js';

/** What somebody throws, or a reason: by name, so that a counterexample can be printed and made anew. */
export type Thrown = { readonly name: string } | { readonly value: unknown };

const factories = new Map(hostileValues);

// Ten thousand errors take longer than a hundred calls; nobody changes them.
const deep = 'an Error with 10,000 causes';
const deepError = factories.get(deep)!();
factories.set(deep, () => deepError);

export const makeThrown = (thrown: Thrown): unknown =>
  'name' in thrown ? factories.get(thrown.name)!() : thrown.value;

export const anyThrown: fc.Arbitrary<Thrown> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constantFrom(...factories.keys()) }) },
  { weight: 1, arbitrary: fc.record({ value: fc.anything({ maxDepth: 1, maxKeys: 2 }) }) },
);

/** Milliseconds that something takes; 0 for none. Deadlines and aborts fall among them. */
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
