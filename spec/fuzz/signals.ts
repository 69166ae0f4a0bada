import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { anyThrown, makeThrown, type Thrown } from './thrown.js';

/** The caller's signal. */
export interface SignalPlan {
  /** A platform signal, or one without a reason, as React Native has them. */
  readonly kind: 'platform' | 'bare';
  /** Milliseconds from the start of the scenario; below 0: aborted before the call; null: never. */
  readonly abortAt: number | null;
  /** Aborts while fetch is called, if that comes first. */
  readonly inFetch: boolean;
  readonly reason: Thrown;
}

export const anySignal: fc.Arbitrary<SignalPlan> = fc.record({
  kind: fc.constantFrom<SignalPlan['kind'][]>('platform', 'platform', 'platform', 'bare'),
  abortAt: fc.constantFrom(-1, 0, 1, 5, 10, 20, 40, null),
  inFetch: fc.boolean(),
  reason: anyThrown,
});

class BareSignal extends EventTarget {
  aborted = false;
}

/** A signal, what aborts it, and how many wait for it. */
export interface Abortable {
  readonly signal: AbortSignal;
  /** Whether it was aborted. */
  readonly done: boolean;
  abort(): void;
  listeners(): number;
}

const makeByKind = ({
  kind,
  reason,
}: Pick<SignalPlan, 'kind' | 'reason'>): Pick<Abortable, 'signal' | 'abort'> => {
  if (kind === 'platform') {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(makeThrown(reason)) };
  }
  const signal = new BareSignal();
  return {
    signal: signal as unknown as AbortSignal,
    abort: () => {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.dispatchEvent(new Event('abort'));
    },
  };
};

/** @param onThrow Told what comes out of the abort: of its listeners, all but one that the scenario added are homing's. */
export const makeSignal = (
  plan: Pick<SignalPlan, 'kind' | 'reason'>,
  onThrow: (thrown: unknown) => void,
): Abortable => {
  const made = makeByKind(plan);
  const abortable = {
    signal: made.signal,
    listeners: () => getEventListeners(made.signal, 'abort').length,
    done: false,
    abort: () => {
      abortable.done = true;
      try {
        made.abort();
      } catch (thrown) {
        onThrow(thrown);
      }
    },
  };
  return abortable;
};
