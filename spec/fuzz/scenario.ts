import fc from 'fast-check';
import { anyAsk } from './asks.js';
import { anyChange } from './changes.js';
import { anyMiddleware } from './middlewares.js';
import { anyBaseUrl, anyParams, anyPath } from './params.js';
import { anyPlace } from './place.js';
import type { CallPlan, EndpointPlan, JumpPlan, LevelPlan, Scenario, SchemaPlan } from './plans.js';
import { anyReply } from './replies.js';
import { type Shape, withCalm, withEnd, withOneSignal, withTwins } from './shaping.js';
import { anySignal } from './signals.js';
import { anyThrown } from './thrown.js';

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
  undefined,
  undefined,
  undefined,
  1,
  10,
  10,
  20,
  30.5,
  0,
  -1,
  NaN,
  3e9,
  Infinity,
);

/** @param most How many middleware there are at most. */
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
    undefined,
    undefined,
    undefined,
    'json',
    'text',
    'blob',
    'arrayBuffer',
    'formData',
    'none',
  ),
  schema: fc.option(
    fc.record({
      does: fc.constantFrom<SchemaPlan['does'][]>(
        'passes',
        'passes later',
        'finds issues',
        'throws',
        'rejects',
        'gives garbage',
        'hangs',
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
