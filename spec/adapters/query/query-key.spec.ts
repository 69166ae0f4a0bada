import { describe, expect, it, vi } from 'vitest';
import { createApi, createGraphQL, defineRequest, gql, Operation, withHeaders } from '../../../lib/index.js';
import { infiniteQuery, mutation, query, queryKey, swr } from '../../../lib/entries/query.js';
import { jsonResponse } from '../../../lib/entries/testing.js';

class Money {
  readonly cents: number = 1;
}

const requests = {
  getUser: defineRequest<{ name: string }, { fields?: string[] }>()({ method: 'GET', path: '/users/:id' }),
  list: defineRequest<string[], { cursor?: string | undefined }>()({ method: 'GET', path: '/users' }),
  upload: defineRequest<unknown, object>()({ method: 'POST', path: '/files' }),
  admin: { get: defineRequest()({ method: 'GET', path: '/admin' }) },
};

const fetch = async (): Promise<Response> => jsonResponse({});
const api = createApi({ name: 'users', baseUrl: 'http://api.test', fetch, requests });

describe('the key of a query (rules.md#keys-of-queries)', () => {
  it('contains the names of client and endpoint, and the params', () => {
    expect(query(api.getUser, { id: 1 }).queryKey).toEqual(['users', 'getUser', { params: { id: 1 } }]);
    expect(query(api.admin.get).queryKey).toEqual(['users', 'admin.get', { params: {} }]);
  });

  it('is the same without params and with empty params', () => {
    expect(query(api.list).queryKey).toEqual(query(api.list, {}).queryKey);
  });

  it('differs for pages', () => {
    const { queryKey: key } = infiniteQuery(api.list, {}, { next: () => null });
    expect(key).toEqual(['users', 'list', { params: {}, infinite: true }]);
  });

  it('contains the operation for GraphQL', () => {
    const user = new Operation<{ id: number }, { name: string }>({
      operation: gql`
        query User($id: Int!) {
          user(id: $id) {
            name
          }
        }
      `,
    });
    const endpoint = 'http://api.test/graphql';
    const graph = createGraphQL({ name: 'graph', endpoint, fetch, operations: { user } });
    expect(query(graph.user, { id: 1 }).queryKey).toEqual(['graph', 'user', { params: { id: 1 } }]);
  });

  it('is the same for any baseUrl, which differs on a server', () => {
    const inside = createApi({ name: 'users', baseUrl: 'http://10.0.0.1:8080', fetch, requests });
    expect(query(inside.getUser, { id: 1 }).queryKey).toEqual(query(api.getUser, { id: 1 }).queryKey);
  });

  it('is the same for SWR', () => {
    expect(swr(api.getUser, { id: 1 })[0]).toEqual(query(api.getUser, { id: 1 }).queryKey);
  });

  it('starts with the key of all responses of the endpoint, from queryKey', () => {
    expect(queryKey(api.getUser)).toEqual(['users', 'getUser']);
    expect(queryKey(api.getUser, { id: 1 })).toEqual(['users', 'getUser', { params: { id: 1 } }]);
    expect(mutation(api.getUser).mutationKey).toEqual(['users', 'getUser']);
  });

  it('finds the responses of one scope, with queryKey', () => {
    expect(queryKey(api.getUser, undefined as never, { scope: 'a' })).toEqual([
      'users',
      'getUser',
      { scope: 'a' },
    ]);
  });
});

describe('a client without a name', () => {
  const unnamed = createApi({ baseUrl: 'http://api.test', fetch, requests });

  it.each([
    ['query', () => query(unnamed.list)],
    ['infiniteQuery', () => infiniteQuery(unnamed.list, {}, { next: () => null })],
    ['mutation', () => mutation(unnamed.list)],
    ['queryKey', () => queryKey(unnamed.list)],
    ['swr', () => swr(unnamed.list)],
  ])('is rejected by %s, because two such clients would share their data', (owner, make) => {
    expect(make).toThrow(
      new TypeError(
        `${owner} needs a client name for the keys of "list": pass createApi({ name: 'users', … }).`,
      ),
    );
  });
});

