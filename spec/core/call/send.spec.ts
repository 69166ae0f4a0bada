import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApi, defineRequest, type Middleware } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/testing.js';
import { get, post } from '../../support/capture.js';
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
  it('what a synchronous fetch returns is taken', async () => {
    const fetch = (() => jsonResponse('sync')) as unknown as Fetch;
    expect((await oneEndpoint({ fetch }).call()).data).toBe('sync');
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

describe('a fetch that fails (rules.md#errors)', () => {
  const thrown = new Error('broken fetch');

  it.each<[string, unknown]>([
    ['an Error', new TypeError('fetch failed')],
    ['an Error named AbortError', new DOMException('gone', 'AbortError')],
    ['an Error named TimeoutError', new DOMException('late', 'TimeoutError')],
    ['a string', 'down'],
  ])('with %s: a network error that holds it', async (_kind, cause) => {
    const { result } = await get('/items', undefined, {
      answer: () => {
        throw cause;
      },
    });
    expect(result).toMatchObject({
      data: null,
      response: null,
      error: { kind: 'network', status: 0, statusText: '' },
    });
    expect(result.error!.body).toBe(cause);
  });

  it('synchronously: a network error that holds what it threw', async () => {
    const fetch = (): never => {
      throw thrown;
    };
    const { result } = await get('/items', undefined, { client: { fetch } });
    expect(result.error!.kind).toBe('network');
    expect(result.error!.body).toBe(thrown);
  });

  it.each([undefined, null])('with %p: a network error', async (cause) => {
    const { result } = await get('/items', undefined, {
      answer: () => {
        throw cause;
      },
    });
    expect(result.error).toMatchObject({ kind: 'network', status: 0 });
  });

  it.each([undefined, null, {}, 'text'])('by giving %p: a network error with a TypeError', async (answer) => {
    const { result } = await post('/items', undefined, { answer: () => answer as never });
    expect(result.error!.kind).toBe('network');
    expect(result.error!.body).toBeInstanceOf(TypeError);
  });
});

describe('a body that homing does not know (rules.md#bodies)', () => {
  it('may be an instance, which a fetch of your own takes', async () => {
    const fetch = answering();
    class FileOfMine {
      readonly uri = 'file:1';
    }
    const bodyStrategies = [
      {
        accepts: () => true,
        encode: () => ({ body: new FileOfMine() as unknown as BodyInit, contentType: null }),
      },
    ];

    await oneEndpoint({ fetch, client: { bodyStrategies }, endpoint: { method: 'POST' } }).call({ a: 1 });

    expect(initOf(fetch).body).toBeInstanceOf(FileOfMine);
  });
});
