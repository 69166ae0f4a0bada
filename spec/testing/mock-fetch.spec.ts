import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, type Middleware, retryMiddleware } from '../../lib/index.js';
import { jsonResponse, mockFetch, type RouteHandler } from '../../lib/entries/testing.js';

const bodyOf = async (response: Promise<Response>): Promise<unknown> => (await response).json();

describe('mockFetch routes (rules.md#the-test-stub)', () => {
  const answers = async (route: string, method: string, url: string): Promise<boolean> =>
    mockFetch({ [route]: jsonResponse(1) })
      .fetch(url, { method })
      .then(
        () => true,
        () => false,
      );

  it.each([
    ['GET /users', 'GET', 'http://api.test/users', true],
    ['GET /users', 'POST', 'http://api.test/users', false],
    ['GET /users', 'get', 'http://api.test/users', true],
    ['GET /users', 'GET', 'http://api.test/user', false],
    ['GET /users', 'GET', 'http://api.test/users/7', false],
    ['GET /users/:id', 'GET', 'http://api.test/users/7', true],
    ['GET /users/:id', 'GET', 'http://api.test/users', false],
    ['GET /users/:id', 'GET', 'http://api.test/users/7/posts', false],
    ['GET /users', 'GET', 'http://api.test/users?page=2', true],
    ['GET /users', 'GET', 'http://api.test/users/', true],
    ['GET /users/', 'GET', 'http://api.test/users', true],
    ['GET /users/all', 'GET', 'http://api.test//users//all', true],
    ['GET /users', 'GET', '/users', true],
    ['GET /users', 'GET', '/users?page=2', true],
    ['GET /', 'GET', 'http://api.test', true],
  ])('match with "%s" and %s %s: %s', async (route, method, url, expected) => {
    expect(await answers(route, method, url)).toBe(expected);
  });

  it('are tried in written order: the first match wins', async () => {
    const stub = mockFetch({ 'GET /users/me': jsonResponse('me'), 'GET /users/:id': jsonResponse('any') });
    expect(await bodyOf(stub.fetch('http://a.test/users/me'))).toBe('me');
    const reversed = mockFetch({
      'GET /users/:id': jsonResponse('any'),
      'GET /users/me': jsonResponse('me'),
    });
    expect(await bodyOf(reversed.fetch('http://a.test/users/me'))).toBe('any');
  });

  it.each(['GET', '/users', '', 'GET/users'])(
    'throw for the invalid key "%s", which the message names',
    (key) => {
      expect(() => mockFetch({ [key]: jsonResponse(1) })).toThrow(`"${key}"`);
    },
  );

  it('accept a URL object and a platform Request, too', async () => {
    const stub = mockFetch({ 'POST /x': jsonResponse(1) });
    await stub.fetch(new URL('http://a.test/x'), { method: 'POST' });
    await stub.fetch(new globalThis.Request('http://a.test/x', { method: 'POST', body: 'b' }));
    expect(stub.callCount('POST /x')).toBe(2);
  });
});

describe('mockFetch route values (rules.md#the-test-stub)', () => {
  it('can be a Response, which is returned for every request', async () => {
    const stub = mockFetch({ 'GET /x': jsonResponse({ a: 1 }, { status: 201 }) });
    for (let call = 0; call < 3; call += 1) expect(await bodyOf(stub.fetch('/x'))).toEqual({ a: 1 });
    expect((await stub.fetch('/x')).status).toBe(201);
  });

  it('can be a function, which receives the decoded path params and the request', async () => {
    const handler = vi.fn<RouteHandler>(() => jsonResponse(1));
    const stub = mockFetch({ 'PUT /users/:id/posts/:post': handler });
    await stub.fetch('http://a.test/users/a%20b%2Fc/posts/7', { method: 'PUT', body: '{"n":1}' });
    const [{ params, request }] = handler.mock.lastCall!;
    expect(params).toEqual({ id: 'a b/c', post: '7' });
    expect(request).toMatchObject({ method: 'PUT', url: 'http://a.test/users/a%20b%2Fc/posts/7' });
    expect(request.body).toBe('{"n":1}');
  });

  it('can be an async function, and fetch rejects with the value that it throws', async () => {
    const thrown = new Error('offline');
    const stub = mockFetch({ 'GET /x': [async () => jsonResponse('later'), () => Promise.reject(thrown)] });
    expect(await bodyOf(stub.fetch('/x'))).toBe('later');
    await expect(stub.fetch('/x')).rejects.toBe(thrown);
  });

  it('can be a sequence, and its last entry repeats', async () => {
    const stub = mockFetch({ 'GET /x': [jsonResponse(1), () => jsonResponse(2), jsonResponse(3)] });
    const seen = [];
    for (let call = 0; call < 5; call += 1) seen.push(await bodyOf(stub.fetch('/x')));
    expect(seen).toEqual([1, 2, 3, 3, 3]);
  });

  it('are counted separately for each route', async () => {
    const stub = mockFetch({
      'GET /a': [jsonResponse('a1'), jsonResponse('a2')],
      'GET /b': [jsonResponse('b1'), jsonResponse('b2')],
    });
    await stub.fetch('/a');
    expect(await bodyOf(stub.fetch('/b'))).toBe('b1');
    expect(await bodyOf(stub.fetch('/a'))).toBe('a2');
  });

  it('are skipped if they are an empty array', async () => {
    const stub = mockFetch({ 'GET /users/me': [], 'GET /users/:id': jsonResponse('any') });
    expect(await bodyOf(stub.fetch('/users/me'))).toBe('any');
    await expect(mockFetch({ 'GET /x': [] }).fetch('/x')).rejects.toThrow(/GET \/x/);
  });
});

