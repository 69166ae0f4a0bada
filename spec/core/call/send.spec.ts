import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createApi,
  defineRequest,
  type Middleware,
  Plugin,
  retryMiddleware,
  type SendRequest,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { callOnce, createTestClient, type Fetch, setHeaders, stubFetch } from '../../support/client.js';

describe('the arguments of fetch (rules.md#the-client)', () => {
  it('are the URL as a string, and an init', async () => {
    const fetch = stubFetch();
    await createTestClient({ fetch }).api.call({ q: 'a b' });
    expect(fetch).toHaveBeenCalledWith('http://api.test/things?q=a+b', expect.any(Object));
    expect(fetch.mock.lastCall).toHaveLength(2);
  });

  it.each([{}, { headers: { 'x-app': '1' } }])(
    'have separate headers for every call, so that an addition is sent with no other call (%j)',
    async (client) => {
      const seen: unknown[] = [];
      const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
        seen.push(setHeaders(new Headers(init.headers)));
        Object.assign(init.headers as object, { authorization: 'of one user' });
        return jsonResponse({});
      };
      const { api } = createTestClient({ fetch, ...client });
      await api.call();
      await api.call();
      expect(seen[1]).toEqual(client.headers ?? {});
      expect(api.call.getHeaders()).toEqual(client.headers ?? {});
    },
  );

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'] as const)(
    "include the endpoint's method %s",
    async (method) => {
      const fetch = stubFetch();
      await createTestClient({ fetch, endpoint: { method } }).api.call();
      expect(fetch.lastInit.method).toBe(method);
    },
  );

  it.each<[object, unknown]>([
    [{}, null],
    [{ signal: new AbortController().signal }, expect.any(AbortSignal)],
    [{ timeout: 1000 }, expect.any(AbortSignal)],
  ])('include a signal only if the call has a signal or a deadline: %o', async (options, signal) => {
    const fetch = stubFetch();
    await createTestClient({ fetch }).api.call({}, options);
    expect(fetch.lastInit.signal).toEqual(signal);
  });

  it('include a new init for every call', async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, headers: { a: '1' }, fetchOptions: { mode: 'cors' } });
    await api.call();
    const first = fetch.lastInit;
    first.mode = 'no-cors';
    await api.call();
    expect(fetch.lastInit).not.toBe(first);
    expect(fetch.lastInit.mode).toBe('cors');
  });
});

describe('duplex (rules.md#bodies)', () => {
  class Replacing extends Plugin {
    override readonly name = 'replacing';
    seen: RequestInit & { duplex?: string } = {};

    override wrapFetch(_ctx: unknown, url: string, init: RequestInit, send: SendRequest): Promise<Response> {
      this.seen = init;
      const { body, method, signal } = init;
      return send(url, { method: method ?? 'POST', signal: signal ?? null, body: body ?? null });
    }
  }

  it("is 'half' for a stream, in the init that fetch and a plugin around fetch receive", async () => {
    const fetch = stubFetch();
    const replacing = new Replacing();
    const { api } = createTestClient({ fetch, endpoint: { method: 'POST', middleware: [replacing] } });
    await api.call(new ReadableStream() as never);
    expect(replacing.seen.duplex).toBe('half');
    expect(fetch.lastInit).toMatchObject({ duplex: 'half' });
  });
});

