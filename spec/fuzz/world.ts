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

/** Of the cache that a client's endpoints share, in milliseconds. */
export const TTL = 30;

const numberOf = (result: Result<unknown>): number | undefined => echoIn(result)?.number;

/** The cache, and a look at how long each answer had been in it. */
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
    const number = numberOf(result);
    if (!asked && number !== undefined) noteAge(time.now - keptAt.get(number)!);
    return result;
  };
};

/** What a middleware that had waited got from its `next()`. */
export interface LateNext {
  readonly calledAt: number;
  readonly result: Result<unknown>;
}

/** What the parts of a running scenario have in common. */
export interface World {
  readonly time: VirtualTime;
  /** One of each kind for the whole client. */
  readonly cache: Middleware;
  readonly oddCache: Middleware;
  readonly retry: Middleware;
  readonly retryPlugin: Plugin;
  readonly logPlugin: Plugin;
  /** The Results that callers got, the newest last. */
  readonly others: readonly Result<unknown>[];
  /** Keeps the signal for a look at its listeners, when all is over. */
  watchSignal(signal: Abortable): void;
  /** Keeps how long an answer had been in the cache when it was handed out. */
  noteAge(ms: number): void;
  /** Keeps what came out of somebody's hands who must not be thrown at. */
  noteThrown(thrown: unknown): void;
  /** Keeps what a `next()` gave, which may have come too late. */
  noteNext(next: LateNext): void;
  /** Counts that something was reached. */
  reach(name: string): void;
}

/** A store that throws, gives garbage, or never answers. */
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

/** A cache that leaves none out. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What the parts of one scenario share. */
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

/** What lines tell. */
const SIGNS = [
  ['cache hit', 'a cache hit'],
  [', shared)', 'a shared request'],
] as const;

/** A console that says what was reached, and fails now and then. */
export const makeConsole = (reach: (name: string) => void): Partial<Console> => {
  let lines = 0;
  const write = (line: unknown): void => {
    for (const [sign, name] of SIGNS) if (String(line).includes(sign)) reach(name);
    lines += 1;
    if (lines % 5 === 0) throw new Error('The console is broken.');
  };
  return { log: write, debug: write, error: write };
};
