import type { MiddlewarePlan } from './behaviour.js';
import { hasTrait } from './middlewares.js';
import { type CallPlan, deadlineOf, type LevelPlan, type Scenario, type SchemaPlan } from './plans.js';
import { neverEnds } from './replies.js';
import { type SignalPlan } from './signals.js';

/** What is drawn beside a scenario, and shapes it. */
export interface Shape {
  /** Nothing fails and nobody leaves: what calls have in common comes to bear. */
  readonly calm: boolean;
  /** Whether the client has a cache, behind a middleware that takes its time; for calm scenarios. */
  readonly cached: boolean;
  /** Whether all calls are as the first but for their times, or of other users too, or about other things. */
  readonly twins: 'none' | 'equal' | 'of other users' | 'of other params';
}

/** Calls that share a request or an answer, that supersede each other, and that must not. */
export const withTwins = ({ twins, ...scenario }: Scenario & Pick<Shape, 'twins'>): Scenario => {
  const [first] = scenario.calls;
  if (twins === 'none' || !first) return scenario;
  const calls = scenario.calls.map(
    ({ startAt, signal, timeout, headers, copy, changes, params, ...call }) => {
      const own = { startAt, signal, timeout, changes };
      // Who asks again and again is in company, and asks the same.
      const asks = first.asks && { ...(call.asks ?? first.asks), byHand: first.asks.byHand };
      const twin = first.asks ? { ...first, ...own, asks, timeout: first.timeout } : { ...first, ...own };
      if (twins === 'equal') return twin;
      return twins === 'of other params'
        ? { ...twin, params, changes: first.changes }
        : { ...twin, headers, copy };
    },
  );
  return { ...scenario, calls };
};

const CALM_MIDDLEWARE =
  /^(passes|waits, then|changes the params|sets a header|adds to the query|is the cache|is a (cache|log|retry))/;

const calmLevel = <T extends LevelPlan>(level: T): T => ({
  ...level,
  middleware: level.middleware.filter(({ does }) => CALM_MIDDLEWARE.test(does)),
});

const thrown = { name: 'undefined' };

const CACHED: readonly MiddlewarePlan[] = [
  { does: 'waits, then passes', wait: 0, thrown },
  { does: 'is the cache', wait: 0, thrown },
];

/** Every so often nothing fails: what several calls have in common shows only in those that come home with data. */
export const withCalm = ({
  calm,
  cached,
  ...scenario
}: Scenario & Pick<Shape, 'calm' | 'cached'>): Scenario => {
  if (!calm) return scenario;
  const { client, endpoints, calls, replies } = scenario;
  return {
    ...scenario,
    client: cached ? { ...client, middleware: CACHED } : calmLevel(client),
    endpoints: endpoints.map((endpoint) => ({
      ...calmLevel(endpoint),
      // Of what is asked for, the body alone is no part of the URL.
      ...(cached && { method: 'POST', bodyAs: undefined }),
      schema: undefined,
    })),
    calls: calls.map((call) => ({ ...calmLevel(call), signal: undefined })),
    replies: replies.map((reply) => ({ ...reply, does: 'an echo', status: 200 })),
  };
};

/** All callers wait with the signal of the first, if it has one. */
export const withOneSignal = (scenario: Scenario): Scenario => {
  const { calls, oneSignal } = scenario;
  const signal = calls[0]?.signal;
  if (!oneSignal || !signal) return { ...scenario, oneSignal: false };
  return { ...scenario, calls: calls.map((call) => ({ ...call, signal })) };
};

const RESCUE: SignalPlan = { abortAt: 60, inFetch: false, reason: { name: 'an Error' } };

// Garbage may be a thenable that never settles.
const MAY_HANG: readonly SchemaPlan['does'][] = ['hangs', 'gives garbage'];

/** Whether there is an end to every wait of the call: asking again and again has one of its own. */
const endsItself = (call: CallPlan, deadline: number): boolean => {
  if (deadline > 0 || call.asks?.as === 'poll' || call.asks?.as === 'pollUntil') return true;
  return !!call.signal && call.signal.abortAt !== null;
};

/** A call that may have to wait for ever gets a signal that ends it. */
export const withEnd = (scenario: Scenario): Scenario => {
  const { calls, client, endpoints, replies } = scenario;
  const anyHangs =
    replies.some(neverEnds) ||
    endpoints.some(({ schema }) => schema && MAY_HANG.includes(schema.does)) ||
    [client, ...endpoints, ...calls].some(({ middleware }) => hasTrait('hangs', middleware));
  if (!anyHangs) return scenario;
  const ended = calls.map((call): CallPlan => {
    const deadline = deadlineOf(client, endpoints[call.endpoint]!, call);
    return endsItself(call, deadline) ? call : { ...call, signal: RESCUE };
  });
  // One that has to be rescued has a signal of its own.
  const oneSignal = scenario.oneSignal && ended.every((call, at) => call === calls[at]);
  return { ...scenario, calls: ended, oneSignal };
};
