import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiError,
  type Middleware,
  Request,
  type RequestConfig,
  createApi,
  withHeaders,
  type ApiConfig,
} from '../../../lib/index.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

type Params = Record<string, unknown>;
type Held = ReturnType<typeof heldFetch>['requests'][number];

const shared = (endpoint: Partial<RequestConfig> = {}, client: Partial<ApiConfig> = {}) => {
  const { fetch, requests } = heldFetch();
  const onError = vi.fn<(error: ApiError) => void>();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    ...client,
    requests: {
      read: new Request<Params>({ method: 'GET', path: '/thing', share: true, ...endpoint }),
      other: new Request<Params>({ method: 'GET', path: '/thing', share: true, ...endpoint }),
    },
  });
  return { api, requests, onError };
};

const kinds = (results: readonly { error: ApiError | null }[]): unknown[] =>
  results.map(({ error }) => error?.kind ?? 'data');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settingNoCache: Middleware = (ctx, next) => {
  Object.assign(ctx.request.fetchOptions, { cache: undefined });
  return next();
};

describe('a call under share (rules.md#share)', () => {
  it.each<[string, Params | undefined, Parameters<ReturnType<typeof shared>['api']['read']>[1]]>([
    ['another URL', { a: 2 }, {}],
    ['an Authorization header', { a: 1 }, { headers: { Authorization: 'Bearer b' } }],
    ['a cookie', { a: 1 }, { headers: { Cookie: 'session=b' } }],
    ['any other header', { a: 1 }, { headers: { 'X-Tenant': 'b' } }],
    ['a fetch option that is null', { a: 1 }, { fetchOptions: { window: null } }],
    ['a fetch option', { a: 1 }, { fetchOptions: { credentials: 'include' } }],
    ["a fetch option that can't be compared", { a: 1 }, { fetchOptions: { next: {} } as never }],
  ])('sends its own request when it has %s', async (_name, params, options) => {
    const { api, requests } = shared();
    void api.read({ a: 1 });
    void api.read(params, options);
    await flush();
    expect(requests).toHaveLength(2);
  });

  it("doesn't join a request of another endpoint or client", async () => {
    const { api, requests } = shared();
    void api.read();
    void api.other();
    await flush();
    expect(requests).toHaveLength(2);
    const another = shared();
    void another.api.read();
    await flush();
    expect(another.requests).toHaveLength(1);
  });

  it.each(['traceparent', 'tracestate', 'Baggage', 'sentry-trace', 'x-request-id', 'X-Correlation-Id'])(
    'ignores the tracing header %s in the comparison',
    async (name) => {
      const { api, requests } = shared();
      void api.read({}, { headers: { [name]: 'a' } });
      void api.read({}, { headers: { [name]: 'b' } });
      await flush();
      expect(requests).toHaveLength(1);
    },
  );

  it.each<[string, object, object]>([
    [
      'the case of header names, and the order of headers and options',
      { headers: { 'X-A': '1', b: '2' }, fetchOptions: { cache: 'no-store', mode: 'cors' } },
      { headers: new Headers({ b: '2', 'x-a': '1' }), fetchOptions: { mode: 'cors', cache: 'no-store' } },
    ],
    ['an option that is undefined', {}, { middleware: [settingNoCache] }],
    ['an equal option that is null', { fetchOptions: { window: null } }, { fetchOptions: { window: null } }],
    ['an option that homing overrides', {}, { fetchOptions: { method: 'PUT', body: new Blob() } }],
  ])('ignores %s in the comparison', async (_what, one, other) => {
    const { api, requests } = shared();
    void api.read({}, one);
    void api.read({}, other);
    await flush();
    expect(requests).toHaveLength(1);
  });

  it('is compared after all middleware', async () => {
    let user = 0;
    const auth: Middleware = (ctx, next) => {
      ctx.request.headers.set('Authorization', `Bearer ${(user += 1)}`);
      return next();
    };
    const { api, requests } = shared({ middleware: [auth] });
    for (let call = 0; call < 2; call += 1) void api.read();
    await flush();
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['JSON', 1, () => ({ a: 1 })],
    ['text', 1, () => 'a'],
    ['URLSearchParams', 1, () => new URLSearchParams('a=1')],
    ['Blob', 2, () => new Blob(['a'])],
    ['FormData', 2, () => new FormData()],
    ['typed arrays', 2, () => new Uint8Array([1])],
  ])('two calls with equal %s as body send %d request(s)', async (_name, sent, body) => {
    const { api, requests } = shared({ method: 'POST' });
    void api.read(body() as never);
    void api.read(body() as never);
    await flush();
    expect(requests).toHaveLength(sent);
  });

  it('joins a call of a copy with equal added headers, and ignores tracing headers', async () => {
    const { api, requests } = shared();
    void withHeaders(withHeaders(api, { 'x-request-id': '1' }), { b: '2' }).read();
    void withHeaders(api, { B: '2', 'X-Request-Id': '1' }).read();
    void withHeaders(api, { 'x-request-id': '2', traceparent: '00-1-2-01', b: '2' }).read();
    await flush();
    expect(requests).toHaveLength(1);
    void withHeaders(api, { b: '2' }, { dedupe: false }).read();
    await flush();
    expect(requests).toHaveLength(1);
    void withHeaders(api, { 'x-request-id': '1', b: '3' }).read();
    await flush();
    expect(requests).toHaveLength(2);
  });
});