describe('a derived client with its own options', () => {
  const mine = withHeaders(api, { authorization: 'Bearer secret' });

  it.each([
    ['headers', mine],
    ['invalid headers', withHeaders(api, { authorization: 'Bearer …' })],
    ['middleware', api.with({ middleware: [(_ctx, next) => next()] })],
    ['fetchOptions', api.with({ fetchOptions: { credentials: 'include' } })],
    ['context', api.with({ context: { user: 7 } })],
  ])('is rejected without a scope: %s', (_what, copy) => {
    expect(() => query(copy.list)).toThrow(
      new TypeError(
        `query needs a scope for "list", because this client has its own options: pass { scope: 'user-7' }.`,
      ),
    );
    expect(() => query(copy.list, {}, { scope: '' })).toThrow('needs a scope for "list"');
    expect(query(copy.list, {}, { scope: 'user-7' }).queryKey).toEqual([
      'users',
      'list',
      { params: {}, scope: 'user-7' },
    ]);
  });

  it("needs no scope if its options don't affect a response", () => {
    const { signal } = new AbortController();
    const copy = api.with({ timeout: 5, signal, headers: { traceparent: '00-1' }, dedupe: false });
    expect(query(copy.list).queryKey).toEqual(query(api.list).queryKey);
  });

  it('has no header in the key', () => {
    expect(JSON.stringify(query(mine.list, {}, { scope: 'a' }).queryKey)).not.toContain('secret');
  });
});

describe("params that can't form a key", () => {
  it.each<[string, unknown]>([
    ['a FormData', new FormData()],
    ['a URLSearchParams', new URLSearchParams('a=1')],
    ['a Map', new Map([['a', 1]])],
    ['a Set', { tags: new Set() }],
    ['a bigint', { id: 1n }],
    ['NaN', { id: NaN }],
    ['a function', { id: () => 1 }],
    ['a symbol', { id: Symbol('a') }],
    ['a Uint8Array', new Uint8Array(1)],
    ['a Money', { price: new Money() }],
  ])('are rejected: %s', (what, params) => {
    expect(() => query(api.upload, params as never)).toThrow(
      new TypeError(
        `query can't create a key from params with ${what}: pass a { key } that identifies them.`,
      ),
    );
  });

  it('are rejected if they contain a cycle', () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    expect(() => query(api.upload, round)).toThrow(
      "query can't create a key from params with a cycle: pass a { key } that identifies them.",
    );
  });

  it('are accepted with a key, which replaces them', () => {
    const { queryKey: key } = query(api.upload, new FormData(), { key: 'cv.pdf' });
    expect(key).toEqual(['users', 'upload', { key: 'cv.pdf' }]);
    expect(() => query(api.upload, new FormData(), { key: new Map() })).toThrow(TypeError);
  });

  it('have no key if it is null, as in the hooks', () => {
    for (const key of [null, undefined]) {
      expect(query(api.getUser, { id: 1 }, { key }).queryKey).toEqual(queryKey(api.getUser, { id: 1 }));
      expect(queryKey(api.getUser, undefined, { key })).toEqual(queryKey(api.getUser));
      expect(() => query(api.upload, new FormData(), { key })).toThrow(TypeError);
    }
  });

  it("don't include a Date, which is a string in JSON, and undefined", () => {
    const since = new Date(0);
    expect(() => query(api.upload, { since, until: undefined, not: null, ok: [true] })).not.toThrow();
    expect(() => query(api.upload, { since: new Date(NaN) })).toThrow(TypeError);
  });
});

describe('a function that is not an endpoint', () => {
  it.each<[string, unknown, string]>([
    ['a spy', vi.fn(), 'a function'],
    ['a wrapper', () => api.list(), 'a function'],
    ['nothing', undefined, 'undefined'],
    ['a client', api, 'an object'],
  ])('is rejected: %s', (_what, given) => {
    expect(() => query(given as never)).toThrow(
      /^query needs an endpoint function, such as api\.getUser, but got/,
    );
  });
});
