import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheMiddleware, poll, withHeaders } from '../../../lib/index.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { stubFetch } from '../../support/client.js';
import { twoSides } from '../../support/one-operation.js';

const shared = (operation: object) => {
  const { fetch, requests } = heldFetch();
  return { client: twoSides({ fetch, operation }), requests };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('equal names on both sides are distinct endpoints (rules.md#graphql)', () => {
  it("and share doesn't merge a query and a mutation", async () => {
    const { client, requests } = shared({ share: true });
    void client.query.call();
    void client.mutation.call();
    void client.mutation.call();
    await flush();
    expect(requests).toHaveLength(2);
  });

  it("and a mutation doesn't supersede a query", async () => {
    const { client, requests } = shared({ dedupe: true });
    void client.query.call();
    void client.mutation.call();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([false, false]);
  });

  it("and the cache doesn't serve a query's response to a mutation", async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const client = twoSides({ fetch, client: { middleware: [cacheMiddleware({ methods: ['POST'] })] } });
    await client.query.call();
    await client.mutation.call();
    await client.query.call();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('and their polls are separate, even if polls are shared', async () => {
    Object.defineProperty(globalThis, 'window', { value: {}, configurable: true });
    const fetch = stubFetch({ data: { data: {} } });
    const client = twoSides({ fetch });
    const calls = [client.query.call, client.mutation.call, client.query.call];
    const stops = calls.map((call) => poll(call, {}, () => {}, { every: 1000 }));
    await vi.advanceTimersByTimeAsync(1);
    for (const stop of stops) stop();
    Reflect.deleteProperty(globalThis, 'window');
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

type Client = ReturnType<typeof twoSides>;

const ways: [string, (client: Client, headers: Record<string, string>) => Client][] = [
  ['the function', withHeaders],
  ['the method', (client, headers) => client.withHeaders(headers)],
];

describe.each(ways)('withHeaders as %s, of a client with sides (rules.md#copies)', (_way, copyOf) => {
  it('copies both sides, and leaves the client unchanged', async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const client = twoSides({ fetch });
    const copy = copyOf(client, { a: '1' });
    for (const side of [copy.query, copy.mutation, client.query]) await side.call();
    const sent = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('a'));
    expect(sent).toEqual(['1', '1', null]);
  });

  it('can be chained, and is visible in getHeaders', () => {
    const copy = copyOf(copyOf(twoSides(), { a: '1', b: '1' }), { b: '2' });
    expect(copy.mutation.call.getHeaders()).toEqual({ a: '1', b: '2' });
  });

  it('copies the client that createGraphQL created, and not a stub in its place', async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const client = twoSides({ fetch });
    client.query = { call: vi.fn() } as never;
    await copyOf(client, { a: '1' }).query.call();
    expect(fetch.lastHeaders).toMatchObject({ a: '1' });
  });
});

const sideWays: [string, (side: Client['query'], headers: Record<string, string>) => Client['query']][] = [
  ['the function', withHeaders],
  ['the method', (side, headers) => side.withHeaders(headers)],
];

describe.each(sideWays)('withHeaders as %s, of one side of a client (rules.md#copies)', (_way, copyOf) => {
  it('copies only that side', async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const { query } = twoSides({ fetch });
    const copy = copyOf(query, { a: '1' });
    await copy.call();
    expect([fetch.lastHeaders['a'], Object.keys(copy)]).toEqual(['1', ['call']]);
  });
});

describe('withHeaders with { dedupe: false } (rules.md#copies)', () => {
  it("creates copies whose calls don't supersede others and aren't superseded", async () => {
    const { client, requests } = shared({ dedupe: true });
    const copy = client.withHeaders({}, { dedupe: false });
    for (const side of [copy.query, copy.query, client.query]) void side.call();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted ?? false)).toEqual([false, false, false]);
  });
});

describe('withHeaders of an object that is not a client with sides (rules.md#copies)', () => {
  it.each<[string, (client: Client) => Client]>([
    ['a spread copy', (client) => ({ ...client })],
    ['a plain object of sides', ({ query, mutation }) => ({ query, mutation }) as Client],
    ['an object that inherits from a client', (client) => Object.create(client) as Client],
  ])(
    "returns a stand-in for %s whose calls are 'network' errors that explain the mistake",
    async (_what, impostorOf) => {
      const copy = withHeaders(impostorOf(twoSides()), { a: '1' });
      for (const side of [copy.query, copy.mutation]) {
        const { error } = await side.call();
        expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
        expect(error?.message).toMatch(/client/);
      }
    },
  );
});
