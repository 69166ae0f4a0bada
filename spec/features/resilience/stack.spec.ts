import { describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { CachePlugin, type Middleware, RetryPlugin } from '../../../lib/index.js';
import {
  AttemptTimeoutPlugin,
  IdempotencyPlugin,
  stack,
  type StackSlots,
} from '../../../lib/entries/resilience.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { keysOf, useFakeTimersAndKeys } from '../../support/keyed.js';

useFakeTimersAndKeys();

/** Middleware that records when a call passes it on its way in. */
const passing = () => {
  const passed: string[] = [];
  const at =
    (name: string): Middleware =>
    (_ctx, next) => {
      passed.push(name);
      return next();
    };
  return { passed, at };
};

describe('stack (rules.md#order)', () => {
  it('sorts its middleware, outermost first', async () => {
    const { passed, at } = passing();
    const { api } = createTestClient({
      middleware: stack({
        each: [at('each 1'), at('each 2')],
        policy: at('policy'),
        retry: at('retry'),
        attemptTimeout: at('attemptTimeout'),
        cache: at('cache'),
        idempotency: at('idempotency'),
        log: at('log'),
        limit: at('limit'),
        auth: at('auth'),
      }),
    });
    await api.call();
    expect(passed).toEqual(
      'log idempotency auth cache retry limit policy attemptTimeout'.split(' ').concat('each 1', 'each 2'),
    );
  });

  /** The plugins themselves, and recorders in the other slots. */
  const real = (more: TestClientOptions) => {
    const { passed, at } = passing();
    let tokens = 0;
    const middleware = stack({
      each: at('each'),
      retry: new RetryPlugin({ baseDelay: 1, methods: 'idempotent' }),
      cache: new CachePlugin(),
      attemptTimeout: new AttemptTimeoutPlugin(1000),
      auth: new AuthPlugin(async () => ({ token: `T${(tokens += 1)}` }), { minInterval: 0 }),
      idempotency: new IdempotencyPlugin(),
      limit: at('limit'),
      policy: at('policy'),
      log: at('log'),
    });
    return { ...createTestClient({ middleware, ...more }), passed };
  };

  it('runs each attempt, and each repetition by auth, through everything inside of retry', async () => {
    const { api, requests, passed } = real({
      answers: [503, 401, 503, { n: 4 }],
      endpoint: { method: 'POST' },
    });
    const call = api.call();
    await vi.runAllTimersAsync();
    expect((await call).data).toEqual({ n: 4 });
    const attempt = ['limit', 'policy', 'each'];
    expect(passed).toEqual(['log', ...attempt, ...attempt, ...attempt, ...attempt]);
    expect(keysOf(requests)).toBe('A A A A');
    expect(keysOf(requests, 'authorization')).toBe('A A B B');
  });

  it('runs nothing inside of the cache for a cache hit', async () => {
    const { api, requests, passed } = real({});
    for (let turn = 0; turn < 2; turn += 1) {
      const call = api.call();
      await vi.runAllTimersAsync();
      await call;
    }
    expect(passed).toEqual(['log', 'limit', 'policy', 'each', 'log']);
    expect(requests).toHaveLength(1);
  });
});

describe('a slot of stack', () => {
  const { at } = passing();

  it.each([undefined, null, false] as const)('with %o is omitted', (nothing) => {
    const own = at('own');
    expect(stack({ log: nothing, auth: own, each: nothing })).toEqual([own]);
    expect(stack({ each: [nothing, own, nothing] })).toEqual([own]);
  });

  it('accepts a plugin as well as a function', () => {
    const [plugin, own] = [new RetryPlugin(), at('own')];
    expect(stack({ each: plugin, retry: own })).toEqual([own, plugin]);
  });

  it.each<[unknown, string]>([
    [{ auth: 'token' }, 'stack slot "auth" is a string: pass a middleware.'],
    [{ log: true }, 'stack slot "log" is true: pass a middleware.'],
    [{ cache: {} }, 'stack slot "cache" is an Object: pass a middleware.'],
    [{ retry: [at('a')] }, 'stack slot "retry" is an Array: pass a middleware.'],
    [{ each: [at('a'), 'b'] }, 'stack slot "each" is a string: pass a middleware or an array.'],
    [{ retry: RetryPlugin }, 'stack slot "retry" is the class RetryPlugin: pass new RetryPlugin().'],
    [
      { tracing: at('a') },
      'stack has no slot "tracing": use log, idempotency, auth, cache, retry, limit, policy, attemptTimeout, each.',
    ],
  ])('that is invalid is rejected: %o', (slots, sentence) => {
    expect(() => stack(slots as StackSlots)).toThrow(new TypeError(sentence));
  });
});
