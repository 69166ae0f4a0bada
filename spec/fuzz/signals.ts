import fc from 'fast-check';
import { anyThrown, makeThrown, type Thrown } from './thrown.js';

/** The caller's signal. */
export interface SignalPlan {
  /** A platform signal, one without a reason (React Native), or one whose reason throws when it is read. */
  readonly kind: 'platform' | 'bare' | 'hostile';
  /** Milliseconds from the start of the scenario; below 0: aborted before the call; null: never. */
  readonly abortAt: number | null;
  /** Aborts while fetch is called, if that comes first. */
  readonly inFetch: boolean;
  readonly reason: Thrown;
}

export const anySignal: fc.Arbitrary<SignalPlan> = fc.record({
  kind: fc.constantFrom('platform', 'platform', 'platform', 'bare', 'hostile'),
  abortAt: fc.constantFrom(-1, 0, 1, 5, 10, 20, 40, null),
  inFetch: fc.boolean(),
  reason: anyThrown,
});

class BareSignal extends EventTarget {
  aborted = false;
}

class HostileSignal extends BareSignal {
  get reason(): unknown {
    throw new Error('do not read');
  }
}

/** A signal and what aborts it. */
export interface Abortable {
  readonly signal: AbortSignal;
  abort(): void;
}

export const makeSignal = ({ kind, reason }: Pick<SignalPlan, 'kind' | 'reason'>): Abortable => {
  if (kind === 'platform') {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(makeThrown(reason)) };
  }
  const signal = kind === 'bare' ? new BareSignal() : new HostileSignal();
  return {
    signal: signal as unknown as AbortSignal,
    abort: () => {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.dispatchEvent(new Event('abort'));
    },
  };
};
