import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  logMiddleware,
  type Middleware,
  type MiddlewareContext,
  pollUntil,
  retryMiddleware,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { type Fetch, stubFetch } from '../../support/client.js';
import { DOCUMENT, oneOperation } from '../../support/one-operation.js';

const errors = [{ message: 'no' }];
const endpoint = 'http://api.test/graphql';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an operation uses the same pipeline as an endpoint (rules.md#graphql)', () => {
  it('runs the middleware of client, operation and call, and skipMiddleware removes one', async () => {
    const order: string[] = [];
    const named =
      (name: string): Middleware =>
      (_ctx, next) => {
        order.push(name);
        return next();
      };
    const [client, operation, call] = ['client', 'operation', 'call'].map(named);
    const api = oneOperation({ client: { middleware: [client!] }, operation: { middleware: [operation!] } });
    await api.call({}, { middleware: [call!] });
    await api.call({}, { middleware: [call!], skipMiddleware: [operation!] });
    expect(order).toEqual(['client', 'operation', 'call', 'client', 'call']);
  });

  it('shows the request to a middleware, and sends it with the changes of the middleware', async () => {
    const seen = vi.fn<(ctx: MiddlewareContext) => void>();
    const change: Middleware = (ctx, next) => {
      seen(ctx);
      ctx.request.headers.set('authorization', 'Bearer x');
      ctx.request.url += '?op=call';
      return next();
    };
    const fetch = stubFetch({ data: { data: {} } });
    await oneOperation({ fetch, client: { middleware: [change] } }).call({ id: 1 });
    expect(seen.mock.lastCall?.[0]).toMatchObject({
      requestName: 'call',
      request: { method: 'POST', path: endpoint, params: { id: 1 } },
    });
    expect([fetch.mock.lastCall?.[0], fetch.lastHeaders['authorization']]).toEqual([
      `${endpoint}?op=call`,
      'Bearer x',
    ]);
  });

  it('merges headers, fetchOptions and timeout over the three levels', async () => {
    const fetch = stubFetch({ data: { data: {} } });
    const level = (name: string) => ({ headers: { [name]: '1', last: name }, timeout: 1000 });
    const client = { ...level('client'), fetchOptions: { mode: 'cors', cache: 'no-store' } } as const;
    const api = oneOperation({ fetch, client, operation: level('operation') });
    await api.call({}, { ...level('call'), fetchOptions: { cache: 'default' } });
    expect(fetch.lastHeaders).toMatchObject({ client: '1', operation: '1', call: '1', last: 'call' });
    expect(fetch.lastInit).toMatchObject({ mode: 'cors', cache: 'default', signal: expect.any(AbortSignal) });
  });
});

