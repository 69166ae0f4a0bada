import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type ApiConfig,
  cacheMiddleware,
  createGraphQL,
  defineRequest,
  type Middleware,
  type OneOffRequest,
  Operation,
  Request,
  type Result,
  retryMiddleware,
  send,
  withOptions,
} from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { throwing } from '../../../lib/entries/results.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import {
  BASE,
  createTestClient,
  stubFetch,
  type TestClientOptions,
  type Untyped,
} from '../../support/client.js';
import { recorder } from '../../support/recorder.js';

const User = z.object({ id: z.number() });

const HOSTILE = [
  'https://evil.test/x',
  'http://evil.test/x',
  'HTTPS://evil.test/x',
  '//evil.test/x',
  '//api.test@evil.test/x',
  'http://api.test@evil.test/x',
  'http://api.test:80@evil.test/x',
  'http://api.test.evil.test/x',
  'https:evil.test',
  'https:/evil.test',
  'https:\\\\evil.test',
  'ftp://api.test/x',
  'https://api.test/x',
  'http://api.test:8080/x',
  'javascript:alert(1)',
  'data:text/plain,x',
  'file:///etc/passwd',
];

/** These have a control character, which a URL parser removes. */
const WITH_CONTROLS = [
  '/\t/evil.test/x',
  'ht\ntp://evil.test',
  '\t//evil.test',
  '/\r\n/evil.test',
  'http://evil.test\0',
];

/** These are paths of the client's own server. */
const JOINED: readonly [string, string][] = [
  ['/next?page=2', '/next?page=2'],
  ['next', '/next'],
  ['?page=2', '?page=2'],
  ['@evil.test/x', '/@evil.test/x'],
  ['.evil.test/x', '/.evil.test/x'],
  [' //evil.test', '/ //evil.test'],
];

const KEY = { headers: { 'x-key': 'secret' } };

const GET = 'GET' as const;

/** Sends a request to a URL once. */
const sendTo = async (url: string, setup: TestClientOptions = {}, more: Partial<OneOffRequest> = {}) => {
  const { api, requests } = createTestClient({ ...KEY, ...setup });
  const result = await send(api, { method: GET, url, ...more });
  return { result, requests };
};

describe('send with a path', () => {
  it('sends a request with the base URL, headers and query of the client', async () => {
    const { api, requests } = createTestClient({ ...KEY, query: { v: 1 } });
    const result = await send(api, { method: GET, path: '/users/:id' }, { id: 7, q: 'x' });
    expect(result).toMatchObject({ data: { n: 1 }, error: null, status: 200 });
    expect(requests[0]!.url).toBe(`${BASE}/users/7?q=x&v=1`);
    expect(requests[0]!.headers.get('x-key')).toBe('secret');
  });

  it('accepts a Request, such as the result of defineRequest', async () => {
    const { api, requests } = createTestClient();
    await send(api, defineRequest()({ method: 'POST', path: '/users/:id' }), { id: 1 });
    await send(api, new Request<{ a: number }>({ method: 'POST', path: '/b' }), { a: 1 });
    expect(requests.map(({ url, body }) => [url, body ?? null])).toEqual([
      [`${BASE}/users/1`, null],
      [`${BASE}/b`, '{"a":1}'],
    ]);
  });

  it('keeps a path with a host on the server of the client', async () => {
    const { api, requests } = createTestClient();
    for (const path of ['//evil.test/x', '\\\\evil.test', 'https://evil.test'])
      await send(api, { method: GET, path });
    expect(requests.map(({ url }) => new URL(url).origin)).toEqual([BASE, BASE, BASE]);
  });

  it.each<[string, Partial<OneOffRequest>, unknown]>([
    ['schema', { schema: User }, { id: 1 }],
    ['responses', { responses: { 200: User } }, { id: 1 }],
    ['responseType', { responseType: 'text' }, '{"id":1,"more":2}'],
  ])('reads the response with %s', async (_name, config, data) => {
    const { api } = createTestClient({ answer: () => new Response('{"id":1,"more":2}') });
    expect((await send(api, { method: GET, path: '/x', ...config } as OneOffRequest)).data).toEqual(data);
  });

  it('passes the call options on, which win over the config', async () => {
    const { api, requests } = createTestClient();
    await send(api, { method: GET, path: '/x', headers: { a: '1', b: '1' } }, {}, { headers: { b: '2' } });
    expect([requests[0]!.headers.get('a'), requests[0]!.headers.get('b')]).toEqual(['1', '2']);
  });

  it('converts the params with a params schema', async () => {
    const { api, requests } = createTestClient();
    const params = z.object({ at: z.date().transform((at) => at.getTime()) });
    await send(api, { method: GET, path: '/x', params }, { at: new Date(5) });
    expect(requests[0]!.url).toBe(`${BASE}/x?at=5`);
  });

  it('can be sent many times under the same name as an endpoint', async () => {
    const { api, requests } = createTestClient();
    for (let count = 0; count < 3; count += 1) await send(api, { method: GET, path: '/x', name: 'call' });
    expect(requests).toHaveLength(3);
  });
});