describe('mockFetch and a request that no route matches (rules.md#the-test-stub)', () => {
  const stub = mockFetch({ 'GET /a': jsonResponse(1), 'POST /b/:id': jsonResponse(2) });
  const requests = { call: defineRequest()({ method: 'DELETE', path: '/nowhere' }) };
  const api = createApi({ baseUrl: 'http://api.test', fetch: stub.fetch, requests });

  it("records the request, and causes a 'network' error that names the request and the routes", async () => {
    const { error } = await api.call();
    expect(error).toMatchObject({ kind: 'network', body: expect.any(Error) });
    expect((error?.body as Error).message).toBe(
      'No route matches DELETE http://api.test/nowhere. Defined routes: "GET /a", "POST /b/:id".',
    );
    expect(stub.calls).toHaveLength(1);
  });

  it('causes an error whose message says that the mock has no route, without the URL', async () => {
    const { error } = await api.call();
    expect(error?.message).toBe(
      'DELETE /nowhere got no response: the mock has no matching route: see error.body',
    );
  });
});

describe('the recorded calls of mockFetch (rules.md#the-test-stub)', () => {
  it('contain method, url, headers, body and init as passed to fetch', async () => {
    const stub = mockFetch({ 'POST /users': jsonResponse(1) });
    const init = { method: 'POST', headers: { 'X-Key': '1' }, body: '{"a":1}' };
    await stub.fetch('http://a.test/users?q=1', init);
    const [call] = stub.calls;
    expect(call).toMatchObject({ method: 'POST', url: 'http://a.test/users?q=1', body: '{"a":1}' });
    expect(call?.headers.get('x-key')).toBe('1');
    expect(call?.init).toEqual(init);
  });

  it.each([
    ['a record', { 'X-Key': '1' }],
    ['a Headers', new Headers({ 'X-Key': '1' })],
    ['pairs', [['X-Key', '1']] as [string, string][]],
  ])('contain a copy of init and of its headers, passed as %s', async (_form, headers) => {
    const stub = mockFetch({ 'POST /users': jsonResponse(1) });
    const init: RequestInit = { method: 'POST', headers, body: 'first' };
    await stub.fetch('/users', init);
    init.body = 'second';
    if (headers instanceof Headers) headers.set('X-Key', '2');
    else if (Array.isArray(headers)) (headers[0] as string[])[1] = '2';
    else headers['X-Key'] = '2';
    const recorded = stub.calls[0]?.init;
    expect(recorded).toMatchObject({ method: 'POST', body: 'first' });
    expect(new Headers(recorded?.headers).get('x-key')).toBe('1');
  });

  it('contain the headers of each attempt, even if a middleware changes the same request', async () => {
    const stub = mockFetch({ 'GET /x': [jsonResponse(1, { status: 503 }), jsonResponse(2)] });
    const twice: Middleware = async (ctx, next) => {
      ctx.request.headers.set('x-attempt', '1');
      await next();
      ctx.request.headers.set('x-attempt', '2');
      return next();
    };
    const requests = { get: defineRequest<number>()({ method: 'GET', path: '/x' }) };
    const api = createApi({ baseUrl: '', fetch: stub.fetch, middleware: [twice], requests });
    await api.get();
    const sent = stub.calls.map(({ init }) => new Headers(init.headers).get('x-attempt'));
    expect(sent).toEqual(['1', '2']);
  });

  it('contain a FormData body as the same object, and null without a body', async () => {
    const stub = mockFetch({ 'POST /x': jsonResponse(1) });
    const body = new FormData();
    await stub.fetch('/x', { method: 'POST', body });
    await stub.fetch('/x', { method: 'POST' });
    expect(stub.calls.map((call) => call.body)).toEqual([body, null]);
    expect(stub.calls[0]?.body).toBe(body);
  });

  it('can be read by route with callCount and lastCall', async () => {
    const stub = mockFetch({ 'GET /users/:id': jsonResponse(1), 'GET /x': jsonResponse(2) });
    expect([stub.calls, stub.callCount('GET /x'), stub.lastCall('GET /x')]).toEqual([[], 0, undefined]);
    for (const url of ['/users/1', '/x', '/users/2']) await stub.fetch(url);
    expect([stub.callCount('GET /users/:id'), stub.callCount('GET /x'), stub.calls.length]).toEqual([
      2, 1, 3,
    ]);
    expect(stub.lastCall('GET /users/:id')?.url).toBe('/users/2');
  });
});

