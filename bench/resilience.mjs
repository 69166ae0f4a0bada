import { circuitBreaker, ConsecutiveBreaker, handleWhenResult } from 'cockatiel';
import { AuthPlugin } from '../dist/auth.js';
import {
  AttemptTimeoutPlugin,
  isServiceFailure,
  hedgedFetch,
  IdempotencyPlugin,
  PolicyPlugin,
  RateLimitPlugin,
  RetryBudget,
} from '../dist/resilience.js';
import { RetryPlugin } from '../dist/retry.js';
import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'Cost of authentication and resilience';

export const how = `Calls over a minimal stub, each with one plugin from \`homing/auth\`, \`homing/retry\` or \`homing/resilience\`, without any failure: the token is fresh, the circuit is closed, and slots are free. For comparison there are a middleware that does nothing, and cockatiel by itself, as \`(ctx, next) => breaker.execute(next)\`.`;

const COLUMNS = columns('', {
  ns: ['ns per call', 0],
  overhead: ['added, ns', 0],
  ratio: ['relative to the plain call', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const client = (middleware = [], config = {}) =>
  build.createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch: bareStub,
    middleware,
    requests: {
      getUser: build.defineRequest()({ method: 'GET', path: '/users/:id' }),
      addUser: build.defineRequest()({ method: 'POST', path: '/users' }),
    },
    ...config,
  });

const getting = (...given) => {
  const api = client(...given);
  return (id) => api.getUser({ id });
};

const posting = (...given) => {
  const api = client(...given);
  return (id) => api.addUser({ id, name: 'Ada' });
};

const breaker = () =>
  circuitBreaker(handleWhenResult(isServiceFailure), {
    halfOpenAfter: 10_000,
    breaker: new ConsecutiveBreaker(5),
  });

/** The minimal response, with rate limit headers. */
const limitedStub = async () => {
  const answer = await bareStub();
  return Object.assign(answer, { headers: limitedStub.headers });
};
limitedStub.headers = new Headers({
  'content-type': 'application/json',
  'ratelimit-policy': '"hour";q=100000;w=3600',
  ratelimit: '"hour";r=99999;t=3000',
});

const idle = async (quick) => {
  const auth = new AuthPlugin(() => ({ token: 'T' }));
  await auth.set({ token: 'T', expiresAt: Date.now() + 24 * 3_600_000 });
  const alone = breaker();
  return interleaved(
    new Map([
      ['no plugin', getting()],
      ['a middleware that does nothing', getting([(ctx, next) => next()])],
      ['AuthPlugin', getting([auth])],
      ['RetryPlugin with a RetryBudget', getting([new RetryPlugin({ budget: new RetryBudget() })])],
      ['RateLimitPlugin', getting([new RateLimitPlugin()])],
      ['IdempotencyPlugin, on a GET', getting([new IdempotencyPlugin()])],
      ['cockatiel by itself', getting([(ctx, next) => alone.execute(next)])],
      ['PolicyPlugin', getting([new PolicyPlugin(breaker())])],
      ['PolicyPlugin.per', getting([PolicyPlugin.per(breaker)])],
      ['hedgedFetch', getting([], { fetch: hedgedFetch(bareStub) })],
    ]),
    quick,
  );
};

const withKeys = (quick) =>
  interleaved(
    new Map([
      ['a POST', posting()],
      ['a POST with IdempotencyPlugin', posting([new IdempotencyPlugin()])],
    ]),
    quick,
  );

const withLimits = (quick) =>
  interleaved(
    new Map([
      ['a response with rate limit headers', getting([], { fetch: limitedStub })],
      [
        'a response with rate limit headers, and RateLimitPlugin',
        getting([new RateLimitPlugin()], { fetch: limitedStub }),
      ],
    ]),
    quick,
  );

const withTimes = (quick) =>
  interleaved(
    new Map([
      ['no timeout', getting()],
      ['timeout', getting([], { timeout: 10_000 })],
      ['AttemptTimeoutPlugin', getting([new AttemptTimeoutPlugin(10_000)])],
    ]),
    quick,
  );

const plain = (rows) => [{ ...rows[0], overhead: null }, ...rows.slice(1)];

/** @param {{ quick: boolean }} options */
export const run = async ({ quick }) => {
  const gets = await idle(quick);
  const keys = await withKeys(quick);
  const limits = await withLimits(quick);
  const times = await withTimes(quick);
  const µs = (name) =>
    [...gets, ...keys, ...limits, ...times].find((row) => row.name === name).overhead / 1000;
  const idleNames = [
    'AuthPlugin',
    'RetryPlugin with a RetryBudget',
    'RateLimitPlugin',
    'IdempotencyPlugin, on a GET',
  ];
  return {
    tables: [
      table('GET', COLUMNS, plain(gets)),
      table('Idempotency keys', COLUMNS, plain(keys)),
      table('Rate limit headers', COLUMNS, plain(limits)),
      table('Attempt timeouts', COLUMNS, plain(times)),
    ],
    goals: [
      ...idleNames.map((name) => atMost(`what ${name} adds`, µs(name), 1, ' µs')),
      atMost(
        'time that PolicyPlugin adds to cockatiel',
        µs('PolicyPlugin') - µs('cockatiel by itself'),
        1,
        ' µs',
      ),
      atMost('time that the key of a POST adds', µs('a POST with IdempotencyPlugin'), 2, ' µs'),
      atMost(
        'time that RateLimitPlugin adds to a response with rate limit headers',
        µs('a response with rate limit headers, and RateLimitPlugin'),
        2,
        ' µs',
      ),
      atMost(
        'time that AttemptTimeoutPlugin adds, relative to timeout',
        µs('AttemptTimeoutPlugin') / µs('timeout'),
        1.5,
      ),
    ],
    charts: [],
  };
};
