import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApi, defineRequest, type Middleware } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/testing.js';
import { answering, type Fetch, headersOf, initOf, oneEndpoint } from '../../support/one-endpoint.js';

describe('what fetch is handed (rules.md#the-client)', () => {
  it('the URL as a string, and an init', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch }).call({ q: 'a b' });
    expect(fetch).toHaveBeenCalledWith('http://api.test/thing?q=a+b', expect.any(Object));
    expect(fetch.mock.lastCall).toHaveLength(2);
  });

  it.each([{}, { headers: { 'x-app': '1' } }])(
    'headers of its own: what it adds to them goes out with no other call (%j)',
    async (client) => {
      const seen: unknown[] = [];
      const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
        seen.push(Object.fromEntries(new Headers(init.headers)));
        Object.assign(init.headers as object, { authorization: 'of one user' });
        return jsonResponse({});
      };
      const api = oneEndpoint({ fetch, client });
      await api.call();
      await api.call();
      expect(seen[1]).toEqual(client.headers ?? {});
      expect(api.call.getHeaders()).toEqual(client.headers ?? {});
    },
  );

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const)(
    "the endpoint's method %s",
    async (method) => {
      const fetch = answering();
      await oneEndpoint({ fetch, endpoint: { method } }).call();
      expect(initOf(fetch).method).toBe(method);
    },
  );

  it('the encoded body and its Content-Type', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method: 'POST' } }).call({ a: 1 });
    expect(initOf(fetch).body).toBe('{"a":1}');
    expect(headersOf(fetch)).toEqual({ 'content-type': 'application/json' });
  });

  it.each(['client', 'endpoint', 'call'] as const)('a Content-Type set at the %s wins', async (level) => {
    const fetch = answering();
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    const endpoint = { method: 'POST' as const, ...(level === 'endpoint' && { headers }) };
    const api = oneEndpoint({ fetch, client: level === 'client' ? { headers } : {}, endpoint });
    await api.call({ a: 1 }, level === 'call' ? { headers } : {});
    expect(headersOf(fetch)).toEqual({ 'content-type': 'application/vnd.api+json' });
  });

  it('no body and no Content-Type when no params are left for it', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method: 'POST', path: '/users/:id' } }).call({ id: 7 });
    expect(initOf(fetch).body).toBeNull();
    expect(headersOf(fetch)).toEqual({});
  });

  it('no signal when the call has neither a signal nor a deadline', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch }).call();
    expect(initOf(fetch).signal ?? null).toBeNull();
  });

  it.each([
    ['a signal', { signal: new AbortController().signal }],
    ['a deadline', { timeout: 1000 }],
  ])('a signal when the call has %s', async (_what, options) => {
    const fetch = answering();
    await oneEndpoint({ fetch }).call({}, options);
    expect(initOf(fetch).signal).toBeInstanceOf(AbortSignal);
  });

  it('an init of its own for every call', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: { headers: { a: '1' }, fetchOptions: { mode: 'cors' } } });
    await api.call();
    const first = initOf(fetch);
    first.mode = 'no-cors';
    await api.call();
    expect(initOf(fetch)).not.toBe(first);
    expect(initOf(fetch).mode).toBe('cors');
  });
});

describe('which fetch is called (rules.md#the-client)', () => {
  const original = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = original;
  });

  const api = createApi({
    baseUrl: 'http://api.test',
    requests: { get: defineRequest<string>()({ method: 'GET', path: '/x' }) },
  });

  it('the global one, looked up at each call', async () => {
    for (const answer of ['first', 'second']) {
      globalThis.fetch = async () => jsonResponse(answer);
      expect((await api.get()).data).toBe(answer);
    }
  });

  it('the configured one, and never the global one', async () => {
    globalThis.fetch = jest.fn<typeof fetch>();
    const own = answering('own');
    expect((await oneEndpoint({ fetch: own }).call()).data).toBe('own');
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });

  it.each(['the global one', 'the configured one'])('%s is called unbound', async (which) => {
    const seen: unknown[] = [];
    const fetch: Fetch = async function (this: unknown) {
      seen.push(this);
      return jsonResponse(1);
    };
    if (which === 'the global one') {
      globalThis.fetch = fetch as typeof globalThis.fetch;
      await api.get();
    } else await oneEndpoint({ fetch }).call();
    expect(seen).toEqual([undefined]);
  });

  it("a runtime without one gives 'network'", async () => {
    Reflect.set(globalThis, 'fetch', undefined);
    expect((await api.get()).error?.kind).toBe('network');
  });
});

describe('what fetch gives back (rules.md#errors)', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a decoded body', { id: 1 }],
    ['a string', 'ok'],
  ])("%s, which is no Response, is 'network' with a TypeError", async (_what, value) => {
    const { error } = await oneEndpoint({ fetch: async () => value as Response }).call();
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
  });

  it('what a synchronous fetch returns is taken', async () => {
    const fetch = (() => jsonResponse('sync')) as unknown as Fetch;
    expect((await oneEndpoint({ fetch }).call()).data).toBe('sync');
  });

  it("what a synchronous fetch throws is 'network'", async () => {
    const thrown = new Error('sync');
    const fetch: Fetch = () => {
      throw thrown;
    };
    const { error } = await oneEndpoint({ fetch }).call();
    expect(error).toMatchObject({ kind: 'network' });
    expect(error?.body).toBe(thrown);
  });

  it.each([
    ['without a signal', {}],
    ['with a deadline', { timeout: 1000 }],
    ['with a middleware', { middleware: [((_ctx, next) => next()) satisfies Middleware] }],
  ])('a response whose status throws is no abort, timeout or middleware error %s', async (_how, options) => {
    const response = Object.defineProperty(new Response('no', { status: 500 }), 'status', {
      get: () => {
        throw new Error('unreadable');
      },
    });
    const { error } = await oneEndpoint({ fetch: async () => response }).call({}, options);
    expect(['network', 'http', 'parse']).toContain(error?.kind);
  });
});

describe('broken bodies (trap 32, rules.md#which-kind-it-is)', () => {
  it("a 2xx whose body is not JSON is 'parse' with its status", async () => {
    const { error } = await oneEndpoint({ fetch: async () => new Response('{bad') }).call();
    expect(error).toMatchObject({ kind: 'parse', status: 200, body: expect.any(SyntaxError) });
  });

  it.each([
    ['an HTML page', '<html>Bad gateway</html>'],
    ['nothing', null],
  ])("a 503 with %s is 'http' with body null", async (_what, body) => {
    const fetch: Fetch = async () => new Response(body, { status: 503 });
    expect((await oneEndpoint({ fetch }).call()).error).toMatchObject({
      kind: 'http',
      status: 503,
      body: null,
    });
  });

  const breaking = (status: number): Response => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    return new Response(body, { status });
  };

  it("a 2xx whose body breaks off is 'parse' with the thrown error as body and cause", async () => {
    const { error } = await oneEndpoint({ fetch: async () => breaking(200) }).call();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error?.body).toBe(error?.cause);
    expect(error?.cause).toMatchObject({ message: 'reset' });
  });

  it("a non-2xx whose body breaks off is 'http' with body null", async () => {
    const { error } = await oneEndpoint({ fetch: async () => breaking(502) }).call();
    expect(error).toMatchObject({ kind: 'http', status: 502, body: null });
  });
});