describe('mockFetch with a signal (rules.md#the-test-stub)', () => {
  it('rejects with the reason, records the call and uses no sequence entry if the signal was aborted before', async () => {
    const handler = vi.fn<RouteHandler>(() => jsonResponse('first'));
    const stub = mockFetch({ 'GET /x': [handler, jsonResponse('second')] });
    const signal = AbortSignal.abort('early');
    await expect(stub.fetch('/x', { signal })).rejects.toBe('early');
    expect([stub.calls.length, handler.mock.calls.length]).toEqual([1, 0]);
    expect(await bodyOf(stub.fetch('/x'))).toBe('first');
  });

  it('rejects with the reason and uses a sequence entry if the signal aborts while a handler runs', async () => {
    const controller = new AbortController();
    const slow = vi
      .fn<RouteHandler>(() => jsonResponse('first'))
      .mockImplementationOnce(() => new Promise(() => {}));
    const stub = mockFetch({ 'GET /x': [slow, jsonResponse('second')] });
    const running = stub.fetch('/x', { signal: controller.signal });
    controller.abort('enough');
    await expect(running).rejects.toBe('enough');
    expect(await bodyOf(stub.fetch('/x'))).toBe('second');
    expect(stub.calls).toHaveLength(2);
  });

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    expect(await bodyOf(mockFetch({ 'GET /x': jsonResponse(1) }).fetch('/x', { signal }))).toBe(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it("causes 'timeout' for a client's deadline and 'abort' for its abort", async () => {
    const stub = mockFetch({ 'GET /x': () => new Promise(() => {}) });
    const requests = { get: defineRequest()({ method: 'GET', path: '/x' }) };
    const api = createApi({ baseUrl: '', fetch: stub.fetch, requests });
    expect((await api.get({}, { timeout: 1 })).error?.kind).toBe('timeout');
    expect((await api.get({}, { signal: AbortSignal.timeout(1) })).error?.kind).toBe('abort');
  });
});

describe('install() and restore() (rules.md#the-test-stub)', () => {
  const original = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = original;
  });

  const stub = mockFetch({ 'GET /x': jsonResponse('stubbed') });

  it('replace the global fetch, for a client without its own, and put it back', async () => {
    const requests = { get: defineRequest()({ method: 'GET', path: '/x' }) };
    const api = createApi({ baseUrl: 'http://a.test', requests });
    stub.install();
    expect((await api.get()).data).toBe('stubbed');
    stub.restore();
    expect(globalThis.fetch).toBe(original);
  });

  it('put the original back after two install() calls, and change nothing without install()', () => {
    const twice = mockFetch({});
    twice.install();
    twice.install();
    twice.restore();
    mockFetch({}).restore();
    expect(globalThis.fetch).toBe(original);
  });
});

describe('the request of a route function (rules.md#the-test-stub)', () => {
  it('has the sent signal and the sent form', async () => {
    const seen: unknown[] = [];
    const stub = mockFetch({
      'POST /forms': async ({ request }) => {
        seen.push(request instanceof Request, (await request.formData()).get('a'), request.signal.aborted);
        return jsonResponse(null);
      },
    });
    const body = new FormData();
    body.append('a', '1');
    await stub.fetch('http://a.test/forms', { method: 'POST', body });
    await stub.fetch('http://a.test/forms', {
      method: 'POST',
      body: 'a=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen).toEqual([true, '1', false, true, '2', false]);
  });

  it('is a platform Request with the original URL, under a relative baseUrl, too', async () => {
    const seen: unknown[] = [];
    const stub = mockFetch({
      'POST /api/users/:id': async ({ request }) => {
        seen.push(request instanceof Request, request.url, await request.json());
        return jsonResponse(null);
      },
    });
    const save = defineRequest<null, { name: string }>()({ method: 'POST', path: '/users/:id' });
    await createApi({ baseUrl: '/api', fetch: stub.fetch, requests: { save } }).save({ id: 7, name: 'Ada' });
    expect(seen).toEqual([true, '/api/users/7', { name: 'Ada' }]);
  });

  it('can hang and then return a response, in a sequence with an attempt timeout and a retry', async () => {
    const stub = mockFetch({ 'GET /slow': [() => new Promise(() => {}), jsonResponse({ ok: true })] });
    const api = createApi({
      baseUrl: 'http://a.test',
      fetch: stub.fetch,
      middleware: [
        retryMiddleware({ baseDelay: 0 }),
        ({ request }, next) => ((request.attemptTimeout = 20), next()),
      ],
      requests: { slow: defineRequest<{ ok: boolean }>()({ method: 'GET', path: '/slow' }) },
    });
    expect((await api.slow()).data).toEqual({ ok: true });
    expect(stub.callCount('GET /slow')).toBe(2);
  });
});

describe('a param named __proto__', () => {
  it('is a param like any other', async () => {
    let seen: unknown;
    const stub = mockFetch({
      'GET /:__proto__/:id': ({ params }) => {
        seen = Object.entries(params);
        return jsonResponse({});
      },
    });
    await stub.fetch('/a/7');
    expect(seen).toEqual([
      ['__proto__', 'a'],
      ['id', '7'],
    ]);
  });
});
