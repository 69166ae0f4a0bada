import * as three from 'cockatiel';
import * as four from 'cockatiel-4';
import { createApi, type Plugin, type Result } from 'homing';
import {
  isServiceFailure,
  type HedgeOptions,
  hedgedFetch,
  type Policy,
  type PolicyContext,
  PolicyPlugin,
  RetryBudget,
} from 'homing/resilience';
import { expectAssignable, expectError, expectType } from 'tsd';

// Every policy of both versions is one.
for (const {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  fallback,
  handleAll,
  handleWhenResult,
  noop,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} of [three]) {
  const breaker = circuitBreaker(handleWhenResult(isServiceFailure), {
    halfOpenAfter: 1,
    breaker: new ConsecutiveBreaker(1),
  });
  expectAssignable<Policy>(breaker);
  expectAssignable<Policy>(noop);
  expectAssignable<Policy>(bulkhead(1));
  expectAssignable<Policy>(timeout(1, TimeoutStrategy.Aggressive));
  expectAssignable<Policy>(retry(handleAll, { maxAttempts: 1 }));
  expectAssignable<Policy>(fallback(handleAll, { data: 1 }));
  expectAssignable<Policy>(wrap(breaker, bulkhead(1), timeout(1, TimeoutStrategy.Cooperative)));
  new PolicyPlugin(wrap(breaker, noop));
  expectType<PolicyPlugin>(PolicyPlugin.per((origin) => (origin.startsWith('https:') ? breaker : noop)));
}
for (const {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  fallback,
  handleAll,
  handleWhenResult,
  noop,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} of [four]) {
  const breaker = circuitBreaker(handleWhenResult(isServiceFailure), {
    halfOpenAfter: 1,
    breaker: new ConsecutiveBreaker(1),
  });
  expectAssignable<Policy>(breaker);
  expectAssignable<Policy>(noop);
  expectAssignable<Policy>(bulkhead(1));
  expectAssignable<Policy>(timeout(1, TimeoutStrategy.Aggressive));
  expectAssignable<Policy>(retry(handleAll, { maxAttempts: 1 }));
  expectAssignable<Policy>(fallback(handleAll, { data: 1 }));
  expectAssignable<Policy>(wrap(breaker, bulkhead(1), timeout(1, TimeoutStrategy.Cooperative)));
  new PolicyPlugin(wrap(breaker, noop));
  expectType<PolicyPlugin>(PolicyPlugin.per((origin) => (origin.startsWith('https:') ? breaker : noop)));
}

// So is whatever has its shape.
expectAssignable<Policy>({ execute: (run: (context: PolicyContext) => Promise<Result<unknown>>) => run({}) });
expectAssignable<Policy>({ execute: async () => undefined });
expectError(new PolicyPlugin());
expectError(new PolicyPlugin({}));
expectError(new PolicyPlugin(() => 1));
expectError(PolicyPlugin.per(three.noop));
expectError(PolicyPlugin.per(() => undefined));

expectAssignable<Plugin>(new PolicyPlugin(three.noop));
createApi({ baseUrl: '/', middleware: [new PolicyPlugin(three.noop)], requests: {} });

expectType<boolean>(isServiceFailure('anything'));

// It is a fetch, for a client and by itself, around any.
createApi({ baseUrl: '/', fetch: hedgedFetch(), requests: {} });
createApi({ baseUrl: '/', fetch: hedgedFetch(fetch, { budget: new RetryBudget() }), requests: {} });
hedgedFetch(hedgedFetch());
expectType<Promise<Response>>(hedgedFetch()('https://api.test/'));
expectType<Promise<Response>>(hedgedFetch()(new URL('https://api.test/'), { method: 'HEAD' }));
expectType<Promise<Response>>(hedgedFetch()(new globalThis.Request('https://api.test/')));
expectAssignable<HedgeOptions>({ delay: 1, max: undefined, retryableStatuses: [503] as const });
expectError(hedgedFetch(fetch, { delay: '1' }));
expectError(hedgedFetch(fetch, { retryableStatuses: 503 }));
expectError(hedgedFetch(fetch, { budget: {} }));
expectError(hedgedFetch(fetch, { attempts: 2 }));
