import {
  cacheMiddleware,
  ConstantBackoff,
  LogPlugin,
  retryMiddleware,
  RetryPlugin,
  type CacheStore,
} from '../../lib/index.js';
import { makeThrown, type Thrown } from './thrown.js';
import { TAMPERED } from './changes.js';
import { TTL, watchedCache } from './watched-cache.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

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
