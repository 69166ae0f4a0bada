// One of several processes that share sessions. It makes calls for each of its users until it gets a message to stop.
// Then it reports the number of successful calls, and the errors of the others.
import { createClient } from 'redis';
import { createApi, defineRequest, withHeaders } from 'homing';
import { AuthPlugin, AuthSessions } from 'homing/auth';
import { refreshToken } from 'homing/oauth';
import { None } from 'oauth4webapi';
// Only the code from the guide.
import { redisLock, redisStore } from './redis-session';

const [, , server, port, name, users] = process.argv as string[] as [
  string,
  string,
  string,
  string,
  string,
  string,
];

const redis = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: () => 50 } });
let losses = 0;
redis.on('error', () => (losses += 1));
await redis.connect();

const metadata = { issuer: server, token_endpoint: `${server}/token` };
const client = { issuer: metadata, clientId: 'shop', clientAuth: None(), allowInsecureRequests: true };
let signedOut = 0;
const sessions = new AuthSessions({
  make: (id) =>
    new AuthPlugin(refreshToken(client), {
      store: redisStore(redis, `session:${id}`),
      lock: redisLock(redis, `session:${id}:lock`),
      refreshTimeout: 10_000,
      refreshAhead: 0,
      onSignedOut: () => (signedOut += 1),
    }),
});
const api = createApi({
  baseUrl: server,
  requests: { look: defineRequest<string, { call: string }>()({ method: 'GET', path: '/' }) },
});

let isOver = false;
process.once('message', () => (isOver = true));

let calls = 0;
const failures: string[] = [];
const use = async (id: string): Promise<void> => {
  const mine = withHeaders(api, {}, { middleware: [sessions.for(id)] });
  while (!isOver) {
    calls += 1;
    const { data, error } = await mine.look({ call: `${name}-${calls}` });
    if (data !== id) failures.push(String(error?.message ?? data));
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
};
// Three callers per user share one refresh in this process.
await Promise.all(users.split(',').flatMap((id) => [use(id), use(id), use(id)]));
redis.destroy();
// Report only the first errors. The message must be sent before the channel closes.
process.send?.({ calls, failed: failures.length, failures: failures.slice(0, 3), signedOut, losses }, () =>
  process.disconnect(),
);
