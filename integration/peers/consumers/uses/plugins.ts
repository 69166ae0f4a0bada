import {
  type Backoff,
  cacheMiddleware,
  type CacheEntry,
  CachePlugin,
  type CacheStore,
  ConstantBackoff,
  createApi,
  defineRequest,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
  logMiddleware,
  LogPlugin,
  type MiddlewareContext,
  type Result,
  retryMiddleware,
  type RetryInfo,
  RetryPlugin,
} from 'homing';
import { cacheMiddleware as sameCache } from 'homing/middleware';

const read = defineRequest<string>()({ method: 'GET', path: '/' });

export const retryByNumber = () =>
  createApi({ baseUrl: '', middleware: [retryMiddleware(2)], requests: { read } });

export const retryByOptions = () =>
  retryMiddleware({
    max: 5,
    delay: 'linear',
    baseDelay: 100,
    maxDelay: 1000,
    jitter: false,
    respectRetryAfter: true,
    retryOn: ({ error }, attempt) => error?.kind === 'network' && attempt < 3,
    onRetry: ({ attempt, max, delay, result }: RetryInfo) => console.info(attempt, max, delay, result.error),
  });

export const delays = () => [
  retryMiddleware({ delay: (attempt) => attempt * 10 }),
  retryMiddleware({ delay: new ExponentialBackoff({ baseDelay: 100 }) }),
  retryMiddleware({ delay: new JitteredBackoff(new LinearBackoff({ maxDelay: 500 }), () => 0.5) }),
  retryMiddleware({ delay: new ConstantBackoff(50) }),
];

export class Fibonacci implements Backoff {
  delay(attempt: number): number {
    return attempt < 3 ? 1 : this.delay(attempt - 1) + this.delay(attempt - 2);
  }
}

export class RetryReads extends RetryPlugin {
  protected override shouldRetry(result: Result<unknown>, attempt: number): boolean {
    return result.error?.request.method === 'GET' && super.shouldRetry(result, attempt);
  }

  protected override delay(attempt: number): number {
    return new Fibonacci().delay(attempt);
  }
}

export const cache = () => {
  const middleware = cacheMiddleware({ ttl: 1000, maxSize: 10, methods: ['GET', 'HEAD'], debug: false });
  middleware.clear();
  return createApi({ baseUrl: '', middleware: [middleware], requests: { read } });
};

export class PerUser extends CachePlugin {
  protected override keyFor(ctx: MiddlewareContext): string | undefined {
    return ctx.request.url.includes('/private') ? undefined : super.keyFor(ctx);
  }
}

export const ownStore = () => {
  const entries = new Map<string, CacheEntry>();
  const store: CacheStore = {
    get: async (key) => entries.get(key),
    set: (key, entry) => void entries.set(key, entry),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    hashKeys: true,
  };
  return new CachePlugin({ store });
};

export const sameObject = (): boolean => sameCache === cacheMiddleware;

export const logs = () => [logMiddleware, logMiddleware({ data: true }), new LogPlugin({ enabled: false })];

export const refused = () => {
  // @ts-expect-error no such delay
  retryMiddleware({ delay: 'fibonacci' });
  // @ts-expect-error whether to retry is yes or no
  retryMiddleware({ retryOn: () => 'yes' });
  // @ts-expect-error the time to live is in milliseconds
  cacheMiddleware({ ttl: '5m' });
  // @ts-expect-error a store has four methods
  new CachePlugin({ store: { get: () => undefined } });
  // @ts-expect-error a retry middleware has nothing to clear
  retryMiddleware().clear();
};
