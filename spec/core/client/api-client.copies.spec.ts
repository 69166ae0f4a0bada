import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CopyOptions,
  createApi,
  createGraphQL,
  type Middleware,
  Operation,
  poll,
  pollUntil,
  Request,
  withHeaders,
  withOptions,
} from '../../../lib/index.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { effort } from '../../support/effort.js';
import { flush } from '../../support/flush.js';

type TestApi = ReturnType<typeof createTestClient<'call'>>['api'];

afterEach(() => {
  vi.useRealTimers();
});

/** Adds a letter to the `x-path` header. */
const marking =
  (letter: string): Middleware =>
  ({ request }, next) => {
    request.setHeader('x-path', `${request.getHeader('x-path') ?? ''}${letter}`);
    return next();
  };

const nothing: Middleware = (_ctx, next) => next();
const other: Middleware = (_ctx, next) => next();

describe('a copy (docs/reference/rules.md#copies)', () => {
  it("overrides the client's options but not the endpoint's, however it is made, and leaves the client unchanged", async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({
      fetch,
      headers: { a: 'client' },
      fetchOptions: { mode: 'cors', cache: 'default' },
      endpoint: { headers: { b: 'endpoint' }, fetchOptions: { cache: 'reload' } },
    });
    const headers = { A: 'copy', b: 'copy', c: 'copy', d: undefined };
    const more: CopyOptions = { fetchOptions: { mode: 'no-cors', cache: 'no-store', redirect: 'error' } };
    for (const copy of [
      withOptions(api, { ...more, headers }),
      api.with({ ...more, headers }),
      withHeaders(api, headers, more),
      api.withHeaders(headers, more),
    ]) {
      expect(copy).not.toBe(api);
      await copy.call({}, { headers: { c: 'call' } });
      expect(fetch.lastHeaders).toEqual({ a: 'copy', b: 'endpoint', c: 'call' });
      expect(fetch.lastInit).toMatchObject({ mode: 'no-cors', cache: 'reload', redirect: 'error' });
      expect(copy.call.getHeaders()).toEqual({ a: 'copy', b: 'endpoint', c: 'copy' });
    }
    const controller = new AbortController();
    api.with({ signal: controller.signal, context: { a: 1 } });
    controller.abort();
    expect((await api.call()).error).toBeNull();
    expect(fetch.lastHeaders).toEqual({ a: 'client', b: 'endpoint' });
  });

  it("has a timeout that overrides the client's, but not the endpoint's or the call's", async () => {
    const timeouts: number[] = [];
    const look: Middleware = (ctx, next) => {
      timeouts.push(ctx.remaining());
      return next();
    };
    const { api } = createTestClient({ timeout: 50_000, middleware: [look] });
    const strict = createTestClient({ middleware: [look], endpoint: { timeout: 10_000 } }).api;
    await withOptions(api, { timeout: 20_000 }).call();
    await withOptions(api, { timeout: 20_000 }).call({}, { timeout: 5000 });
    await withOptions(strict, { timeout: 20_000 }).call();
    await withOptions(api, { timeout: 0 }).call();
    expect(timeouts.map((ms) => Math.ceil(ms / 1000))).toEqual([20, 5, 10, Infinity]);
  });

  it('shares middleware, fetchOptions, onError and timeout with the client', async () => {
    const middleware = vi.fn(nothing);
    const onError = vi.fn();
    const fetch = stubFetch({ throws: 1 });
    const fetchOptions = { mode: 'cors' } as const;
    const client = { middleware: [middleware], onError, timeout: 1000, fetchOptions };
    await withHeaders(createTestClient({ fetch, ...client }).api, { a: '1' }).call();
    expect([middleware.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
    expect(fetch.lastInit).toMatchObject({ mode: 'cors', signal: expect.any(AbortSignal) });
  });

  it('has the options of two copies when it is made from a copy, the later ones winning, and reads them immediately', async () => {
    const fetch = stubFetch();
    const options: CopyOptions = { headers: { b: '2', a: undefined }, fetchOptions: { mode: 'cors' } };
    const copy = withOptions(withHeaders(createTestClient({ fetch }).api, { a: '1', b: '1' }), options);
    options.headers = { a: '3' };
    options.fetchOptions!.mode = 'no-cors';
    await copy.call();
    expect([fetch.lastHeaders, fetch.lastInit.mode]).toEqual([{ a: '1', b: '2' }, 'cors']);
  });

  it('runs its middleware outermost, the later copy first, and a call can skip each of them', async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({
      fetch,
      middleware: [marking('d')],
      endpoint: { middleware: [marking('e')] },
    });
    const middleware = [marking('b'), marking('c')];
    const inner = withHeaders(api, {}, { middleware });
    middleware.push(marking('x'));
    const outer = withHeaders(withHeaders(inner, { x: '1' }), {}, { middleware: [marking('a')] });
    await outer.call({}, { middleware: [marking('f')] });
    expect(fetch.lastHeaders).toEqual({ x: '1', 'x-path': 'abcdef' });
    await outer.call({}, { skipMiddleware: [middleware[1]!] });
    expect(fetch.lastHeaders).toMatchObject({ 'x-path': 'abde' });
    await api.call();
    expect(fetch.lastHeaders).toEqual({ 'x-path': 'de' });
  });

  it.each<[unknown, RegExp]>([
    [{ headers: { 'a b': 's3cret' } }, /header "a b"/],
    [{ headers: { 'x-token': 's3cret\r\nx: y' } }, /header "x-token"/],
    ['x', /The options argument is a string: pass an object/],
  ])(
    'rejects every call before sending when it is made with %o, and so does a copy of it',
    async (given, told) => {
      const fetch = stubFetch();
      const copy = withHeaders(withOptions(createTestClient({ fetch }).api, given as CopyOptions), {
        b: '1',
      });
      const { error } = await copy.call();
      expect({ kind: error?.kind, length: fetch.mock.calls.length }).toEqual({ kind: 'network', length: 0 });
      expect((error?.cause as TypeError).message).toMatch(told);
      expect(error?.message).not.toContain('s3cret');
      expect(copy.call.getHeaders()).toEqual({});
    },
  );

  it("makes every call a 'middleware' error when an entry is not a middleware", async () => {
    const copy = withHeaders(createTestClient().api, {}, { middleware: [5 as never] });
    expect((await copy.call()).error?.kind).toBe('middleware');
  });

  it.each([{ headers: undefined, signal: null, timeout: undefined, middleware: undefined }, null, undefined])(
    'adds nothing when it is made with %o',
    async (given) => {
      expect((await withOptions(createTestClient().api, given as CopyOptions).call()).error).toBeNull();
    },
  );

  it('can be made by withOptions and withHeaders if endpoints have the names of the methods', async () => {
    const fetch = stubFetch();
    const described = (path: string) => new Request({ method: 'GET', path });
    const requests = { with: described('/with'), withHeaders: described('/withHeaders') };
    const api = createApi({ baseUrl: 'http://api.test', fetch, requests });
    expect((await api.withHeaders()).error).toBeNull();
    await withHeaders(api, { a: '1' }).withHeaders();
    await withOptions(api, { headers: { a: '2' } }).with();
    expect([fetch.lastHeaders, fetch.mock.lastCall?.[0]]).toEqual([{ a: '2' }, 'http://api.test/with']);
  });
});