describe('send with a url', () => {
  it.each(['http://api.test/next?a=1', 'http://api.test:80/next?a=1', 'HTTP://API.test/next?a=1'])(
    'sends a URL of the same origin as it is: %s',
    async (url) => {
      const { result, requests } = await sendTo(url);
      expect(result.error).toBeNull();
      expect(requests[0]!.url).toBe(url);
      expect(requests[0]!.headers.get('x-key')).toBe('secret');
    },
  );

  it('adds the query of the params and of the client', async () => {
    const { api, requests } = createTestClient({ query: { v: 1 } });
    await send(api, { method: GET, url: `${BASE}/next?a=1` }, { b: 2 });
    expect(requests[0]!.url).toBe(`${BASE}/next?a=1&b=2&v=1`);
  });

  it("doesn't fill in path params", async () => {
    const { api, requests } = createTestClient();
    await send(api, { method: GET, url: `${BASE}/:id/{id}` }, { id: 2 });
    expect(requests[0]!.url).toBe(`${BASE}/:id/{id}?id=2`);
  });

  it('sends the params of a POST in the body', async () => {
    const { api, requests } = createTestClient();
    await send(api, { method: 'POST', url: '/next' }, { a: 1 });
    expect([requests[0]!.url, requests[0]!.body]).toEqual([`${BASE}/next`, '{"a":1}']);
  });

  it.each(JOINED)('joins the relative URL "%s" to the base URL with one slash', async (url, joined) => {
    const { requests } = await sendTo(url, { baseUrl: `${BASE}/v1/` });
    expect(requests[0]!.url).toBe(`${BASE}/v1${joined}`);
    expect(new URL(requests[0]!.url).origin).toBe(BASE);
  });

  it.each(['\\\\evil.test/x', '/\\evil.test/x', '\\/evil.test/x'])(
    'keeps "%s" on the server of the client',
    async (url) => {
      const { requests } = await sendTo(url);
      expect(requests.map(({ url: sent }) => new URL(sent).origin)).toEqual([BASE]);
    },
  );
});

