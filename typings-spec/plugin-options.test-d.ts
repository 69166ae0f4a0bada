import {
  type Backoff,
  type CacheEntry,
  cacheMiddleware,
  type CacheMiddleware,
  type CacheOptions,
  CachePlugin,
  type CacheStore,
  ConstantBackoff,
  createApi,
  defineRequest,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
  logMiddleware,
  type LogOptions,
  LogPlugin,
  type Middleware,
  type MiddlewareContext,
  type Result,
  type RetryInfo,
  retryMiddleware,
  type RetryOptions,
  RetryPlugin,
} from 'homing';
import * as face from 'homing/middleware';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

const requests = { get: defineRequest()({ method: 'GET', path: '/' }) };

// retryMiddleware takes options, a number, or nothing.
expectType<Middleware>(retryMiddleware());
expectType<Middleware>(retryMiddleware(2));
expectAssignable<RetryOptions>({
  max: 2,
  delay: 'linear',
  baseDelay: 1,
  maxDelay: 2,
  jitter: false,
  respectRetryAfter: false,
  retryOn: (result, attempt) => result.error !== null && attempt < 2,
  onRetry: ({ attempt, max, delay, result }) => [attempt, max, delay, result.error?.kind],
});
expectAssignable<RetryOptions>({ max: undefined, delay: undefined, jitter: undefined, retryOn: undefined });
expectAssignable<RetryOptions>({ delay: (attempt) => attempt * 10 });
expectAssignable<RetryOptions>({ delay: new ConstantBackoff(10) });
expectAssignable<RetryOptions>({ retryOn: (_result, _attempt, ctx) => ctx.request.method === 'GET' });
expectAssignable<RetryOptions>({ onRetry: async (info: RetryInfo) => info.attempt });
expectNotAssignable<RetryOptions>({ delay: 'quadratic' });
expectNotAssignable<RetryOptions>({ delay: () => '10' });
expectNotAssignable<RetryOptions>({ retryOn: () => 'yes' });
expectError(retryMiddleware({ max: '2' }));
expectError(retryMiddleware({ retries: 2 }));
expectError(retryMiddleware('2'));

// RetryPlugin is made to be subclassed.
class Impatient extends RetryPlugin {
  protected override shouldRetry(result: Result<unknown>, attempt: number): boolean {
    return super.shouldRetry(result, attempt) && attempt < 2;
  }
  protected override delay(attempt: number, result: Result<unknown>): number {
    return super.delay(attempt, result) / 2;
  }
}
class OnlyReads extends RetryPlugin {
  protected override shouldRetry(result: Result<unknown>, attempt: number, ctx: MiddlewareContext): boolean {
    expectType<string>(ctx.request.method);
    return ctx.requestName !== 'pay' && super.shouldRetry(result, attempt, ctx);
  }
}
createApi({ baseUrl: '/', requests, middleware: [new Impatient({ max: 2 }), new OnlyReads(2)] });

// Backoffs take milliseconds, and fit into one another.
expectAssignable<Backoff>(new ExponentialBackoff());
expectAssignable<Backoff>(new LinearBackoff({ baseDelay: 1, maxDelay: undefined }));
expectAssignable<Backoff>(new JitteredBackoff(new ConstantBackoff(10)));
expectAssignable<Backoff>({ delay: (attempt: number) => attempt });
expectError(new ConstantBackoff());
expectError(new ExponentialBackoff({ base: 1 }));
expectError(new JitteredBackoff(10));

// cacheMiddleware gives a middleware with clear().
const cache = cacheMiddleware({ ttl: 1, maxSize: 2, debug: true, methods: ['GET', 'HEAD'] });
expectType<CacheMiddleware>(cache);
cache.clear();
expectAssignable<Middleware>(cache);
expectAssignable<CacheOptions>({ ttl: undefined, maxSize: undefined, debug: undefined, methods: undefined });
expectError(cacheMiddleware({ ttl: '5m' }));
expectError(cacheMiddleware({ size: 1 }));
expectError(cacheMiddleware({ methods: 'GET' }));
declare const store: CacheStore;
cacheMiddleware({ store });
expectError(cacheMiddleware({ store: {} }));
expectType<CacheEntry | undefined | Promise<CacheEntry | undefined>>(store.get('key'));

class PerTenant extends CachePlugin {
  protected override keyFor(ctx: MiddlewareContext): string | undefined {
    return ctx.request.headers.has('x-private') ? undefined : super.keyFor(ctx);
  }
}
createApi({ baseUrl: '/', requests, middleware: [new PerTenant({ ttl: 1 }), cache] });

// logMiddleware is a middleware, and gives one.
expectAssignable<Middleware>(logMiddleware);
expectType<Middleware>(logMiddleware({ enabled: false, data: true, redact: ['token'] }));
expectType<Middleware>(logMiddleware());
expectAssignable<LogOptions>({ enabled: undefined, data: undefined, redact: undefined });
expectError(logMiddleware({ redact: 'token' }));
createApi({
  baseUrl: '/',
  requests,
  middleware: [logMiddleware, logMiddleware({}), new LogPlugin({ data: true })],
});
createApi({ baseUrl: '/', requests, log: { redact: ['token'] } });
expectError(createApi({ baseUrl: '/', requests, log: 'yes' }));

// The names of homing/middleware are those of homing.
expectType<typeof retryMiddleware>(face.retryMiddleware);
expectType<typeof CachePlugin>(face.CachePlugin);
