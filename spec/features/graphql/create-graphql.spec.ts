import { describe, expect, it, vi } from 'vitest';
import {
  createGraphQL,
  defineRequest,
  type GraphQLConfig,
  Operation,
  withHeaders,
} from '../../../lib/index.js';
import { stubFetch } from '../../support/client.js';
import { anyOperation, DOCUMENT, oneOperation, twoSides } from '../../support/one-operation.js';

const endpoint = 'http://api.test/graphql';

const make = (config: unknown) => () => createGraphQL(config as GraphQLConfig & { operations?: undefined });

describe('a flat client (rules.md#graphql)', () => {
  it('has one function per operation, which a spy can replace', () => {
    const client = createGraphQL({ endpoint, operations: { a: anyOperation(), b: anyOperation() } });
    expect(Object.keys(client)).toEqual(['a', 'b']);
    expect(Object.getOwnPropertyDescriptor(client, 'a')).toMatchObject({
      configurable: true,
      enumerable: true,
      writable: true,
    });
    vi.spyOn(client, 'a').mockResolvedValue('stub' as never);
    expect(vi.isMockFunction(client.a)).toBe(true);
  });

  it('has an operation called withHeaders instead of the method', async () => {
    const fetch = stubFetch({ data: { data: { a: 1 } } });
    const client = createGraphQL({ endpoint, fetch, operations: { withHeaders: anyOperation() } });
    expect((await client.withHeaders({ id: 1 })).data).toEqual({ a: 1 });
    await withHeaders(client, { a: '1' }).withHeaders();
    expect(fetch.lastHeaders).toMatchObject({ a: '1' });
  });

  it.each(['constructor', 'query', '__proto__'])('can have an operation called %s', async (name) => {
    const operations = Object.fromEntries([[name, anyOperation()]]);
    const client = createGraphQL({ endpoint, fetch: stubFetch({ data: { data: { a: 1 } } }), operations });
    expect((await client[name]!()).data).toEqual({ a: 1 });
    expect((await withHeaders(client, {})[name]!()).data).toEqual({ a: 1 });
  });
});

describe('a client with sides (rules.md#graphql)', () => {
  it('has its functions on query and mutation', () => {
    const client = createGraphQL({
      endpoint,
      queries: { a: anyOperation() },
      mutations: { b: anyOperation() },
    });
    expect([Object.keys(client), Object.keys(client.query), Object.keys(client.mutation)]).toEqual([
      ['query', 'mutation'],
      ['a'],
      ['b'],
    ]);
  });

  it.each<[string, object, string[]]>([
    ['queries', { queries: { a: anyOperation() } }, ['query']],
    ['mutations', { mutations: { a: anyOperation() } }, ['mutation']],
    ['neither', {}, []],
    ['an empty side', { queries: {}, mutations: { a: anyOperation() } }, ['mutation']],
    ['a null side', { queries: null, mutations: { a: anyOperation() } }, ['mutation']],
  ])('has only the sides that contain an operation: with %s', (_what, sides, names) => {
    const client = make({ endpoint, operations: undefined, ...sides })();
    expect(Object.keys(client)).toEqual(names);
    expect(Object.keys(withHeaders(client, { a: '1' }))).toEqual(names);
    expect(Object.keys(client.withHeaders({ a: '1' }))).toEqual(names);
  });
});

describe('a configuration mistake throws a TypeError with an explanation (rules.md#graphql)', () => {
  const operation = anyOperation();

  it.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /"endpoint" is .*: pass a string/],
    ['no endpoint', { operations: {} }, /"endpoint" is undefined: pass a string/],
    ['an endpoint that is a URL object', { endpoint: new URL(endpoint), operations: {} }, /endpoint.*URL/],
    ['operations with queries', { endpoint, operations: {}, queries: { operation } }, /not both/],
    ['operations with mutations', { endpoint, operations: { operation }, mutations: {} }, /not both/],
    ['a string', { endpoint, operations: { a: DOCUMENT } }, /"a" is a string.*new Operation/],
    [
      'a plain object',
      { endpoint, queries: { a: { operation: DOCUMENT } } },
      /"a" is an Object.*new Operation/,
    ],
    ['undefined for a name', { endpoint, mutations: { a: undefined } }, /"a" is undefined.*new Operation/],
    [
      'a REST endpoint',
      { endpoint, operations: { a: defineRequest()({ method: 'GET', path: '/' }) } },
      /new Op/,
    ],
    ['then', { endpoint, operations: { then: operation } }, /await.*"then".*another name/],
    ['then as an operation on a side', { endpoint, mutations: { then: operation } }, /"then".*another name/],
    [
      'share together with dedupe',
      { endpoint, queries: { a: anyOperation({ share: true, dedupe: true }) } },
      /share.*dedupe/,
    ],
    [
      'an operation without a config',
      { endpoint, operations: { a: new Operation(undefined as never) } },
      /"a" has no source/,
    ],
  ])('for %s', (_what, config, sentence) => {
    expect(make(config)).toThrow(TypeError);
    expect(make(config)).toThrow(sentence);
  });
});

describe('the endpoint of a GraphQL client (rules.md#graphql)', () => {
  it.each([
    'http://api.test/graphql',
    'http://api.test/graphql?key=a+b&key=c',
    'http://api.test/:tenant/graphql',
    '/graphql',
    '',
  ])('is used as it is written: %j', async (url) => {
    const fetch = stubFetch({ data: { data: {} } });
    await oneOperation({ fetch, client: { endpoint: url } }).call({ tenant: 'x' });
    expect(fetch.mock.lastCall?.[0]).toBe(url);
  });

  it.each(['http://api.test/graphql#top', 'http://api.test/\ngraphql'])(
    "is rejected with a fragment or a control character: %j is 'network', nothing is sent",
    async (url) => {
      const fetch = stubFetch({ data: { data: {} } });
      const { error } = await oneOperation({ fetch, client: { endpoint: url } }).call();
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError), request: { url } });
      expect(String(error?.body)).toContain('endpoint');
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('appears without its query in messages and logs of errors', async () => {
    const { error } = await oneOperation({ client: { endpoint: `${endpoint}?key=s3cret\n` } }).call();
    expect(`${error?.message} ${JSON.stringify(error)}`).not.toContain('s3cret');
  });
});

describe('createGraphQL reads its config once', () => {
  it('and ignores later changes', async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const config = { endpoint, fetch, headers: { a: '1' }, operations: { call: anyOperation() } };
    const client = createGraphQL(config);
    config.endpoint = 'http://other.test';
    config.headers.a = '2';
    await client.call();
    expect([fetch.mock.lastCall?.[0], fetch.lastHeaders['a']]).toEqual([endpoint, '1']);
  });

  it('an awaited client, or an awaited side, is returned unchanged', async () => {
    const client = twoSides();
    expect(await Promise.resolve(client)).toBe(client);
    expect(await Promise.resolve(client.query)).toBe(client.query);
  });
});