describe('a url of another origin', () => {
  /** Every way to say the base URL of the client. */
  const BASES: readonly [string, TestClientOptions][] = [
    ['an absolute base URL', { baseUrl: BASE }],
    ['a base URL with a path', { baseUrl: `${BASE}/v1` }],
    ["the base URL ''", { baseUrl: '' }],
    ["the base URL '/api'", { baseUrl: '/api' }],
    ['a baseUrl function', { baseUrl: () => BASE }],
    ["a baseUrl function that returns ''", { baseUrl: async () => '' }],
  ];

  it.each(BASES)('is rejected, and nothing is sent, under %s', async (_name, setup) => {
    for (const url of HOSTILE) {
      const { result, requests } = await sendTo(url, setup);
      expect({ url, sent: requests.length, kind: result.error?.kind }).toEqual({
        url,
        sent: 0,
        kind: 'network',
      });
    }
  });

  it.each(BASES)('is rejected without slashes after its scheme, under %s', async (_name, setup) => {
    const { result, requests } = await sendTo('http:evil.test', setup);
    expect(result.error?.kind).toBe('network');
    expect(requests).toHaveLength(0);
  });

  it.each(BASES)('is rejected if the URL has control characters, under %s', async (_name, setup) => {
    for (const url of WITH_CONTROLS) {
      const { result, requests } = await sendTo(url, setup);
      expect({ url, sent: requests.length, kind: result.error?.kind }).toEqual({
        url,
        sent: 0,
        kind: 'network',
      });
    }
  });

  it.each(['', () => ''])(
    'is rejected if backslashes name the host, under an empty base URL',
    async (baseUrl) => {
      for (const url of ['\\\\evil.test/x', '/\\evil.test/x', '\\/evil.test/x', '\\evil.test']) {
        const { requests } = await sendTo(url, { baseUrl });
        for (const sent of requests)
          expect(new URL(sent.url, 'http://page.test').origin).toBe('http://page.test');
      }
    },
  );

  it.each(['', '/api'])('lets a relative URL through under the base URL "%s"', async (baseUrl) => {
    const { result, requests } = await sendTo('/next?page=2', { baseUrl });
    expect(result.error).toBeNull();
    expect(requests[0]!.url).toBe(`${baseUrl}/next?page=2`);
  });

  it('names both origins and allowOrigins in the message, without the query of the URL', async () => {
    const { result } = await sendTo('https://evil.test/x?token=hunter2');
    expect(result.error!.message).toContain(
      `The url has the origin "https://evil.test", but the client has "${BASE}": add it to allowOrigins`,
    );
    expect(result.error!.message + JSON.stringify(result.error)).not.toContain('hunter2');
  });

  it.each(['http://a b/?token=1', `${BASE}.evil.test:port/`])(
    'is called invalid, not foreign, if it has no origin: %s',
    async (url) => {
      const { result, requests } = await sendTo(url);
      expect(result.error!.message).toContain('is not a valid URL: check its host and port.');
      expect(result.error!.message).not.toContain('token');
      expect(requests).toEqual([]);
    },
  );

  it('keeps the user and the password of the URL out of the error', async () => {
    const { result } = await sendTo('https://ann:hunter2@evil.test/x');
    expect(result.error!.message + JSON.stringify(result.error)).not.toContain('hunter2');
  });

  it.each<[string, (api: Untyped) => object, object | undefined]>([
    ['a copy of with({ baseUrl })', (api) => api.with({ baseUrl: 'http://copy.test' }), undefined],
    ['withOptions', (api) => withOptions(api, { baseUrl: 'http://copy.test' }), undefined],
    ["the call's own baseUrl", (api) => api, { baseUrl: 'http://copy.test' }],
    ["the call's own baseUrl function", (api) => api, { baseUrl: async () => 'http://copy.test/v2' }],
  ])('is compared with the base URL of %s', async (_name, clientOf, options) => {
    const { api, requests } = createTestClient();
    const own = await send(clientOf(api), { method: GET, url: 'http://copy.test/x' }, {}, options);
    const other = await send(clientOf(api), { method: GET, url: `${BASE}/x` }, {}, options);
    expect([own.error?.kind, other.error?.kind]).toEqual([undefined, 'network']);
    expect(requests.map(({ url }) => url)).toEqual(['http://copy.test/x']);
  });

  it('is checked again by retry() of the Result, with the base URL of that time', async () => {
    let base = BASE;
    const { api, requests } = createTestClient({ baseUrl: () => base });
    const result = await send(api, { method: GET, url: `${BASE}/x` });
    base = 'http://other.test';
    expect((await result.retry()).error).toMatchObject({ kind: 'network' });
    expect(requests).toHaveLength(1);
  });

  it('is rejected before the middleware runs', async () => {
    const middleware = vi.fn<Middleware>((_ctx, next) => next());
    await sendTo('https://evil.test', { middleware: [middleware] });
    expect(middleware).not.toHaveBeenCalled();
  });

  it.each([
    [['https://files.test']],
    [['https://files.test/ignored/path']],
    [['http://a.test', 'https://files.test']],
  ])('is sent with the headers of the client if allowOrigins lists it: %j', async (allowOrigins) => {
    const { requests } = await sendTo('https://files.test/x', {}, { allowOrigins });
    expect(requests[0]!.url).toBe('https://files.test/x');
    expect(requests[0]!.headers.get('x-key')).toBe('secret');
  });

  it.each([
    [[]],
    [['https://files.test:8080']],
    [['http://files.test']],
    [['files.test']],
    [['*']],
    [['']],
    [[null]],
    ['https://files.test'],
  ])('is rejected if allowOrigins does not list its origin: %j', async (allowOrigins) => {
    const { result, requests } = await sendTo(
      'https://files.test/x',
      {},
      { allowOrigins: allowOrigins as never },
    );
    expect(result.error).toMatchObject({ kind: 'network' });
    expect(requests).toEqual([]);
  });

  it('never passes because allowOrigins lists an invalid origin, or none', async () => {
    for (const allowOrigins of [[''], ['not a url'], ['null']])
      for (const url of ['javascript:alert(1)', 'data:,x', '//evil.test', 'http://', 'about:blank']) {
        const { requests } = await sendTo(url, { baseUrl: '' }, { allowOrigins });
        expect({ url, sent: requests.length }).toEqual({ url, sent: 0 });
      }
  });
});