describe('the signal of a copy (docs/reference/rules.md#copies)', () => {
  it.each(['outer', 'copy', 'call'] as const)(
    "ends a call, as do the call's own signal and the signals of other copies: the signal of the %s aborts",
    async (which) => {
      const [outer, copy, call] = [new AbortController(), new AbortController(), new AbortController()];
      const signals = { outer, copy, call };
      const { api } = createTestClient({ held: true });
      const inner = withOptions(withOptions(api, { signal: outer.signal }), { signal: copy.signal });
      const pending = inner.call({}, { signal: call.signal });
      signals[which].abort(which);
      const { error, retry } = await pending;
      expect({ kind: error?.kind, cause: error?.cause }).toEqual({ kind: 'abort', cause: which });
      expect((await retry()).error?.kind).toBe('abort');
      for (const { signal } of Object.values(signals))
        expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    },
  );

  it('has one listener for thousands of running calls, and none after them', async () => {
    const controller = new AbortController();
    const fetch = stubFetch();
    const copy = withOptions(createTestClient({ fetch }).api, { signal: controller.signal });
    const calls = Array.from({ length: effort(2000, 10_000) }, () => copy.call());
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    await Promise.all(calls);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('ends a poll of the copy', async () => {
    vi.useFakeTimers();
    const { api, requests } = createTestClient({ held: true });
    const controller = new AbortController();
    const copy = withOptions(api, { signal: controller.signal });
    const callback = vi.fn();
    poll(copy.call, {}, callback, { every: 1000 });
    const waiting = pollUntil(copy.call, {}, { every: 1000, until: () => false });
    await flush();
    // Where there is a window, both share one poll.
    const sent = requests.length;
    for (const request of requests) request.answer({});
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('request over');
    expect((await waiting).error).toMatchObject({ kind: 'abort' });
    await vi.advanceTimersByTimeAsync(5000);
    expect([requests.length, callback.mock.calls.length]).toEqual([sent, 1]);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });
});

describe('copies that share a request (docs/reference/rules.md#copies)', () => {
  it('can differ in request id, signal, timeout and context, and have an empty array of middleware', async () => {
    vi.useFakeTimers();
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    void api.call();
    for (const id of ['1', '2']) void api.with({ headers: { 'x-request-id': id, traceparent: id } }).call();
    void api.with({ signal: new AbortController().signal, timeout: 5000, context: { user: 1 } }).call();
    void api.withHeaders({}, { middleware: [] }).call();
    await flush();
    expect(requests).toHaveLength(1);
  });

  it('must send the same request, and have the same middleware in the same order', async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    for (const authorization of ['a', 'a', 'b']) void api.with({ headers: { authorization } }).call();
    void api.with({ fetchOptions: { mode: 'cors' } }).call();
    void api.call();
    await flush();
    expect(requests).toHaveLength(4);
    const lists = [[nothing], [nothing], [other], [nothing, other], [other, nothing]];
    for (const middleware of lists) void api.with({ middleware }).call();
    void api
      .with({ middleware: [other] })
      .with({ middleware: [nothing] })
      .call();
    await flush();
    expect(requests).toHaveLength(8);
  });

  it("don't change the deadline of the shared request: the endpoint's, or else the client's", async () => {
    vi.useFakeTimers();
    const { api, requests } = createTestClient({ held: true, timeout: 1000, endpoint: { share: true } });
    const patient = api.with({ timeout: 60_000 }).call({}, { timeout: 60_000 });
    const hasty = api.with({ timeout: 100 }).call();
    await flush();
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(150);
    expect((await hasty).error?.kind).toBe('timeout');
    expect(requests[0]!.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(900);
    expect((await patient).error?.kind).toBe('timeout');
  });
});

describe('copies of a client under dedupe (docs/reference/rules.md#copies)', () => {
  const agent = new AbortController();
  const same: [string, CopyOptions, CopyOptions][] = [
    ['equal fetchOptions', { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'cors' } }],
    ['equal context', { context: { user: { id: 1 } } }, { context: { user: { id: 1 } } }],
    ['the same instance', { context: { agent } }, { context: { agent } }],
    ['the same middleware', { middleware: [nothing] }, { middleware: [nothing] }],
    ['any signal', { signal: new AbortController().signal }, { signal: new AbortController().signal }],
  ];
  const different: [string, CopyOptions, CopyOptions][] = [
    ['a request id', { headers: { 'x-request-id': '1' } }, { headers: { 'x-request-id': '2' } }],
    ['fetchOptions', { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'no-cors' } }],
    ['context', { context: { user: 1 } }, { context: { user: '1' } }],
    ['instances', { context: { agent } }, { context: { agent: new AbortController() } }],
    ['functions', { context: { now: () => 1 } }, { context: { now: () => 1 } }],
    ['middleware', { middleware: [nothing] }, { middleware: [other] }],
  ];

  /** Whether the signal of each request is aborted. */
  const sent = async (a: CopyOptions, b: CopyOptions): Promise<(boolean | undefined)[]> => {
    const { api, requests } = createTestClient({ held: true, endpoint: { dedupe: true } });
    void api.with(a).call();
    await flush();
    void api.with(b).call();
    await flush();
    return requests.map(({ init }) => init.signal?.aborted);
  };

  it.each(same)("supersede each other's calls with %s", async (_what, a, b) => {
    expect(await sent(a, b)).toEqual([true, false]);
  });

  it.each(different)("don't supersede each other's calls when they differ in %s", async (_what, a, b) => {
    expect(await sent(a, b)).toEqual([false, false]);
  });

  it('compare the current values in the context', async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { dedupe: true } });
    const users = [{ id: 0 }, { id: 0 }];
    const copies = users.map((user) => api.with({ context: { user } }));
    users.forEach((user, index) => (user.id = index));
    for (const copy of copies) {
      void copy.call();
      await flush();
    }
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([false, false]);
  });
});

