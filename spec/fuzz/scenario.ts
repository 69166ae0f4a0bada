import fc from 'fast-check';
import { anyMiddleware, hasTrait, type MiddlewarePlan } from './middlewares.js';
import { anyBaseUrl, anyChange, anyParams, anyPath } from './params.js';
import { anyPlace } from './place.js';
import {
  type CallPlan,
  deadlineOf,
  type EndpointPlan,
  type JumpPlan,
  type LevelPlan,
  type Scenario,
  type SchemaPlan,
} from './plans.js';
import { anyReply, neverEnds } from './replies.js';
import { anySignal, anyThrown, type SignalPlan } from './signals.js';

/** The options of a poll or a pagination. */
export interface AskPlan {
  readonly as: 'poll' | 'pollUntil' | 'paginate';
  /** Whether the caller's own function is polled instead of the endpoint. */
  readonly byHand: boolean;
  readonly every: number;
  readonly maxEvery: number | undefined;
  readonly inBackground: boolean;
  readonly giveUpAfter: number | undefined;
  /** Milliseconds from the start of the scenario until a poll or a pagination is stopped. */
  readonly stopAt: number;
  /** The number of Results or pages after which the caller stops, in the callback or with `until`. */
  readonly enough: number;
  /** The behavior of the caller's own function at each Result. */
  readonly callback: 'listens' | 'throws' | 'rejects' | 'changes the data';
}

/** The time by which every poll has ended. */
const LAST_STOP = 70;

const ask: fc.Arbitrary<AskPlan> = fc.record({
  as: fc.constantFrom('poll', 'poll', 'pollUntil', 'paginate'),
  byHand: fc.boolean(),
  every: fc.constantFrom(1, 5, 10, 10, 25, 0, NaN, Infinity),
  maxEvery: fc.constantFrom(undefined, undefined, 0, 12, 40, NaN),
  inBackground: fc.constantFrom(false, false, true),
  giveUpAfter: fc.constantFrom(undefined, undefined, 0, 7, 30, Infinity),
  stopAt: fc.constantFrom(0, 1, 5, 12, 30, LAST_STOP, LAST_STOP),
  enough: fc.constantFrom(1, 2, 3, 9),
  callback: fc.constantFrom('listens', 'listens', 'throws', 'rejects', 'changes the data'),
});

const anyAsk: fc.Arbitrary<AskPlan | undefined> = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: ask },
);

/** The random choices that shape a scenario. */
interface Shape {
  /** Whether nothing fails and no caller aborts, so that calls affect each other. */
  readonly calm: boolean;
  /** Whether the client has a cache after a slow middleware; for calm scenarios. */
  readonly cached: boolean;
  /** Whether all calls equal the first except for their times, or also differ in their users or ids. */
  readonly twins: 'none' | 'equal' | 'of other users' | 'of other params';
}

