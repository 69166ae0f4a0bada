import * as cockatiel from 'cockatiel';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthPlugin } from '../../dist/auth.js';
import { CachePlugin, cacheMiddleware } from '../../dist/cache.js';
import { LogPlugin, logMiddleware } from '../../dist/log.js';
import {
  AttemptTimeoutPlugin,
  isServiceFailure,
  fromRateLimiterFlexible,
  IdempotencyPlugin,
  PolicyPlugin,
  RateLimitPlugin,
  RetryBudget,
  stack,
} from '../../dist/resilience.js';
import { retryMiddleware, RetryPlugin } from '../../dist/retry.js';
import { ConstantBackoff } from '../../dist/backoff.js';

const broken = () => Promise.reject(new Error('the store is down'));
const throwing = () => {
  throw new Error('the store throws');
};
const hanging = () => new Promise(() => undefined);
const slowly = async (value) => {
  await sleep(20);
  return value;
};

/** The value of the Authorization header, which must not occur in messages. */
export const TOKEN = 'a-token-that-nobody-may-read';
const DAY = 86_400_000;

const SOURCES = {
  answers: () => () => slowly({ token: TOKEN, expiresAt: Date.now() + DAY }),
  'answers at once': () => () => ({ token: TOKEN }),
  rejects: () => () => broken(),
  throws: () => throwing,
  hangs: () => () => hanging(),
  'hangs until its signal': () => (stale, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'has no credentials': () => () => Promise.resolve(null),
  'lives shortly': () => () => slowly({ token: TOKEN, expiresAt: Date.now() + 30 }),
  'has expired': () => () => slowly({ token: TOKEN, expiresAt: Date.now() - DAY }),
  'gives garbage': () => () => Promise.resolve({ token: 7, expiresAt: 'soon' }),
  'ends after one': () => {
    let asked = 0;
    return () => Promise.resolve(asked++ ? null : { token: TOKEN });
  },
};

const CREDENTIAL_STORES = {
  none: () => undefined,
  works: () => {
    let kept;
    return { load: () => slowly(kept), save: (given) => slowly((kept = given)) };
  },
  'has an old one': () => ({ load: () => ({ token: TOKEN, expiresAt: 1 }), save: () => undefined }),
  fails: () => ({ load: broken, save: broken }),
  throws: () => ({ load: throwing, save: throwing }),
  hangs: () => ({ load: hanging, save: hanging }),
  'hangs saving': () => ({ load: () => undefined, save: hanging }),
};

const LOCKS = {
  none: () => undefined,
  works: () => {
    let last = Promise.resolve();
    return (task) => (last = last.then(task, task));
  },
  fails: () => () => broken(),
  hangs: () => () => hanging(),
  'never runs it': () => () => Promise.resolve(),
  'runs it twice': () => async (task) => {
    await task();
    return task();
  },
};

const auth = (draw) =>
  new AuthPlugin(draw.named('auth', SOURCES)(), {
    store: draw.named('auth store', CREDENTIAL_STORES)(),
    lock: draw.named('auth lock', LOCKS)(),
    refreshTimeout: draw.of(100, 500, 2000),
    minInterval: draw.of(0, 100, undefined),
    refreshAhead: draw.of(0, undefined),
    onSignedOut: draw.of(undefined, throwing),
  });

const CACHE_STORES = {
  'of its own': () => undefined,
  works: () => {
    const kept = new Map();
    return {
      get: (key) => slowly(kept.get(key)),
      set: (key, entry) => slowly(void kept.set(key, entry)),
      delete: (key) => void kept.delete(key),
      clear: () => kept.clear(),
      hashKeys: true,
    };
  },
  fails: () => ({ get: broken, set: broken, delete: broken, clear: broken }),
  throws: () => ({ get: throwing, set: throwing, delete: throwing, clear: throwing }),
  hangs: () => ({ get: hanging, set: hanging, delete: hanging, clear: hanging }),
  'gives garbage': () => ({
    get: () => ({ data: undefined, status: 'no', headers: 7 }),
    set: () => 1,
    delete: broken,
    clear: () => undefined,
  }),
};

const cache = (draw) => {
  const store = draw.named('cache store', CACHE_STORES)();
  const make = draw.of((options) => new CachePlugin(options), cacheMiddleware);
  return make({ store, ttl: draw.of(10, 1000, undefined, 0), methods: draw.of(undefined, ['GET', 'POST']) });
};

const DELAYS = {
  linear: 'linear',
  exponential: 'exponential',
  'by a function': (attempt) => attempt * 10,
  'by a function that throws': throwing,
  'by a backoff': new ConstantBackoff(15),
  'of NaN': () => NaN,
};

const BUDGETS = {
  none: () => undefined,
  small: () => new RetryBudget({ capacity: 1, perSuccess: 0.1, onExhausted: throwing }),
  ample: () => new RetryBudget(),
  'that throws': () => ({ take: throwing, credit: throwing }),
};

const retry = (draw) => {
  const budget = draw.named('retry, budget', BUDGETS)();
  const options = {
    budget,
    max: draw.of(0, 1, 3, 10, Infinity),
    delay: draw.named('delay', DELAYS),
    baseDelay: draw.of(5, 10, 50),
    maxDelay: draw.of(20, 100, 2000, undefined),
    jitter: draw.chance(0.5),
    respectRetryAfter: draw.chance(0.7),
    methods: draw.of('all', 'idempotent', ['GET'], ['get', 'POST']),
    beyondRetryAfter: draw.of('cap', 'stop'),
    beyondDeadline: draw.of('wait', 'stop'),
    retryOn: draw.of(
      undefined,
      undefined,
      ({ error }) => error !== null,
      throwing,
      () => Promise.resolve(true),
    ),
    onRetry: draw.of(undefined, throwing, broken),
  };
  draw.say(JSON.stringify({ ...options, budget: undefined, delay: undefined }));
  return draw.of((given) => new RetryPlugin(given), retryMiddleware)(options);
};

const SHARED_LIMITS = {
  none: () => undefined,
  allows: () => ({ take: () => slowly(0) }),
  fails: () => ({ take: broken }),
  throws: () => ({ take: throwing }),
  hangs: () => ({ take: hanging }),
  'says NaN': () => ({ take: () => Promise.resolve(NaN) }),
  'says Infinity': () => ({ take: () => Promise.resolve(Infinity) }),
  'says -7': () => ({ take: () => Promise.resolve(-7) }),
  'says nothing': () => ({ take: () => Promise.resolve() }),
  'says a text': () => ({ take: () => Promise.resolve('30') }),
  'says wait, then yes': () => {
    let asked = 0;
    return { take: () => Promise.resolve(asked++ ? 0 : 30) };
  },
  'flexible that refuses': () =>
    fromRateLimiterFlexible({ consume: () => Promise.reject({ msBeforeNext: 40 }) }),
  'flexible without end': () =>
    fromRateLimiterFlexible({ consume: () => Promise.reject({ msBeforeNext: -1 }) }),
};

const limit = (draw) => {
  const shared = draw.named('limit, shared', SHARED_LIMITS)();
  const options = {
    concurrency: draw.between(1, 20),
    maxWait: draw.of(0, 50, 500, undefined),
    maxQueue: draw.of(0, 1, undefined),
    failOpen: draw.chance(0.5),
    preset: draw.of(undefined, 'github'),
  };
  draw.say(JSON.stringify(options));
  return new RateLimitPlugin({ ...options, shared });
};

const handled = cockatiel.handleWhenResult(isServiceFailure);
const breaker = (draw) =>
  cockatiel.circuitBreaker(handled, {
    halfOpenAfter: draw.of(20, 200, 10_000),
    breaker: new cockatiel.ConsecutiveBreaker(draw.between(1, 3)),
  });
const limited = (draw) => cockatiel.timeout(draw.of(50, 300, 2000), draw.of('optimistic', 'aggressive'));
const held = (draw) => cockatiel.bulkhead(draw.between(1, 3), draw.between(0, 3));
const repeated = (draw) =>
  cockatiel.retry(handled, { maxAttempts: draw.between(1, 3), backoff: new cockatiel.ConstantBackoff(10) });
const { wrap } = cockatiel;
const POLICIES = {
  breaker,
  timeout: limited,
  bulkhead: held,
  retry: repeated,
  'retry around breaker': (draw) => wrap(repeated(draw), breaker(draw)),
  'retry around breaker around timeout': (draw) => wrap(repeated(draw), breaker(draw), limited(draw)),
  'bulkhead around timeout': (draw) => wrap(held(draw), limited(draw)),
  'timeout around bulkhead around breaker': (draw) => wrap(limited(draw), held(draw), breaker(draw)),
};

const policy = (draw) => {
  const make = draw.named('policy', POLICIES);
  return draw.chance(0.3) ? PolicyPlugin.per(() => make(draw)) : new PolicyPlugin(make(draw));
};

const USERS = {
  'is slow': () => async (ctx, next) => {
    await sleep(40);
    return next();
  },
  'is slow after': () => async (ctx, next) => {
    const result = await next();
    await sleep(40);
    return result;
  },
  'throws before': () => throwing,
  'throws after': () => async (ctx, next) => {
    await next();
    throwing();
  },
  'throws the first time': () => {
    let runs = 0;
    return (ctx, next) => (runs++ ? next() : throwing());
  },
  'sets a header': () => (ctx, next) => {
    ctx.request.setHeader('x-from-a-user', 'yes');
    return next();
  },
  hangs: () => () => hanging(),
  'hangs after': () => async (ctx, next) => {
    await next();
    return hanging();
  },
  'calls twice': () => async (ctx, next) => {
    await next();
    return next();
  },
  'has a signal of its own': () => (ctx, next) => {
    ctx.request.signal = AbortSignal.timeout(60);
    return next();
  },
};

const SLOTS = {
  log: (draw) => draw.of(() => new LogPlugin(), logMiddleware)(),
  idempotency: (draw) =>
    new IdempotencyPlugin({
      conflict: draw.of('stop', 'retry'),
      quoted: draw.chance(0.5),
      methods: draw.of(undefined, ['GET', 'POST']),
    }),
  auth,
  cache,
  retry,
  limit,
  policy,
  attemptTimeout: (draw) => new AttemptTimeoutPlugin(draw.of(30, 100, 400)),
  each: (draw) => draw.named("a user's that", USERS)(),
};

/**
 * A random selection of middleware, in the order of `stack`, sometimes in another order.
 *
 * @returns {{ list: object[], has: Set<string> }}
 */
export const drawMiddleware = (draw) => {
  const slots = Object.entries(SLOTS).flatMap(([name, make]) => {
    if (!draw.chance(0.4)) return [];
    if (!['auth', 'cache', 'retry', 'limit', 'policy', 'each'].includes(name)) draw.say(name);
    return [[name, make(draw)]];
  });
  const has = new Set(slots.map(([name]) => name));
  if (!draw.chance(0.2)) return { list: stack(Object.fromEntries(slots)), has };
  const shuffled = draw.shuffled(slots);
  draw.say(`in the order ${shuffled.map(([name]) => name).join(', ')}`);
  return { list: shuffled.map(([, entry]) => entry), has };
};