describe('copies of a client that poll (docs/reference/rules.md#sharing-a-poll)', () => {
  const signal = new AbortController().signal;
  it.each<[number, string, CopyOptions, CopyOptions]>([
    [
      1,
      'equal options',
      { context: { a: 1 }, signal, timeout: 5000 },
      { context: { a: 1 }, signal, timeout: 5000 },
    ],
    [2, 'another signal', { signal }, { signal: new AbortController().signal }],
    [2, 'another timeout', { timeout: 5000 }, { timeout: 6000 }],
    [2, 'another attempt timeout', { attemptTimeout: 5000 }, { attemptTimeout: 0 }],
    [2, 'another request id', { headers: { 'x-request-id': '1' } }, { headers: { 'x-request-id': '2' } }],
    [2, 'another context', { context: { a: 1 } }, { context: { a: 2 } }],
    [2, 'other middleware', { middleware: [nothing] }, { middleware: [other] }],
    [2, 'other fetchOptions', { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'no-cors' } }],
  ])('start %d poll(s) with %s', async (count, _what, a, b) => {
    Object.defineProperty(globalThis, 'window', { value: {}, configurable: true });
    try {
      const { api, requests } = createTestClient({ held: true });
      const stops = [a, b].map((options) =>
        poll(api.with(options).call, {}, () => undefined, { every: 1000 }),
      );
      await flush();
      expect(requests).toHaveLength(count);
      for (const stop of stops) stop();
    } finally {
      delete (globalThis as { window?: unknown }).window;
    }
  });
});

