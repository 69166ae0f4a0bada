import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cacheMiddleware,
  CachePlugin,
  type Middleware,
  type MiddlewareContext,
  poll,
  type Result,
} from '../../lib/index.js';
import type { Untyped } from '../support/client.js';
import { asReactNative, asServer } from '../support/polled.js';
import {
  Agent,
  type Ask,
  bothOf,
  bothOperations,
  telling,
  type User,
  type Way,
} from '../support/two-users.js';

const HEADERS = ['Authorization', 'Cookie', 'X-Api-Key', 'Proxy-Authorization'] as const;

const changing =
  (change: (request: MiddlewareContext['request']) => void): Middleware =>
  (ctx, next) => {
    change(ctx.request);
    return next();
  };

const inHeaders = HEADERS.flatMap((name): [string, (user: User) => Way][] => {
  const headers = (user: User) => ({ [name]: `user-${user}` });
  return [
    [`${name} of two clients`, (user) => ({ client: { headers: headers(user) } })],
    [`${name} of two endpoints`, (user) => ({ endpoint: { headers: headers(user) } })],
    [`${name} of two copies`, (user) => ({ copy: headers(user) })],
    [`${name} of two calls`, (user) => ({ options: { headers: headers(user) } })],
    [
      `${name} of two calls, in a Headers object`,
      (user) => ({ options: { headers: new Headers(headers(user)) } }),
    ],
    [
      `${name} of two calls' middleware`,
      (user) => ({ options: { middleware: [changing((to) => to.headers.set(name, `user-${user}`))] } }),
    ],
    [
      `${name} of two calls' middleware, as another object`,
      (user) => ({ options: { middleware: [changing((to) => (to.headers = headers(user) as never))] } }),
    ],
  ];
});

const inOptions: [string, (user: User) => Way][] = (['client', 'endpoint', 'options'] as const).flatMap(
  (place): [string, (user: User) => Way][] => [
    [
      `credentials (${place})`,
      (user) => ({ [place]: { fetchOptions: { credentials: user === 'a' ? 'omit' : 'include' } } }),
    ],
    [`referrer (${place})`, (user) => ({ [place]: { fetchOptions: { referrer: `https://user-${user}` } } })],
    [`an agent (${place})`, (user) => ({ [place]: { fetchOptions: { agent: new Agent(user) } as never } })],
  ],
);

const bodies: [string, (user: User) => Way][] = [
  ['a string', (user) => ({ params: `user-${user}` })],
  ['an object', (user) => ({ params: { id: `user-${user}` } })],
  ['an array', (user) => ({ params: [`user-${user}`] })],
  ['a form', (user) => ({ params: new URLSearchParams({ id: `user-${user}` }) })],
  ['bytes', (user) => ({ params: new TextEncoder().encode(`user-${user}`) })],
  ['a map', (user) => ({ params: new Map([['id', `user-${user}`]]) })],
  ['a value with toJSON', (user) => ({ params: { by: { toJSON: () => `user-${user}` } } })],
];

const inUrl: [string, (user: User) => Way][] = [
  ['a query param', (user) => ({ params: { id: `user-${user}` } })],
  ['a path param', (user) => ({ endpoint: { path: '/users/:id' }, params: { id: `user-${user}` } })],
  ['baseUrl', (user) => ({ client: { baseUrl: `https://user-${user}.example.com` } })],
  ["baseUrl's query", (user) => ({ client: { baseUrl: `https://api.example.com?key=user-${user}` } })],
  ['the path', (user) => ({ endpoint: { path: `/user-${user}` } })],
  ["the path's query", (user) => ({ endpoint: { path: `/me?key=user-${user}` } })],
  [
    'a URL that a middleware changed',
    (user) => ({ options: { middleware: [changing((to) => (to.url += `?key=user-${user}`))] } }),
  ],
  [
    'fetch options that a middleware changed',
    (user) => ({
      options: { middleware: [changing((to) => (to.fetchOptions.referrer = `https://user-${user}`))] },
    }),
  ],
  [
    'a body that a middleware changed',
    (user) => ({
      endpoint: { method: 'POST' },
      options: { middleware: [changing((to) => (to.body = `user-${user}`))] },
    }),
  ],
];

const identities: [string, (user: User) => Way][] = [
  ['the fetch of two clients', (user) => ({ client: { fetch: telling(`user-${user}`) } })],
];

const ways = [...inHeaders, ...inOptions, ...inUrl, ...identities];

const users = (results: readonly Result<Untyped>[]): unknown[] =>
  results.map(({ data, error }) => error?.kind ?? data.user ?? data);

const ask = ({ call, params, options }: Ask): Promise<Result<Untyped>> => call(params, options);

const POST = { method: 'POST' } as const;
const cells = [
  ...ways.map(([what, wayOf]) => [what, wayOf, {}] as const),
  ...bodies.map(([what, wayOf]) => [`a body: ${what}`, wayOf, POST] as const),
];