describe('retryMiddleware (rules.md#retry)', () => {
  it('sends an operation again after a 500, and not after a GraphQL error', async () => {
    const answers = [jsonResponse(null, { status: 500 }), jsonResponse({ errors })];
    const fetch = vi.fn<Fetch>(async () => answers.shift()!);
    const call = oneOperation({ fetch, client: { middleware: [retryMiddleware()] } }).call();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await call).error).toMatchObject({ statusText: 'GraphQL Error' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('cacheMiddleware (rules.md#cache)', () => {
  const other = 'query other { other }';
  const cached = (cache: Middleware, fetch: Fetch, operation = DOCUMENT) =>
    oneOperation({ fetch, client: { middleware: [cache] }, operation: { operation } });

  it('serves an equal call from memory, and sends a call with other variables', async () => {
    const fetch = stubFetch({ data: { data: { a: 1 } } });
    const { call } = cached(cacheMiddleware({ methods: ['POST'] }), fetch);
    const answers = [await call({ id: 1 }), await call({ id: 1 }), await call({ id: 2 })];
    expect(answers.map(({ data }) => data)).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("contains the document's text in its key", async () => {
    const cache = cacheMiddleware({ methods: ['POST'] });
    const fetch = stubFetch({ data: { data: {} } });
    await cached(cache, fetch).call();
    await cached(cache, fetch, other).call();
    expect(fetch).toHaveBeenCalledTimes(2);
    await cached(cache, fetch).call();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("doesn't store a GraphQL error", async () => {
    const fetch = stubFetch({ data: { data: { a: 1 }, errors } });
    const { call } = cached(cacheMiddleware({ methods: ['POST'] }), fetch);
    await call();
    await call();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('share and dedupe (rules.md#share)', () => {
  it('share equal calls in flight, and each call decodes its own copy', async () => {
    const { fetch, requests } = heldFetch();
    const { call } = oneOperation({ fetch, operation: { share: true } });
    const calls = [call({ id: 1 }), call({ id: 1 })];
    await flush();
    requests[0]!.answer({ data: { a: 1 } });
    const [first, second] = await Promise.all(calls);
    expect({ data: first?.data, length: requests.length }).toEqual({ data: { a: 1 }, length: 1 });
    expect(second?.data).toEqual(first?.data);
    expect(second?.data).not.toBe(first?.data);
  });

  it('abort the previous call of the operation, even if its variables differ', async () => {
    const { fetch, requests } = heldFetch();
    const { call } = oneOperation({ fetch, operation: { dedupe: true } });
    const older = call({ id: 1 });
    await flush();
    const newer = call({ id: 2 });
    expect((await older).error).toMatchObject({ kind: 'abort', request: { url: endpoint } });
    await flush();
    requests[1]!.answer({ data: { a: 1 } });
    expect((await newer).data).toEqual({ a: 1 });
  });
});

describe('deadlines and aborts (rules.md#deadlines-and-aborts)', () => {
  it.each<[string, Parameters<typeof oneOperation>[0], number | undefined]>([
    ['operation', { client: { timeout: 9999 }, operation: { timeout: 50 } }, undefined],
    ['call', { operation: { timeout: 9999 } }, 50],
  ])("end a call at the timeout of the %s with the kind 'timeout'", async (_level, setup, timeout) => {
    const call = oneOperation({ ...setup, fetch: stubFetch({ held: true, ignoresSignal: true }) }).call(
      {},
      { timeout },
    );
    await vi.advanceTimersByTimeAsync(51);
    expect((await call).error).toMatchObject({ kind: 'timeout', status: 0, request: { url: endpoint } });
  });
});

describe('onError and log (rules.md#errors)', () => {
  it.each<[string, object]>([
    ['log', { log: true }],
    ['logMiddleware', { middleware: [logMiddleware] }],
  ])(
    '%s names operation and endpoint, and a GraphQL error with its status and its message',
    async (_what, client) => {
      const log = vi.spyOn(console, 'log').mockReturnValue();
      await oneOperation({ fetch: stubFetch({ data: { data: {} } }), client }).call();
      await oneOperation({ fetch: stubFetch({ data: { errors } }), client }).call();
      expect(log.mock.calls.map(([line]) => line)).toEqual([
        `[homing] → POST call ${endpoint}`,
        '[homing] ← call OK (0ms)',
        `[homing] → POST call ${endpoint}`,
        '[homing] ← call ERROR 200 (0ms): returned 200 GraphQL Error: no',
      ]);
      log.mockRestore();
    },
  );
});

describe('polling (rules.md#polling)', () => {
  it('ends pollUntil after a GraphQL error, and not after a 500', async () => {
    const answers = [
      jsonResponse(null, { status: 500 }),
      jsonResponse({ data: {} }),
      jsonResponse({ errors }),
    ];
    const fetch = vi.fn<Fetch>(async () => answers.shift()!);
    const waiting = pollUntil(oneOperation({ fetch }).call, {}, { every: 10, until: () => false });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await waiting).error).toMatchObject({ kind: 'http', status: 200, body: errors });
    expect(answers).toHaveLength(0);
  });

  it('ends pollUntil after a body without data', async () => {
    const waiting = pollUntil(
      oneOperation({ fetch: stubFetch({ data: {} }) }).call,
      {},
      { every: 10, until: () => true },
    );
    await flush();
    expect((await waiting).error?.kind).toBe('parse');
  });
});
