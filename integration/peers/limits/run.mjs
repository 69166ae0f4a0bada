// Tests rate limits with real services and processes: express-rate-limit with all its header formats, and four
// processes that share a limit in Redis, which is killed and restarted. Needs redis-server on the path, and the build.
//
//   npm run integration -- rate-limits
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { createApi, defineRequest } from '../../../dist/index.js';
import { RateLimitPlugin } from '../../../dist/resilience.js';
import { RedisServer } from '../credentials/redis-server.mjs';

const { listen } = createRequire(import.meta.url)('../../../spec/support/start-server.cjs');

const CLIENT = fileURLToPath(new URL('client.mjs', import.meta.url));

/** A service that allows a number of requests per window, and counts its requests. */
const startService = async (options) => {
  const app = express();
  const counts = { served: 0, refused: 0 };
  const times = [];
  app.use((_request, _response, next) => {
    times.push(Date.now());
    next();
  });
  app.use(
    rateLimit({
      handler: (_request, response) => {
        counts.refused += 1;
        response.status(429).json({});
      },
      ...options,
    }),
  );
  app.get('/things/:id', async (_request, response) => {
    await pause(Math.random() * 20);
    counts.served += 1;
    response.json({});
  });
  return { ...(await listen(createServer(app))), counts, times };
};

/** The number of requests in each window of this many milliseconds, starting with the first request. */
const perWindow = (times, ms) => {
  const counts = [];
  for (const time of times) {
    const at = Math.floor((time - times[0]) / ms);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return Array.from(counts, (count = 0) => count);
};

const FORMS = [
  { standardHeaders: 'draft-6', legacyHeaders: false },
  { standardHeaders: 'draft-7', legacyHeaders: false },
  { standardHeaders: 'draft-8', legacyHeaders: false },
  { standardHeaders: false, legacyHeaders: true },
];

/** Makes 60 concurrent calls to a service that allows 20 in two seconds. The client doesn't know the limit. */
const tryForm = async (form) => {
  const service = await startService({ windowMs: 2000, limit: 20, ...form });
  const api = createApi({
    baseUrl: service.url,
    middleware: [new RateLimitPlugin({ concurrency: 10 })],
    requests: { get: defineRequest()({ method: 'GET', path: '/things/:id' }) },
  });
  const results = await Promise.all(Array.from({ length: 60 }, (_, id) => api.get({ id })));
  await service.close();
  const failed = results.filter(({ error }) => error).length;
  const { refused, served } = service.counts;
  const name = form.standardHeaders || 'X-RateLimit-*';
  console.log(
    `${name}: ${served} served, ${refused} refused, ${perWindow(service.times, 2000).join(' ')} per window`,
  );
  assert.deepEqual({ failed, refused, served }, { failed: 0, refused: 0, served: 60 }, name);
};

const POINTS = 20;
const PROCESSES = 4;

/** Starts processes that share a limit of 20 per second. One of them is notified when Redis is killed and restarted. */
const tryProcesses = async (failOpen) => {
  const redis = new RedisServer();
  await redis.start();
  // At the boundary of two windows, the limiter allows twice as many.
  const service = await startService({
    windowMs: 1000,
    limit: 2 * POINTS,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
  });
  const clients = Array.from({ length: PROCESSES }, () =>
    fork(CLIENT, [service.url, String(redis.port), String(POINTS), String(failOpen)]),
  );
  const messages = () => Promise.all(clients.map(async (client) => (await once(client, 'message'))[0]));
  await messages();
  const told = messages();
  await pause(4000);
  const before = { refused: service.counts.refused, served: service.counts.served };
  await redis.kill();
  await pause(1500);
  await redis.start();
  const away = {
    refused: service.counts.refused - before.refused,
    served: service.counts.served - before.served,
  };
  const reports = await told;
  await service.close();
  await redis.close();
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
  const { served, refused } = service.counts;
  const windows = perWindow(service.times, 1000);
  console.log(
    `${PROCESSES} processes, ${POINTS} a second, failOpen ${failOpen}: ${windows.join(' ')} per second; ${served} served, ${refused} refused; while Redis was away ${away.served} served, ${away.refused} refused; calls: ${sum('fine')} fine, ${sum('failed')} failed`,
  );
  assert.equal(sum('unexpected'), 0, reports.map(({ first }) => first).join('\n'));
  return { windows, refused, away, failed: sum('failed') };
};

await Promise.all(FORMS.map(tryForm));

const closed = await tryProcesses(false);
assert.equal(closed.refused, 0);
assert.equal(closed.failed, 0);
assert(Math.max(...closed.windows) <= 2 * POINTS);

const open = await tryProcesses(true);
assert(open.away.served > 0);
