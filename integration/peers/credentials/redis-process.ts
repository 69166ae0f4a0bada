// One of several processes that share sessions: it calls for each of its users until it is told to end, and says then how
// many calls came home with data, and with what the others failed.
import { createClient } from 'redis';
import { createApi, defineRequest, withHeaders } from 'homing';
import { AuthPlugin, AuthSessions } from 'homing/auth';
import { refreshToken } from 'homing/oauth';
import { None } from 'oauth4webapi';
// What the guide shows, and nothing else.
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
// Three callers for each user: they share the one refresh of this process.
await Promise.all(users.split(',').flatMap((id) => [use(id), use(id), use(id)]));
redis.destroy();
// The first ones will do; and what is sent must have gone before the channel closes.
process.send?.({ calls, failed: failures.length, failures: failures.slice(0, 3), signedOut, losses }, () =>
  process.disconnect(),
);
