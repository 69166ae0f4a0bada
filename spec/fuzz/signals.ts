import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { HAND_MADE, type HandMade, type MadeByHand, makeByHand } from './hand-made-signals.js';
import { anyThrown, makeThrown, type Thrown } from './thrown.js';

/** The caller's signal. */
export interface SignalPlan {
  /** A platform signal, one without a reason (React Native), one whose reason throws, or one that is no platform's. */
  readonly kind: 'platform' | 'bare' | 'hostile' | HandMade;
  /** Milliseconds from the start of the scenario; below 0: aborted before the call; null: never. */
  readonly abortAt: number | null;
  /** Aborts while fetch is called, if that comes first. */
  readonly inFetch: boolean;
  readonly reason: Thrown;
}

export const anySignal: fc.Arbitrary<SignalPlan> = fc.record({
  kind: fc.oneof(
    fc.constantFrom<SignalPlan['kind'][]>('platform', 'platform', 'platform', 'bare', 'hostile'),
    fc.constantFrom(...HAND_MADE),
  ),
  abortAt: fc.constantFrom(-1, 0, 1, 5, 10, 20, 40, null),
  inFetch: fc.boolean(),
  reason: anyThrown,
});

/** They may say nothing of their abort, or say it when there is none: only a deadline can be relied upon. */
const UNRELIABLE: readonly SignalPlan['kind'][] = [
  'takes no listener',
  'calls at once',
  'its aborted throws',
  'its aborted flips',
];

/** Whether it tells of its abort, and only of that. */
export const isReliable = ({ kind }: Pick<SignalPlan, 'kind'>): boolean => !UNRELIABLE.includes(kind);

/** They keep every listener, whatever one does. */
export const keepsListeners = ({ kind }: Pick<SignalPlan, 'kind'>): boolean =>
  kind === 'takes none away' || kind === 'lets nobody go';

class BareSignal extends EventTarget {
  aborted = false;
}

class HostileSignal extends BareSignal {
  get reason(): unknown {
    throw new Error('do not read');
  }
}

/** A signal and what aborts it. */
export interface Abortable extends MadeByHand {
  readonly plan: Pick<SignalPlan, 'kind'>;
  /** Whether it was aborted. */
  readonly done: boolean;
}

const makeByClass = ({
  kind,
  reason,
}: Pick<SignalPlan, 'kind' | 'reason'>): Omit<MadeByHand, 'listeners'> => {
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

const isHandMade = (kind: SignalPlan['kind']): kind is HandMade => HAND_MADE.includes(kind as HandMade);

/** @param onThrow Told what comes out of the abort: of its listeners, all but one that the scenario added are homing's. */
export const makeSignal = (
  plan: Pick<SignalPlan, 'kind' | 'reason'>,
  onThrow: (thrown: unknown) => void,
): Abortable => {
  const { kind, reason } = plan;
  const made = isHandMade(kind) ? makeByHand(kind, () => makeThrown(reason)) : makeByClass(plan);
  const counted = (): number => getEventListeners(made.signal, 'abort').length;
  const listeners = 'listeners' in made ? (made as MadeByHand).listeners : counted;
  const abortable = {
    plan,
    signal: made.signal,
    listeners,
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
