// One of several processes that share a session. It makes calls until it gets a message to stop, then prints the
// results.
import { AuthPlugin, type Credentials, type CredentialStore, type Lock } from '../../lib/entries/auth.js';
import { createApi, defineRequest, orThrow } from '../../lib/index.js';

const [baseUrl = '', name = ''] = process.argv.slice(2);

/** Milliseconds after which it always ends. */
const LONGEST = 10_000;

const service = createApi({
  baseUrl,
  timeout: 5000,
  requests: {
    load: defineRequest<Credentials | null>()({ method: 'GET', path: '/store' }),
    save: defineRequest<null, { session: Credentials | undefined }>()({ method: 'PUT', path: '/store' }),
    lock: defineRequest<null>()({ method: 'POST', path: '/lock' }),
    unlock: defineRequest<null>()({ method: 'DELETE', path: '/lock' }),
    grant: defineRequest<Credentials, { refreshToken: string | undefined }>()({
      method: 'POST',
      path: '/token',
    }),
  },
});

const store: CredentialStore = {
  load: async () => (await orThrow(service.load())) ?? undefined,
  save: (session) => orThrow(service.save({ session })),
};

const lock: Lock = async (task) => {
  await orThrow(service.lock());
  try {
    return await task();
  } finally {
    await service.unlock();
  }
};

const auth = new AuthPlugin((stale) => orThrow(service.grant({ refreshToken: stale?.refreshToken })), {
  store,
  lock,
  refreshAhead: 0,
});

const api = createApi({
  baseUrl,
  timeout: 10_000,
  middleware: [auth],
  requests: { getItem: defineRequest<string, { name: string }>()({ method: 'GET', path: '/items' }) },
});

const failures: string[] = [];
const callAgain = async (): Promise<void> => {
  for (const end = Date.now() + LONGEST; Date.now() < end;) {
    const { data, error } = await api.getItem({ name });
    if (error) failures.push(error.message);
    if (data === 'enough') return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  failures.push('It was never enough.');
};
await Promise.all(Array.from({ length: 5 }, callAgain));
console.log(JSON.stringify(failures));