describe('send without a client', () => {
  it('sends with these options, to any URL', async () => {
    const fetch = stubFetch();
    const result = await send({ fetch, headers: { a: '1' } }, { method: GET, url: 'https://files.test/x' });
    expect(result).toMatchObject({ data: { n: 1 }, error: null });
    expect([fetch.requests[0]!.url, fetch.requests[0]!.headers.get('a')]).toEqual([
      'https://files.test/x',
      '1',
    ]);
  });

  it('joins a path to their baseUrl', async () => {
    const fetch = stubFetch();
    await send({ fetch, baseUrl: BASE }, { method: GET, path: '/a/:id' }, { id: 1 });
    await send({ fetch, baseUrl: BASE }, { method: GET, url: '/b' });
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${BASE}/a/1`, `${BASE}/b`]);
  });

  it('uses their middleware, timeout and onError', async () => {
    const onError = vi.fn();
    const middleware = [retryMiddleware({ max: 1, delay: () => 0 })];
    const fetch = stubFetch({ answers: [503] });
    await send({ fetch, middleware, onError }, { method: GET, url: BASE });
    expect([fetch.requests.length, onError.mock.calls.length]).toEqual([2, 1]);
    const slow = await send({ fetch: stubFetch({ held: true }), timeout: 5 }, { method: GET, url: BASE });
    expect(slow.error).toMatchObject({ kind: 'timeout' });
  });
});

describe('send never throws or rejects', () => {
  const { api } = createTestClient();
  const ok = { method: GET, path: '/x' };
  const throwingGetter = Object.defineProperty({}, 'path', {
    enumerable: true,
    get: () => {
      throw new Error('mine');
    },
  });
  const graph = createGraphQL({
    endpoint: BASE,
    operations: { ask: new Operation({ operation: 'query Q { n }' }) },
  });
  const fetch = () => Promise.reject(new Error('must not be sent'));

  it.each<[string, unknown, unknown]>([
    ['no client', undefined, ok],
    ['null as the client', null, ok],
    ['a string as the client', 'http://api.test', ok],
    ['a function as the client', () => api, ok],
    ['a spread copy of a client', { ...api }, ok],
    ['a spread copy with a fetch', { ...api, fetch }, ok],
    ['an object that inherits from a client', Object.create(api), ok],
    ['a proxy of a client', new Proxy(api, {}), ok],
    ['a GraphQL client', graph, ok],
    ['a throwing client', throwing(api), ok],
    ['a spread copy of a throwing client', { ...throwing(api) }, ok],
    [
      'an option that throws',
      {
        get baseUrl(): string {
          throw new Error('mine');
        },
      },
      ok,
    ],
    ['an option of another type', { baseUrl: 7 }, ok],
    ['a middleware that is no list', { middleware: 7 }, ok],
    ['no request', api, undefined],
    ['null as the request', api, null],
    ['a string as the request', api, '/x'],
    ['an endpoint function as the request', api, api.call],
    ['a GraphQL operation as the request', api, new Operation({ operation: 'query Q { n }' })],
    ['no method', api, { path: '/x' }],
    ['a method in lower case', api, { method: 'get', path: '/x' }],
    ['neither path nor url', api, { method: GET }],
    ['both path and url', api, { method: GET, path: '/x', url: '/y' }],
    ['a URL object as the url', api, { method: GET, url: new URL(BASE) }],
    ['null as the url', api, { method: GET, url: null }],
    ['a config that throws', api, throwingGetter],
    ['schema next to responses', api, { ...ok, schema: User, responses: { 200: User } }],
    ['an invalid schema in responses', api, { ...ok, responses: { 404: User } }],
    ['share next to dedupe', api, { ...ok, share: true, dedupe: true }],
    ['an unknown responseType', api, { ...ok, responseType: 'xml' }],
    ['a missing path param', api, { method: GET, path: '/:id' }],
    ['an invalid header', api, { ...ok, headers: { 'a b': '1' } }],
  ])('but resolves with a Result, and sends nothing: %s', async (_name, client, request) => {
    const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('must not be sent'));
    try {
      const result: Result<unknown> = await send(client as object, request as never);
      const error = { kind: 'network', attempts: 0 };
      expect(result).toMatchObject({ data: null, status: 0, response: null, error });
      expect((await result.retry()).error).toMatchObject({ kind: 'network' });
      expect(sent).not.toHaveBeenCalled();
    } finally {
      sent.mockRestore();
    }
  });

  it('and says in the error what is wrong', async () => {
    const messageOf = async (client: unknown, request: unknown) =>
      (await send(client as object, request as never)).error!.message;
    expect(await messageOf({ ...api }, ok)).toContain('pass the client itself');
    expect(await messageOf(graph, ok)).toContain('pass the client itself');
    expect(await messageOf(api, { method: GET, path: '/x', url: '/y' })).toContain(
      'send got both path and url',
    );
    expect(await messageOf(api, { method: GET, url: 7 })).toContain('"url" of send');
    expect(await messageOf(api, { method: 'get', path: '/x' })).toContain('use upper case');
  });

  it('and closes a stream that the mistake keeps from being sent', async () => {
    const cancel = vi.fn();
    await send(api, { method: 'post' as never, path: '/x' }, new ReadableStream({ cancel }));
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('with options that throw', async () => {
    const options = {
      get baseUrl(): string {
        throw new Error('mine');
      },
    };
    expect((await send(api, { method: GET, url: '/x' }, {}, options)).error).toMatchObject({
      kind: 'network',
    });
    expect((await send(api, { method: GET, url: '/x' }, {}, { baseUrl: 7 as never })).error).toMatchObject({
      kind: 'network',
    });
    expect((await send(api, { method: GET, url: '/x' }, {}, null as never)).error).toBeNull();
  });
});

describe('send runs a whole call', () => {
  it('with the middleware of the client, then of the config, then of the call', async () => {
    const told: string[] = [];
    const telling =
      (name: string): Middleware =>
      (ctx, next) => {
        told.push(`${name} ${ctx.requestName}`);
        return next();
      };
    const { api } = createTestClient({ middleware: [telling('client')] });
    const request = { method: GET, path: '/x', name: 'one', middleware: [telling('config')] };
    await send(api, request, {}, { middleware: [telling('call')] });
    expect(told).toEqual(['client one', 'config one', 'call one']);
  });

  it('with the attempts of RetryPlugin', async () => {
    const middleware = [retryMiddleware({ max: 2, delay: () => 0 })];
    const { api, requests } = createTestClient({ middleware, answers: [503, 503, { ok: true }] });
    expect(await send(api, { method: GET, url: '/x' })).toMatchObject({ data: { ok: true } });
    expect(requests).toHaveLength(3);
  });

  it('with retry() of the Result, which sends the same again', async () => {
    const { api, requests } = createTestClient({ answers: [503, { ok: true }] });
    const failed = await send(api, { method: 'POST', url: '/x' }, { a: 1 });
    expect((await failed.retry()).data).toEqual({ ok: true });
    expect(requests.map(({ url, body }) => [url, body])).toEqual([
      [`${BASE}/x`, '{"a":1}'],
      [`${BASE}/x`, '{"a":1}'],
    ]);
  });

  it('with the timeout and the signal of the call', async () => {
    const { api } = createTestClient({ held: true });
    const request = { method: GET, url: '/x' };
    const results = [
      await send(api, request, {}, { timeout: 5 }),
      await send(api, request, {}, { signal: AbortSignal.abort() }),
    ];
    expect(results.map(({ error }) => error?.kind)).toEqual(['timeout', 'abort']);
  });

  it.each<[string, Partial<OneOffRequest>, string]>([
    ['its name', { path: '/users/:id', name: 'one' }, 'one'],
    ['the path', { path: '/users/:id' }, '/users/:id'],
    ['the URL without its query', { url: `${BASE}/users?token=hunter2` }, `${BASE}/users`],
  ])('that errors, onError and observers call by %s', async (_what, request, name) => {
    const seen = recorder();
    const onError = vi.fn<NonNullable<ApiConfig['onError']>>();
    const { api } = createTestClient({ answers: [404], observers: observers(seen.observer), onError });
    const { error } = await send(api, { method: GET, ...request } as OneOffRequest, { id: 1 });
    expect([error!.endpoint, seen.calls[0]!.name, onError.mock.calls[0]![1].endpoint]).toEqual([
      name,
      name,
      name,
    ]);
    expect(error!.message).not.toContain('hunter2');
  });

  it('that the log of the client writes', async () => {
    const write = vi.fn();
    const { api } = createTestClient({ log: { write } as never });
    await send(api, { method: GET, url: '/x', name: 'one' });
    expect(write).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(write.mock.calls)).toContain('one');
  });

  it('that observers see if its URL is rejected', async () => {
    const seen = recorder();
    await sendTo('https://evil.test/x', { observers: observers(seen.observer) });
    expect(seen.lines.at(-1)).toBe('1 end network');
  });

  it('whose context the baseUrl and headers functions receive', async () => {
    const baseUrl = vi.fn(() => BASE);
    const { api } = createTestClient({ baseUrl });
    await send(api, { method: GET, url: '/x', name: 'one' }, {}, { context: { user: 7 } });
    expect(baseUrl).toHaveBeenCalledWith({ endpoint: 'one', context: { user: 7 } });
  });
});

describe('sends among each other', () => {
  it('join one request under share, each with its own schema', async () => {
    const { api, requests } = createTestClient({ answer: () => jsonResponse({ id: 1 }) });
    const schemas = [User, z.object({ name: z.string() })];
    const results = await Promise.all(
      schemas.map((schema) => send(api, { method: GET, path: '/x', share: true, schema } as OneOffRequest)),
    );
    expect(requests).toHaveLength(1);
    expect(results.map(({ error }) => error?.kind)).toEqual([undefined, 'parse']);
  });

  it.each([{ path: '/x' }, { url: '/x' }])('join one request under share: %j', async (where) => {
    const { api, requests } = createTestClient();
    const request = { method: GET, share: true, ...where } as OneOffRequest;
    const results = await Promise.all([send(api, request), send(api, request)]);
    expect(requests).toHaveLength(1);
    expect(results.map(({ error }) => error)).toEqual([null, null]);
  });

  it("don't join a request whose body is read in another way", async () => {
    const { api, requests } = createTestClient({ answer: () => new Response('body') });
    const types = ['none', 'text', 'arrayBuffer'] as const;
    const results = await Promise.all(
      types.map((responseType) => send(api, { method: GET, path: '/x', share: true, responseType })),
    );
    expect(results.map(({ error }) => error)).toEqual([null, null, null]);
    expect(requests).toHaveLength(3);
  });

  it('never join requests of two users', async () => {
    const { api, requests } = createTestClient();
    const request = { method: GET, path: '/x', share: true };
    await Promise.all(['a', 'b'].map((user) => send(api, request, {}, { headers: { authorization: user } })));
    expect(requests).toHaveLength(2);
  });

  it('cancel the previous send of the same name under dedupe, and no other', async () => {
    const { api } = createTestClient();
    const of = (name: string) => send(api, { method: GET, path: '/x', name, dedupe: true });
    const results = await Promise.all([of('a'), of('a'), of('b')]);
    expect(results.map(({ error }) => error?.kind)).toEqual(['abort', undefined, undefined]);
  });

  it('get a cached response with the same schema, and send again with another', async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware()],
      answer: () => jsonResponse({ id: 1 }),
    });
    const request = { method: GET, path: '/x', schema: User };
    await send(api, request);
    await send(api, request);
    expect(requests).toHaveLength(1);
    await send(api, { ...request, schema: z.object({ name: z.string() }) } as OneOffRequest);
    expect(requests).toHaveLength(2);
  });
});

describe('a url with a fragment', () => {
  it("doesn't show its query, which can sign it", async () => {
    stubFetch();
    const { error } = await send(createTestClient(), {
      method: 'GET',
      url: `${BASE}/file?signature=s3cret#page=2`,
    });
    expect(error?.message).toContain(`The url "${BASE}/file" has a fragment`);
    expect(`${error?.stack} ${JSON.stringify(error)}`).not.toContain('s3cret');
  });
});
