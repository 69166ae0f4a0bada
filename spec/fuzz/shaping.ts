import { hasTrait } from './middlewares.js';
import { type CallPlan, deadlineOf, type LevelPlan, type Scenario, type SchemaPlan } from './plans.js';
import { neverEnds } from './replies.js';
import type { SignalPlan } from './signals.js';

/** What is drawn beside a scenario, and shapes it. */
export interface Shape {
  /** Nothing fails and nobody leaves: what calls have in common comes to bear. */
  readonly calm: boolean;
  /** Whether all calls are as the first but for their times, or of other users too. */
  readonly twins: 'none' | 'equal' | 'of other users';
}

/** Calls that share a request or an answer, that supersede each other, and that must not. */
export const withTwins = ({ twins, ...scenario }: Scenario & Pick<Shape, 'twins'>): Scenario => {
  const [first] = scenario.calls;
  if (twins === 'none' || !first) return scenario;
  const calls = scenario.calls.map(({ startAt, signal, timeout, headers, copy }) => {
    const twin = { ...first, startAt, signal, timeout };
    return twins === 'equal' ? twin : { ...twin, headers, copy };
  });
  return { ...scenario, calls };
};

const CALM_MIDDLEWARE = /^(passes|waits|sets a header|adds to the query|is the cache|is a (cache|log|retry))/;

const calmLevel = <T extends LevelPlan>(level: T): T => ({
  ...level,
  middleware: level.middleware.filter(({ does }) => CALM_MIDDLEWARE.test(does)),
  broken: undefined,
});

/** Every so often nothing fails: what several calls have in common shows only in those that come home with data. */
export const withCalm = ({ calm, ...scenario }: Scenario & Pick<Shape, 'calm'>): Scenario => {
  if (!calm) return scenario;
  const { client, endpoints, calls, replies } = scenario;
  return {
    ...scenario,
    client: calmLevel(client),
    endpoints: endpoints.map((endpoint) => ({ ...calmLevel(endpoint), schema: undefined })),
    calls: calls.map((call) => ({ ...calmLevel(call), signal: undefined })),
    replies: replies.map((reply) => ({ ...reply, does: 'an echo', status: 200 })),
  };
};

const RESCUE: SignalPlan = { kind: 'platform', abortAt: 60, inFetch: false, reason: { name: 'an Error' } };

// Garbage may be a thenable that never settles.
const MAY_HANG: readonly SchemaPlan['does'][] = ['hangs', 'gives garbage'];

/** A call that may have to wait for ever gets a signal that ends it. */
export const withEnd = (scenario: Scenario): Scenario => {
  const { calls, client, endpoints, replies } = scenario;
  const anyHangs =
    replies.some(neverEnds) ||
    endpoints.some(({ schema }) => schema && MAY_HANG.includes(schema.does)) ||
    [client, ...endpoints, ...calls].some(({ middleware }) => hasTrait('hangs', middleware));
  if (!anyHangs) return scenario;
  const ended = calls.map((call): CallPlan => {
    const endpoint = endpoints[call.endpoint]!;
    const ends = deadlineOf(client, endpoint, call) > 0 || (call.signal && call.signal.abortAt !== null);
    return ends ? call : { ...call, signal: RESCUE };
  });
  return { ...scenario, calls: ended };
};
