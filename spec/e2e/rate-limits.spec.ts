import { describe, expect, it } from 'vitest';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createApi, defineRequest } from '../../lib/index.js';
import { fromRateLimiterFlexible, type NotSentError, RateLimitPlugin } from '../../lib/entries/resilience.js';
import { flush } from '../support/flush.js';
import { useServers } from '../support/node-server.js';

const serve = useServers();

/** A service that records when requests arrive, and how many run at the same time. */
const service = async (limit: RateLimitPlugin, isEnough = (_underway: number) => flush()) => {
  const arrived: number[] = [];
  let [underway, most] = [0, 0];
  const server = await serve((_request, response) => {
    arrived.push(performance.now());
    underway += 1;
    most = Math.max(most, underway);
    void isEnough(underway).then(() => {
      underway -= 1;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  const api = createApi({
    baseUrl: server.url,
    middleware: [limit],
    requests: { read: defineRequest<object>()({ method: 'GET', path: '/:id' }) },
  });
  const callAll = (count: number) => Promise.all(Array.from({ length: count }, (_, id) => api.read({ id })));
  return { callAll, arrived, most: () => most };
};

describe('RateLimitPlugin over sockets (rules.md#rate-limit)', () => {
  it('limits how many requests arrive at the same time', async () => {
    let release = (): void => undefined;
    let next = new Promise<void>((resolve) => (release = resolve));
    /** Holds the responses until three requests are there, and a fourth would have come. */
    const three = (underway: number): Promise<void> => {
      const held = next;
      if (underway === 3) {
        const releaseAll = release;
        next = new Promise((resolve) => (release = resolve));
        void flush().then(releaseAll);
      }
      return held;
    };
    const { callAll, most } = await service(new RateLimitPlugin({ concurrency: 3 }), three);
    const results = await callAll(60);
    expect([results.filter(({ data }) => data).length, most()]).toEqual([60, 3]);
  });

  it('respects a limiter of rate-limiter-flexible', async () => {
    const limiter = new RateLimiterMemory({ points: 5, duration: 1 });
    const { callAll, arrived } = await service(
      new RateLimitPlugin({ shared: fromRateLimiterFlexible(limiter) }),
    );
    const begun = performance.now();
    const results = await callAll(12);
    expect(results.filter(({ data }) => data)).toHaveLength(12);
    // The sixth call falls into the second window, the eleventh into the third.
    expect(arrived[5]! - begun).toBeGreaterThan(950);
    expect(arrived[10]! - begun).toBeGreaterThan(1950);
  });

  it('reports the wait if it is too long', async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 60 });
    const { callAll } = await service(new RateLimitPlugin({ shared: fromRateLimiterFlexible(limiter) }));
    const [, refused] = await callAll(2);
    const { reason, retryAfter } = refused?.error?.cause as NotSentError;
    expect(reason).toBe('wait-too-long');
    // The rest of the minute.
    expect(retryAfter).toBeGreaterThan(30_000);
  });
});