describe('trap 18: two calls in flight of different users', () => {
  it.each(cells)('send separate requests under share: %s', async (_what, wayOf, endpoint) => {
    const [a, b] = bothOf(wayOf, { endpoint: { share: true, ...endpoint } });
    expect(users(await Promise.all([ask(a), ask(b), ask(a)]))).toEqual(['a', 'b', 'a']);
  });

  it('send separate requests under share if a middleware of the client sets the token', async () => {
    let user: User = 'a';
    const middleware = changing(({ headers }) => headers.set('authorization', `user-${user}`));
    const [a] = bothOf(() => ({ middleware }), { endpoint: { share: true } });
    const first = ask(a);
    user = 'b';
    expect(users(await Promise.all([first, ask(a)]))).toEqual(['a', 'b']);
  });

  it.each(cells)('get their own response or an abort under dedupe: %s', async (_what, wayOf, endpoint) => {
    const [a, b] = bothOf(wayOf, { endpoint: { dedupe: true, ...endpoint } });
    const [ofA, ofB] = users(await Promise.all([ask(a), ask(b)]));
    expect(['a', 'abort']).toContain(ofA);
    expect(ofB).toBe('b');
  });
});

describe('trap 17: a cached response', () => {
  it.each(cells)('is served only to its own user: %s', async (_what, wayOf, endpoint) => {
    // One cache on both clients, like two users of one process.
    const [a, b] = bothOf(
      (user) => {
        const way = wayOf(user);
        const { options } = way;
        // The cache runs inside the middleware that sets the user.
        return { ...way, options: { ...options, middleware: [...(options?.middleware ?? []), cache] } };
      },
      { endpoint },
    );
    for (const [who, user] of [
      [a, 'a'],
      [b, 'b'],
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      expect(users([await ask(who)])).toEqual([user]);
    }
  });

  const cache = cacheMiddleware({ methods: ['GET', 'POST'] });

  describe('if a middleware inside the cache sets the user', () => {
    const asked = async (plugin: CachePlugin, name: string): Promise<unknown[]> => {
      let user: User = 'a';
      const token = changing(({ headers }) => headers.set(name, `user-${user}`));
      const [who] = bothOf(() => ({ options: { middleware: [plugin, token] } }));
      const first = await ask(who);
      user = 'b';
      return users([first, await ask(who)]);
    };

    /** Adds a custom header to the user key. */
    class WithApiKey extends CachePlugin {
      protected override userKeyOf(ctx: MiddlewareContext): string {
        return `${super.userKeyOf(ctx)} ${ctx.request.headers.get('x-api-key')}`;
      }
    }

    /** Ignores the signature of each request: all requests belong to one user. */
    class ForOneUser extends CachePlugin {
      protected override userKeyOf(): string {
        return '';
      }
    }

    it.each(['Authorization', 'Cookie', 'Proxy-Authorization'])(
      'is served only to its own user: %s',
      async (name) => {
        expect(await asked(new CachePlugin(), name)).toEqual(['a', 'b']);
      },
    );

    it('is served only to its own user if a subclass adds the header to the key', async () => {
      expect(await asked(new WithApiKey(), 'x-api-key')).toEqual(['a', 'b']);
    });

    it('is served to all users if a subclass removes the signature from the key', async () => {
      expect(await asked(new ForOneUser(), 'authorization')).toEqual(['a', 'a']);
    });
  });
});

describe('a poll of two users', () => {
  beforeEach(asReactNative);
  afterEach(asServer);

  const first = ({ call, params, options }: Ask): Promise<Result<Untyped>> =>
    new Promise((resolve) => {
      const every = 60_000;
      const stop = poll(call, params, (result) => resolve(result), { every, ...options });
      stops.push(stop);
    });
  const stops: (() => void)[] = [];

  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  it.each(cells)('is not shared at the same time: %s', async (_what, wayOf, endpoint) => {
    const [a, b] = bothOf(wayOf, { endpoint });
    expect(users(await Promise.all([first(a), first(b), first(a)]))).toEqual(['a', 'b', 'a']);
  });

  it.each(cells)('is not shared in sequence: %s', async (_what, wayOf, endpoint) => {
    const [a, b] = bothOf(wayOf, { endpoint });
    expect(users([await first(a), await first(b), await first(a)])).toEqual(['a', 'b', 'a']);
  });
});

describe('GraphQL operations of two users', () => {
  const differences: [string, (user: User) => Way][] = [
    ['variables', (user) => ({ params: { id: `user-${user}` } })],
    ['a header', (user) => ({ options: { headers: { authorization: `user-${user}` } } })],
    ['a header of two copies', (user) => ({ copy: { authorization: `user-${user}` } })],
  ];

  it.each(differences)('send separate requests under share: %s', async (_what, wayOf) => {
    const [a, b] = bothOperations(wayOf, { endpoint: { share: true } });
    expect(users(await Promise.all([ask(a), ask(b), ask(a)]))).toEqual(['a', 'b', 'a']);
  });

  it.each(differences)('get separate cached responses: %s', async (_what, wayOf) => {
    const [a, b] = bothOperations(wayOf, { innermost: [cacheMiddleware({ methods: ['GET', 'POST'] })] });
    expect(users([await ask(a), await ask(b), await ask(a)])).toEqual(['a', 'b', 'a']);
  });
});