/** Calls that share a request or a response or cancel each other, and calls that must not. */
const withTwins = ({ twins, ...scenario }: Scenario & Pick<Shape, 'twins'>): Scenario => {
  const [first] = scenario.calls;
  if (twins === 'none' || !first) return scenario;
  const calls = scenario.calls.map(
    ({ startAt, signal, timeout, headers, copy, changes, params, ...call }) => {
      const own = { startAt, signal, timeout, changes };
      // Polls and paginations have several callers with the same params.
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

/** In some scenarios nothing fails, because effects between calls are visible only in successful calls. */
const withCalm = ({ calm, cached, ...scenario }: Scenario & Pick<Shape, 'calm' | 'cached'>): Scenario => {
  if (!calm) return scenario;
  const { client, endpoints, calls, replies } = scenario;
  return {
    ...scenario,
    client: cached ? { ...client, middleware: CACHED } : calmLevel(client),
    endpoints: endpoints.map((endpoint) => ({
      ...calmLevel(endpoint),
      // Only the body of a request is not part of the URL.
      ...(cached && { method: 'POST', bodyAs: undefined }),
      schema: undefined,
    })),
    calls: calls.map((call) => ({ ...calmLevel(call), signal: undefined })),
    replies: replies.map((reply) => ({ ...reply, does: 'an echo', status: 200 })),
  };
};

/** All callers use the signal of the first, if it has one. */
const withOneSignal = (scenario: Scenario): Scenario => {
  const { calls, oneSignal } = scenario;
  const signal = calls[0]?.signal;
  if (!oneSignal || !signal) return { ...scenario, oneSignal: false };
  return { ...scenario, calls: calls.map((call) => ({ ...call, signal })) };
};

const RESCUE: SignalPlan = { abortAt: 60, inFetch: false, reason: { name: 'an Error' } };

// A random value can be a thenable that never settles.
const MAY_HANG: readonly SchemaPlan['does'][] = ['hangs', 'gives garbage'];

/** Whether every wait of the call ends. Polls and paginations have their own end. */
const endsItself = (call: CallPlan, deadline: number): boolean => {
  if (deadline > 0 || call.asks?.as === 'poll' || call.asks?.as === 'pollUntil') return true;
  return !!call.signal && call.signal.abortAt !== null;
};

/** Adds a signal to a call that could wait forever. */
const withEnd = (scenario: Scenario): Scenario => {
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
  // A call that could wait forever has its own signal.
  const oneSignal = scenario.oneSignal && ended.every((call, at) => call === calls[at]);
  return { ...scenario, calls: ended, oneSignal };
};

const anyHeaders: fc.Arbitrary<LevelPlan['headers']> = fc.oneof(
  { weight: 60, arbitrary: fc.constant(undefined) },
  {
    weight: 40,
    arbitrary: fc.constantFrom<LevelPlan['headers'][]>(
      { Authorization: 'A' },
      { authorization: 'B' },
      { authorization: null, 'x-trace': '1' },
      { 'X-Secret': 'secret-header', 'content-type': 'text/x-own' },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom({ 'x-bad': 'a\r\nX-Added: 1' }, { 'bad name': '1' }) },
);

const anyTimeout = fc.constantFrom(
  ...[undefined, undefined, undefined, 1, 10, 10, 20, 30.5, 0, -1, NaN, 3e9, Infinity],
);

/** @param most The maximum number of middleware. */
const level = (most: number) =>
  ({
    headers: anyHeaders,
    fetchOptions: fc.constantFrom<LevelPlan['fetchOptions']>(
      undefined,
      undefined,
      { credentials: 'include' },
      { credentials: undefined, cache: 'no-store', method: 'TRACE', signal: 1 },
      { dispatcher: {} },
    ),
    timeout: anyTimeout,
    middleware: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(anyMiddleware, { minLength: 1, maxLength: most }) },
    ),
  }) as const;

const anyEndpoint: fc.Arbitrary<EndpointPlan> = fc.record({
  ...level(2),
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  path: anyPath,
  bodyAs: fc.constantFrom(undefined, undefined, undefined, 'body', 'query'),
  responseType: fc.constantFrom(
    ...[undefined, undefined, undefined, 'json', 'text', 'blob', 'arrayBuffer', 'formData', 'none'],
  ),
  schema: fc.option(
    fc.record({
      does: fc.constantFrom<SchemaPlan['does'][]>(
        ...([
          'passes',
          'passes later',
          'finds issues',
          'throws',
          'rejects',
          'gives garbage',
          'hangs',
        ] as const),
      ),
      thrown: anyThrown,
    }),
    { nil: undefined, freq: 3 },
  ),
  joins: fc.constantFrom(undefined, undefined, 'share', 'dedupe'),
});

const anyCall: fc.Arbitrary<CallPlan> = fc.record({
  ...level(2),
  endpoint: fc.constantFrom(0, 0, 1),
  copy: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4),
  params: anyParams,
  signal: fc.option(anySignal, { nil: undefined, freq: 2 }),
  startAt: fc.constantFrom(0, 0, 0, 1, 5, 15, 40),
  retries: fc.constantFrom(0, 0, 1, 2),
  skips: fc.constantFrom(false, false, false, true),
  changes: anyChange,
  asks: anyAsk,
});

const HOUR = 3_600_000;

const anyJumps: fc.Arbitrary<readonly JumpPlan[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({
        at: fc.constantFrom(0, 1, 5, 10, 20, 40),
        by: fc.constantFrom(-HOUR, -HOUR, HOUR, -5 * HOUR, -15, -15),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
);

export const anyScenario: fc.Arbitrary<Scenario> = fc
  .record<Scenario & Shape>({
    twins: fc.constantFrom<Shape['twins'][]>('none', 'none', 'equal', 'of other users', 'of other params'),
    calm: fc.constantFrom(false, false, true),
    cached: fc.constantFrom(false, true),
    protocol: fc.constantFrom('rest', 'rest', 'rest', 'rest', 'graphql'),
    client: fc.record({
      ...level(2),
      baseUrl: anyBaseUrl,
      globalFetch: fc.constantFrom(false, false, true),
      log: fc.constantFrom(false, false, true),
      onError: fc.constantFrom('returns', 'returns', 'none', 'throws', 'rejects', 'hangs'),
    }),
    endpoints: fc.tuple(anyEndpoint, anyEndpoint),
    replies: fc.array(anyReply, { minLength: 1, maxLength: 4 }),
    calls: fc.array(anyCall, { minLength: 1, maxLength: 4 }),
    oneSignal: fc.constantFrom(false, false, true),
    jumps: anyJumps,
    place: anyPlace,
    thrown: anyThrown,
  })
  .map(({ twins, calm, cached, ...scenario }) =>
    withEnd(withOneSignal(withCalm({ calm, cached, ...withTwins({ twins, ...scenario }) }))),
  );