describe('a caller of a shared request (rules.md#share)', () => {
  it('gets its own data, validated by its own schema, and the same Response as the others', async () => {
    const validate = vi.fn((value: unknown) => ({ value }));
    const { api, requests } = shared({ schema: { '~standard': { version: 1, vendor: 'test', validate } } });
    const calls = [api.read(), api.read()];
    await flush();
    requests[0]!.answer({ list: [] });
    const [a, b] = await Promise.all(calls);
    expect(a!.data).toEqual(b!.data);
    expect(a!.data).not.toBe(b!.data);
    expect([a!.response === b!.response, validate.mock.calls.length]).toEqual([true, 2]);
  });

  it.each(['blob', 'arrayBuffer', 'formData'] as const)(
    'gets the same %s as all others',
    async (responseType) => {
      const { api, requests } = shared({ responseType });
      const calls = [api.read(), api.read()];
      await flush();
      requests[0]!.answer(new Response(responseType === 'formData' ? new URLSearchParams('a=1') : 'x'));
      const [a, b] = await Promise.all(calls);
      expect(a!.error).toBeNull();
      expect(a!.data).toBe(b!.data);
    },
  );

  it("has the body cancelled once under 'none'", async () => {
    const cancel = vi.fn<() => void>();
    const { api, requests } = shared({ responseType: 'none' });
    const calls = [api.read(), api.read()];
    await flush();
    requests[0]!.answer(new Response(new ReadableStream({ cancel })));
    expect(kinds(await Promise.all(calls))).toEqual(['data', 'data']);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('runs its own call again on retry(), and reports a new failure', async () => {
    const { api, requests, onError } = shared();
    const call = api.read({}, { headers: { traceparent: 'mine' } });
    await flush();
    requests[0]!.answer(null, { status: 500 });
    const again = (await call).retry();
    await flush();
    expect(new Headers(requests[1]!.init.headers).get('traceparent')).toBe('mine');
    requests[1]!.answer(null, { status: 500 });
    await again;
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe('a shared request (rules.md#share)', () => {
  it('lets one caller stop waiting while others remain', async () => {
    const { api, requests } = shared();
    const leaving = new AbortController();
    const calls = [api.read({}, { signal: leaving.signal }), api.read()];
    await flush();
    leaving.abort('enough');
    expect((await calls[0]!).error).toMatchObject({ kind: 'abort', body: 'enough' });
    expect(requests[0]!.init.signal!.aborted).toBe(false);
    requests[0]!.answer(1);
    expect((await calls[1]!).data).toBe(1);
  });

  it('is aborted when the last caller gives up, which is never reported', async () => {
    const { api, requests, onError } = shared();
    const leaving = new AbortController();
    const calls = [api.read({}, { signal: leaving.signal }), api.read({}, { signal: leaving.signal })];
    await flush();
    leaving.abort();
    expect(kinds(await Promise.all(calls))).toEqual(['abort', 'abort']);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is aborted when the only caller gives up while it is being sent', async () => {
    const controller = new AbortController();
    const sent: RequestInit[] = [];
    const fetch: ApiConfig['fetch'] = (_url, init) => {
      sent.push(init);
      controller.abort();
      return new Promise(() => {});
    };
    const { api } = shared({}, { fetch });
    const { error } = await api.read({}, { signal: controller.signal });
    expect(error?.kind).toBe('abort');
    expect(sent[0]!.signal!.aborted).toBe(true);
    void api.read({});
    await flush();
    expect(sent).toHaveLength(2);
  });

  it('is sent again by a call after the response arrived, or after all callers gave up', async () => {
    const { api, requests } = shared();
    const leaving = new AbortController();
    const left = api.read({}, { signal: leaving.signal });
    await flush();
    leaving.abort();
    const first = api.read();
    await flush();
    expect(requests).toHaveLength(2);
    expect((await left).error?.kind).toBe('abort');
    requests[1]!.answer(1);
    await first;
    void api.read();
    await flush();
    expect(requests).toHaveLength(3);
  });

  it('times out at its own deadline, which no later caller extends, and is reported once per caller', async () => {
    const { api, requests, onError } = shared({ timeout: 100 });
    const first = api.read();
    await vi.advanceTimersByTimeAsync(60);
    const late = api.read({}, { timeout: 0 });
    await vi.advanceTimersByTimeAsync(41);
    expect(kinds(await Promise.all([first, late]))).toEqual(['timeout', 'timeout']);
    expect((await late).error?.message).toMatch(/ shared request timed out after 100 ms$/);
    expect(onError).toHaveBeenCalledTimes(2);
    expect({ length: requests.length, aborted: requests[0]!.init.signal!.aborted }).toEqual({
      length: 1,
      aborted: true,
    });
  });

  it('times out if fetch blocks the thread until after the deadline', async () => {
    vi.useRealTimers();
    const fetch = (): Promise<Response> => {
      // No timer can fire in the meantime.
      for (const end = Date.now() + 40; Date.now() < end;);
      return Promise.resolve(new Response('{}'));
    };
    const { api } = shared({ timeout: 20 }, { fetch });
    const { error } = await api.read({}, { timeout: 0 });
    expect(error?.message).toMatch(/ shared request timed out after 20 ms$/);
  });

  it('ends for a caller at its own deadline, and continues for the others', async () => {
    const { api, requests, onError } = shared();
    const calls = [api.read({}, { timeout: 50 }), api.read()];
    await vi.advanceTimersByTimeAsync(51);
    requests[0]!.answer(1);
    expect(kinds(await Promise.all(calls))).toEqual(['timeout', 'data']);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('ends for a caller while the body is read, and is aborted with the last caller', async () => {
    const { api, requests } = shared();
    const leaving = new AbortController();
    const call = api.read({}, { signal: leaving.signal });
    await flush();
    requests[0]!.answer(new Response(new ReadableStream()));
    await flush();
    leaving.abort();
    expect((await call).error?.kind).toBe('abort');
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });
});

describe('onError under share (rules.md#errors)', () => {
  it.each([
    ['a 500', (held: Held) => held.answer(null, { status: 500 })],
    ['a network error', (held: Held) => held.fail(new TypeError('reset'))],
    ['a body that does not parse', (held: Held) => held.answer(new Response('{'))],
  ])('reports %s once for all callers that receive it', async (_name, end) => {
    const { api, requests, onError } = shared();
    const calls = [api.read(), api.read(), api.read()];
    await flush();
    end(requests[0]!);
    expect(kinds(await Promise.all(calls))).not.toContain('data');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('reports a 500 that comes after some callers have timed out', async () => {
    const { api, requests, onError } = shared();
    const calls = [api.read({}, { timeout: 50 }), api.read({}, { timeout: 50 }), api.read(), api.read()];
    await vi.advanceTimersByTimeAsync(51);
    requests[0]!.answer(null, { status: 500 });
    await Promise.all(calls);
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['timeout', 'timeout', 'http']);
  });

  it("reports every error that a caller's own schema or middleware produces", async () => {
    const refuse = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'no' }] }) },
    } as const;
    const bySchema = shared({ schema: refuse });
    const calls = [bySchema.api.read(), bySchema.api.read()];
    await flush();
    bySchema.requests[0]!.answer(1);
    await Promise.all(calls);
    expect(bySchema.onError).toHaveBeenCalledTimes(2);
    const failing: Middleware = async (_ctx, next) => {
      await next();
      throw new Error('mine');
    };
    const byMiddleware = shared({ middleware: [failing] });
    const others = [byMiddleware.api.read(), byMiddleware.api.read()];
    await flush();
    byMiddleware.requests[0]!.answer(1);
    await Promise.all(others);
    expect(byMiddleware.onError).toHaveBeenCalledTimes(2);
  });
});

describe('many callers of one request (traps 19, 20)', () => {
  it('share one request and its 404', async () => {
    const { api, requests } = shared();
    const calls = Array.from({ length: 100 }, () => api.read());
    await flush();
    requests[0]!.answer({ reason: 'gone' }, { status: 404 });
    const results = await Promise.all(calls);
    expect(requests).toHaveLength(1);
    expect(results.every(({ error }) => error?.status === 404)).toBe(true);
  });

  it('leave no listener and no timer behind', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { api, requests } = shared({ timeout: 1000 });
    const calls = [api.read({}, { signal }), api.read({}, { signal })];
    await flush();
    requests[0]!.answer(1);
    await Promise.all(calls);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    expect(vi.getTimerCount()).toBe(0);
  });
});