describe('the fetch that homing calls (rules.md#the-client)', () => {
  const original = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = original;
  });

  const api = createApi({
    baseUrl: 'http://api.test',
    requests: { get: defineRequest<string>()({ method: 'GET', path: '/x' }) },
  });

  it.each([
    'http://ada:pw@api.test',
    'http://ada@api.test/v1',
    'http:ada:pw@api.test',
    'HTTP:\\\\ada:p@w@api.test',
    '//ada:pw@api.test',
  ])('is never the global fetch if the URL has a user or a password: %s', async (baseUrl) => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    globalThis.fetch = fetch;
    const requests = { get: defineRequest<string>()({ method: 'GET', path: '/x' }) };
    const middleware = [retryMiddleware({ retryOn: () => true })];
    const { error } = await createApi({ baseUrl, middleware, requests }).get();
    expect(error).toMatchObject({ kind: 'network', sent: false, body: expect.any(TypeError) });
    expect(error?.message).toMatch(
      /was not sent\. The URL has a user or password: use an Authorization header\./,
    );
    expect(error?.message).not.toContain('pw');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is a custom fetch even if the URL has a user', async () => {
    const fetch = stubFetch();
    await createTestClient({ fetch, baseUrl: 'http://ada:pw@api.test' }).api.call();
    expect(fetch.mock.lastCall?.[0]).toBe('http://ada:pw@api.test/things');
  });

  it('is the global fetch by default, looked up at each call', async () => {
    for (const answer of ['first', 'second']) {
      globalThis.fetch = async () => jsonResponse(answer);
      expect((await api.get()).data).toBe(answer);
    }
  });

  it('is the configured fetch instead of the global fetch', async () => {
    globalThis.fetch = vi.fn<typeof fetch>();
    const own = stubFetch({ data: 'own' });
    expect((await createTestClient({ fetch: own }).api.call()).data).toBe('own');
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });

  it.each(['the global fetch', 'the configured fetch'])('is called unbound: %s', async (which) => {
    const seen: unknown[] = [];
    const fetch: Fetch = async function (this: unknown) {
      seen.push(this);
      return jsonResponse(1);
    };
    if (which === 'the global fetch') {
      globalThis.fetch = fetch as typeof globalThis.fetch;
      await api.get();
    } else await createTestClient({ fetch }).api.call();
    expect(seen).toEqual([undefined]);
  });

  it('receives the headers as a Headers of its own, so that its changes affect no later attempt', async () => {
    const seen: unknown[] = [];
    const fetch: Fetch = async (_url, { headers }) => {
      seen.push(headers instanceof Headers && headers.get('x-a'));
      (headers as Headers).append('x-a', '2');
      return jsonResponse(1);
    };
    const again: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    await createTestClient({ fetch, middleware: [again], endpoint: { headers: { 'x-a': '1' } } }).api.call();
    expect(seen).toEqual(['1', '1']);
  });

  it("is missing in some runtimes, where a call returns a 'network' error", async () => {
    Reflect.set(globalThis, 'fetch', undefined);
    expect((await api.get()).error?.kind).toBe('network');
  });
});

describe('the return value of fetch (rules.md#errors)', () => {
  it('can be a Response without a promise', async () => {
    const fetch = (() => jsonResponse('sync')) as unknown as Fetch;
    expect((await createTestClient({ fetch }).api.call()).data).toBe('sync');
  });
});

describe('a fetch that fails (rules.md#errors)', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an Object', {}],
    ['a string', 'text'],
  ])(
    "makes the call a 'network' error with a TypeError that says so when it returns %s",
    async (what, answer) => {
      const { result } = await callOnce({ method: 'POST', answer: () => answer as never });
      const body = new TypeError(`fetch returned ${what}: return the Response of the platform's fetch.`);
      expect(result.error).toMatchObject({ kind: 'network', body });
    },
  );
});

describe('a body of a custom class (rules.md#bodies)', () => {
  it('is passed to a custom fetch unchanged', async () => {
    const fetch = stubFetch();
    class FileOfMine {
      readonly uri = 'file:1';
    }
    const bodyStrategies = [
      {
        accepts: () => true,
        encode: () => ({ body: new FileOfMine() as unknown as BodyInit, contentType: null }),
      },
    ];

    await createTestClient({ fetch, bodyStrategies, endpoint: { method: 'POST' } }).api.call({ a: 1 });

    expect(fetch.lastInit.body).toBeInstanceOf(FileOfMine);
  });
});
