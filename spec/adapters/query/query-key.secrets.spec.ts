import { describe, expect, it } from 'vitest';
import { dehydrate, hashKey, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import {
  type CallOptions,
  createApi,
  createGraphQL,
  type CopyOptions,
  defineRequest,
  type Middleware,
  Operation,
} from '../../../lib/index.js';
import { infiniteQuery, mutation, query, queryKey, swr } from '../../../lib/entries/query.js';
import { effort } from '../../support/effort.js';

/** A fixed seed, so that a failure can be reproduced. */
const SEED = 20_261_123;
const runs = (numRuns: number) => ({ seed: SEED, numRuns: effort(numRuns / 4, numRuns) });

/** A string that occurs nowhere else. */
const anySecret = fc.stringMatching(/^[a-z\d]{12}$/).map((text) => `secret-${text}`);

/** The options of a client or a derived client, with a secret in every possible place. */
const anyOwn = fc.record(
  {
    headers: anySecret.map((secret) => ({ authorization: `Bearer ${secret}` })),
    context: anySecret.map((secret) => ({ session: { secret } })),
    fetchOptions: anySecret.map((secret) => ({ integrity: secret })),
    middleware: anySecret.map((secret): Middleware[] => [
      (ctx, next) => {
        ctx.request.setHeader('x-session', secret);
        return next();
      },
    ]),
  },
  { requiredKeys: [] },
);

type Own = Omit<CopyOptions, 'headers'> & Pick<CallOptions, 'headers'>;

const isEmpty = (own: Own): boolean => Object.keys(own).length === 0;

const anyBase = fc.oneof(
  fc.constant('https://api.example.com'),
  fc
    .record({ user: anySecret, password: anySecret, key: anySecret })
    .map(({ user, password, key }) => `https://${user}:${password}@api.example.com/v1?key=${key}`),
);

/** How the service responds. `quoted` fails with an error that quotes the request, as on some platforms. */
const anyOutcome = fc.constantFrom('data', 'error', 'not JSON', 'quoted', 'never');
type Outcome = typeof anyOutcome extends fc.Arbitrary<infer T> ? T : never;

const fetchFor =
  (outcome: Outcome) =>
  (url: string | URL | globalThis.Request, init?: RequestInit): Promise<Response> => {
    const quoted = `${url instanceof globalThis.Request ? url.url : url.toString()} ${JSON.stringify([...new Headers(init?.headers)])}`;
    if (outcome === 'never') return new Promise(() => {});
    if (outcome === 'quoted') return Promise.reject(new TypeError(quoted, { cause: new Error(quoted) }));
    const status = outcome === 'error' ? 404 : 200;
    return Promise.resolve(new Response(outcome === 'not JSON' ? '<p>' : '{"name":"Ada"}', { status }));
  };

const requests = {
  getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }),
  rename: defineRequest<{ name: string }, { name: string }>()({ method: 'PUT', path: '/users/:id' }),
};

const anyScope = fc.option(fc.constantFrom('user-7', 'user-8'), { nil: undefined });

/** Writes the cache into the page, as a server does. */
const pageOf = (cache: QueryClient): string => {
  const all = { shouldDehydrateQuery: () => true, shouldDehydrateMutation: () => true };
  const state = JSON.stringify(dehydrate(cache, all)).replace(/</g, '\\u003c');
  return `<!doctype html><script>window.__STATE__ = ${state}</script>`;
};

const secretsIn = (text: string): string[] => text.match(/secret-[a-z\d]+/g) ?? [];

describe('the cache state in a page contains no secret', () => {
  it('from queries, infinite queries and mutations that have succeeded, failed or are pending', async () => {
    // The cache reports failures to the console, not into the page.
    const { error: complain } = console;
    console.error = () => undefined;
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.record({ base: anyBase, own: anyOwn, copy: anyOwn, outcome: anyOutcome, id: fc.nat(9) }),
          async ({ base, own, copy, outcome, id }) => {
            const client = createApi({
              name: 'users',
              baseUrl: base,
              requests,
              fetch: fetchFor(outcome),
              ...own,
            });
            const api = isEmpty(copy) ? client : client.withHeaders(copy.headers ?? {}, copy);
            const scoped = isEmpty(copy) ? {} : { scope: 'user-7' };
            const cache = new QueryClient({
              defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
            });
            const asked = [
              cache.query(query(api.getUser, { id }, scoped)),
              cache.infiniteQuery(infiniteQuery(api.getUser, { id }, { next: () => null, ...scoped })),
              cache.getMutationCache().build(cache, mutation(api.rename)).execute({ id, name: 'Grace' }),
            ];
            const settled = Promise.allSettled(asked);
            if (outcome !== 'never') await settled;
            const page = pageOf(cache);
            expect(page).toContain('"users","getUser"');
            expect(secretsIn(page)).toEqual([]);
            expect(secretsIn(JSON.stringify(swr(api.getUser, { id }, scoped)[0]))).toEqual([]);
          },
        ),
        runs(800),
      );
    } finally {
      console.error = complain;
    }
  });

  it('from a GraphQL client', async () => {
    await fc.assert(
      fc.asyncProperty(anyOwn, anyOwn, anyOutcome, async (own, copy, outcome) => {
        const operations = {
          me: new Operation<{ id: string }, { me: string }>({
            operation: 'query Me($id: ID) { me(id: $id) }',
          }),
        };
        const client = createGraphQL({
          name: 'graph',
          endpoint: 'https://api.example.com/graphql',
          operations,
          fetch: fetchFor(outcome),
          ...own,
        });
        const api = isEmpty(copy) ? client : client.withHeaders(copy.headers ?? {}, copy);
        const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
        const scoped = isEmpty(copy) ? {} : { scope: 'user-7' };
        const asked = cache.query(query(api.me, { id: '1' }, scoped));
        const settled = Promise.allSettled([asked]);
        if (outcome !== 'never') await settled;
        expect(pageOf(cache)).toContain('"graph","me"');
        expect(secretsIn(pageOf(cache))).toEqual([]);
      }),
      runs(200),
    );
  });
});