describe('context (docs/reference/rules.md#context)', () => {
  it('is merged field by field over client, copy, endpoint and call, and undefined keeps the level below', async () => {
    const seen: unknown[] = [];
    const look: Middleware = (ctx, next) => {
      seen.push({ ...ctx.context });
      return next();
    };
    const { api } = createTestClient({
      context: { a: 'client', b: 'client', c: 'client', d: 'client' },
      middleware: [look],
      endpoint: { context: { c: 'endpoint', d: 'endpoint' } },
    });
    const copy = api.with({ context: { b: 'copy', c: 'copy' } });
    await copy.call({}, { context: { d: 'call', a: undefined } });
    await api.call();
    expect(seen).toEqual([
      { a: 'client', b: 'copy', c: 'endpoint', d: 'call' },
      { a: 'client', b: 'client', c: 'endpoint', d: 'endpoint' },
    ]);
  });

  it('contains the original objects, is frozen, and is never sent', async () => {
    const session = { token: 'a', timings: [] as number[] };
    const look: Middleware = (ctx, next) => {
      const { context } = ctx as unknown as { context: { session: typeof session } };
      context.session.timings.push(1);
      expect(Object.isFrozen(context)).toBe(true);
      return next();
    };
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, middleware: [look] });
    await api.call({}, { context: { session } });
    expect(session.timings).toEqual([1]);
    expect(JSON.stringify(fetch.mock.calls)).not.toContain('token');
  });

  it('is passed to onError with the name of the endpoint, even for a call that is rejected before sending', async () => {
    const onError = vi.fn();
    const { api } = createTestClient({ onError, context: { a: 1 } });
    await api.call(5, { context: { b: 2 } });
    await api.call({}, { headers: { 'a b': '1' }, context: { b: 2 } });
    expect(onError.mock.calls.map(([, call]) => call)).toEqual([
      { endpoint: 'call', context: { a: 1, b: 2 } },
      { endpoint: 'call', context: { a: 1, b: 2 } },
    ]);
  });
});

describe('a GraphQL client', () => {
  it('can be copied too, with or without separate queries and mutations', async () => {
    const fetch = stubFetch({ data: { data: { n: 1 } } });
    const get = new Operation({ operation: 'query { n }' });
    const set = new Operation({ operation: 'mutation { n }' });
    const config = { endpoint: 'http://api.test', fetch };
    const copyOptions: CopyOptions = { headers: { a: '1' }, middleware: [marking('b')] };
    await createGraphQL({ ...config, operations: { get } })
      .with(copyOptions)
      .get();
    expect(fetch.lastHeaders).toMatchObject({ a: '1', 'x-path': 'b' });
    const sides = createGraphQL({ ...config, queries: { get }, mutations: { set } });
    const copy = sides.with(copyOptions);
    for (const call of [copy.query.get, withHeaders(copy, { c: '1' }).mutation.set]) {
      await call();
      expect(fetch.lastHeaders).toMatchObject({ a: '1', 'x-path': 'b' });
    }
    await sides.query.get();
    expect(fetch.lastHeaders).not.toHaveProperty('a');
  });
});

describe('withOptions and withHeaders', () => {
  it.each([undefined, 'api', createTestClient().api.call])(
    'throw for a value that is not a client: %o',
    (client) => {
      for (const copyOf of [withOptions, withHeaders])
        expect(() => copyOf(client as never, {})).toThrow(
          /with(Options|Headers) got (.*: pass the client from createApi|a function: pass the client)/,
        );
    },
  );

  it('return a stand-in for an object that only looks like a client, and its calls explain the mistake', async () => {
    const impostor: Record<string, unknown> = { ...createTestClient().api };
    impostor.itself = impostor;
    const standIn = withHeaders(impostor, { a: '1' }) as unknown as TestApi;
    const { error, retry } = await standIn.call({ q: 1 });
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(error?.message).toMatch(/withHeaders got an object that is not a client/);
    expect((await retry()).error?.kind).toBe('network');
    expect(standIn.call.getHeaders()).toEqual({});
    const inheriting = Object.create(createTestClient().api) as TestApi;
    expect((await withOptions(inheriting, {}).call()).error?.kind).toBe('network');
  });
});
