// One of several processes that share a limit. It makes many concurrent calls for ten seconds, and reports the results.
import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { createApi, defineRequest } from '../../../dist/index.js';
import { fromRateLimiterFlexible, NotSentError, RateLimitPlugin } from '../../../dist/resilience.js';

const [url, port, points, failOpen] = process.argv.slice(2);

const storeClient = createClient({
  disableOfflineQueue: true,
  socket: { host: '127.0.0.1', port: Number(port), reconnectStrategy: () => 50 },
});
// The connection breaks when Redis is killed.
storeClient.on('error', () => undefined);
await storeClient.connect();

const limiter = new RateLimiterRedis({
  storeClient,
  useRedisPackage: true,
  keyPrefix: 'service',
  points: Number(points),
  duration: 1,
});

// The first use of a connection takes longest.
await limiter.get('warm');

const api = createApi({
  baseUrl: url,
  middleware: [
    new RateLimitPlugin({
      shared: fromRateLimiterFlexible(limiter),
      failOpen: failOpen === 'true',
      concurrency: 10,
    }),
  ],
  requests: { get: defineRequest()({ method: 'GET', path: '/things/:id' }) },
});

process.send('ready');
const report = { fine: 0, failed: 0, unexpected: 0, first: '' };
const until = Date.now() + 10_000;
const call = async (id) => {
  while (Date.now() < until) {
    const { error } = await api.get({ id });
    if (!error) report.fine += 1;
    else {
      report.failed += 1;
      if (error.status !== 429 && !NotSentError.is(error.cause)) {
        report.unexpected += 1;
        report.first ||= error.message;
      }
      await pause(100);
    }
  }
};
await Promise.all(Array.from({ length: 15 }, (_, id) => call(id)));
process.send(report, () => {
  storeClient.destroy();
  process.disconnect();
});