describe('derived clients of different users', () => {
  const client = createApi({ name: 'users', baseUrl: 'https://api.example.com', requests });

  /** The hash under which a cache stores the query, or undefined if the key is rejected. */
  const hashOf = (own: Own, id: number, scope: string | undefined): string | undefined => {
    const { getUser } = isEmpty(own) ? client : client.withHeaders(own.headers ?? {}, own);
    try {
      return hashKey(query(getUser, { id }, { scope }).queryKey);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(TypeError);
      return undefined;
    }
  };

  it('have the same key only with the same scope, and no key without a scope', () => {
    fc.assert(
      fc.property(
        fc.tuple(anyOwn, anyOwn),
        fc.tuple(anyScope, anyScope),
        ([mine, yours], [myScope, yourScope]) => {
          const [my, your] = [hashOf(mine, 1, myScope), hashOf(yours, 1, yourScope)];
          expect(my === undefined).toBe(!isEmpty(mine) && myScope === undefined);
          expect(my !== undefined && my === your).toBe(
            myScope === yourScope && (myScope !== undefined || (isEmpty(mine) && isEmpty(yours))),
          );
        },
      ),
      runs(800),
    );
  });

  it.each<[string, Own]>([
    ['an invalid header', { headers: { 'x user': 'a' } }],
    [
      'fetchOptions that throw',
      {
        fetchOptions: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
      },
    ],
  ])('also have no key with %s', (_what, own) => {
    expect(hashOf(own, 1, undefined)).toBeUndefined();
  });

  it('can have headers that identify the request', () => {
    const { getUser } = client.withHeaders({ 'x-request-id': '1', traceparent: '00-1' });
    expect(queryKey(getUser, { id: 1 })).toEqual(queryKey(client.getUser, { id: 1 }));
  });
});

describe('the key of a query', () => {
  const names = ['users', 'teams'] as const;
  const anyAsk = fc.record({
    name: fc.constantFrom(...names),
    endpoint: fc.constantFrom('getUser' as const, 'rename' as const),
    params: fc.dictionary(
      fc.constantFrom('id', 'scope', 'params', 'key', 'infinite', 'toJSON'),
      fc.jsonValue({ maxDepth: 1 }),
      {
        maxKeys: 3,
      },
    ),
    key: fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }),
    scope: anyScope,
    infinite: fc.boolean(),
  });
  type Ask = typeof anyAsk extends fc.Arbitrary<infer T> ? T : never;

  const hashOf = ({ name, endpoint, params, key, scope, infinite }: Ask): string => {
    const api = createApi({ name, baseUrl: 'https://api.example.com', requests });
    const options = { key, scope };
    return hashKey(
      infinite
        ? infiniteQuery(api[endpoint] as typeof api.getUser, params as never, {
            ...options,
            next: () => null,
          }).queryKey
        : query(api[endpoint] as typeof api.getUser, params as never, options).queryKey,
    );
  };

  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(sorted)
        : [
            'object',
            ...Object.entries(value)
              .map(([name, member]) => [name, sorted(member)])
              .sort(),
          ];

  const textOf = ({ params, key, ...ask }: Ask): string =>
    JSON.stringify(sorted(key == null ? { ...ask, params } : { ...ask, key }));

  it('is rejected if params have a member that a hash omits', () => {
    const ask = (text: string) =>
      query(createApi({ name: 'users', baseUrl: '', requests }).getUser, JSON.parse(text) as never);
    expect(() => ask('{"id":1,"__proto__":{"id":2}}')).toThrow('__proto__');
    expect(() => ask('{"id":[{"__proto__":1}]}')).toThrow(TypeError);
  });

  it('equals another key exactly if both queries send the same request', () => {
    fc.assert(
      fc.property(anyAsk, anyAsk, fc.boolean(), (one, other, isNear) => {
        const two = isNear ? { ...one, params: other.params } : other;
        expect(hashOf(one) === hashOf(two)).toBe(textOf(one) === textOf(two));
      }),
      runs(4000),
    );
  });
});
