import {
  cacheMiddleware,
  type CacheStore,
  ConstantBackoff,
  LogPlugin,
  type Middleware,
  type Plugin,
  type Result,
  retryMiddleware,
  RetryPlugin,
} from '../../lib/index.js';
import { TAMPERED } from './params.js';
import { echoIn } from './recorded-fetch.js';
import { type Abortable, makeThrown, type Thrown } from './signals.js';
import type { VirtualTime } from './virtual-time.js';

/** The ttl of the cache that a client's endpoints share, in milliseconds. */
export const TTL = 30;

const numberOf = (result: Result<unknown>): number | undefined => echoIn(result)?.number;

/** The cache, and a middleware that records the age of each response. */
const watchedCache = (cache: Middleware, time: VirtualTime, noteAge: (ms: number) => void): Middleware => {
  const keptAt = new Map<number | undefined, number>();
  return async (ctx, next) => {
    let asked = false;
    const result = await cache(ctx, async () => {
      asked = true;
      const answer = await next();
      keptAt.set(numberOf(answer), time.now);
      return answer;
    });
    const number = numberOf(result as Result<unknown>);
    if (!asked && number !== undefined) noteAge(time.now - keptAt.get(number)!);
    return result;
  };
};

/** The Result that a waiting middleware received from `next()`. */
export interface LateNext {
  readonly calledAt: number;
  readonly result: Result<unknown>;
}

/** The shared state of a running scenario. */
export interface World {
  readonly time: VirtualTime;
  /** One of each kind for the whole client. */
  readonly cache: Middleware;
  readonly oddCache: Middleware;
  readonly retry: Middleware;
  readonly retryPlugin: Plugin;
  readonly logPlugin: Plugin;
  /** The Results of all callers, the newest last. */
  readonly others: readonly Result<unknown>[];
  /** Records the signal, to check its listeners at the end. */
  watchSignal(signal: Abortable): void;
  /** Records the age of a response that the cache returned. */
  noteAge(ms: number): void;
  /** Records an error that reached code which must never get one. */
  noteThrown(thrown: unknown): void;
  /** Records the Result of a `next()`, which can arrive too late. */
  noteNext(next: LateNext): void;
  /** Counts an event. */
  reach(name: string): void;
}

/** A store that throws, returns invalid values, or never responds. */
const oddStore = (thrown: Thrown): CacheStore => {
  let asked = 0;
  const answer = (): never => {
    asked += 1;
    if (asked % 4 === 0) throw makeThrown(thrown);
    const odd = [new Promise(() => {}), makeThrown(thrown), { data: 1, status: 999, headers: 5 }];
    return odd[asked % odd.length] as never;
  };
  return { get: answer, set: answer, delete: answer, clear: answer };
};

/** A cache for all calls. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Creates the shared state of one scenario. */
export const makeWorld = (
  time: VirtualTime,
  thrown: Thrown,
  notes: Omit<World, 'time' | 'cache' | 'oddCache' | 'retry' | 'retryPlugin' | 'logPlugin'>,
): World => ({
  ...notes,
  time,
  cache: watchedCache(
    cacheMiddleware({ ttl: TTL, maxSize: 2, debug: true, methods: METHODS }),
    time,
    notes.noteAge,
  ),
  oddCache: cacheMiddleware({ store: oddStore(thrown), methods: METHODS }),
  retry: retryMiddleware({
    max: 1,
    baseDelay: 8,
    retryOn: (result) => {
      const { error } = result;
      Object.assign(result, { data: TAMPERED });
      return error?.kind === 'network' || (error?.status ?? 0) >= 400;
    },
    onRetry: () => {
      notes.reach('a retry');
      throw makeThrown(thrown);
    },
  }),
  retryPlugin: new RetryPlugin({ max: 2, delay: new ConstantBackoff(3), maxDelay: 12 }),
  logPlugin: new LogPlugin({ data: true }),
});

/** The events behind console lines. */
const SIGNS = [
  ['cache hit', 'a cache hit'],
  [', shared)', 'a shared request'],
] as const;

/** A console that counts events, and sometimes throws. */
export const makeConsole = (reach: (name: string) => void): Partial<Console> => {
  let lines = 0;
  const write = (line: unknown): void => {
    for (const [sign, name] of SIGNS) if (String(line).includes(sign)) reach(name);
    lines += 1;
    if (lines % 5 === 0) throw new Error('The console is broken.');
  };
  return { log: write, debug: write, error: write };
};
