import type { Middleware, Result } from '../../lib/index.js';
import { echoIn } from './echo.js';
import type { VirtualTime } from './virtual-time.js';

/** Of the cache that a client's endpoints share, in milliseconds. */
export const TTL = 30;

const numberOf = (result: Result<unknown>): number | undefined => echoIn(result)?.number;

/** The cache, and a look at how long each answer had been in it. */
export const watchedCache = (
  cache: Middleware,
  time: VirtualTime,
  noteAge: (ms: number) => void,
): Middleware => {
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
