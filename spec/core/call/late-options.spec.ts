import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CallOptions,
  createGraphQL,
  type LogEntry,
  type Middleware,
  nextLink,
  Operation,
  paginate,
  retryMiddleware,
  withHeaders,
} from '../../../lib/index.js';
import { observe } from '../../../lib/entries/observe.js';
import { placed } from '../../../lib/entries/openapi.js';
import { jsonLines } from '../../../lib/entries/stream.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import {
  BASE,
  createTestClient,
  type SentRequest,
  stubFetch,
  type TestClientOptions,
  type Untyped,
} from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { linesReader } from '../../support/lines-reader.js';
import { broken } from '../../support/streams.js';
import { watch } from '../../support/watch.js';

/** A promise that never settles. */
const never = (): Promise<never> => new Promise(() => {});

/** Returns a function that resolves with the value after a turn of the event loop. */
const afterFlush =
  <T>(value: T) =>
  async (): Promise<T> => {
    await flush();
    return value;
  };

const urls = (requests: readonly SentRequest[]): string[] => requests.map(({ url }) => url);

/** The values of one header of all requests. */
const sent = (requests: readonly SentRequest[], name = 'authorization'): (string | null)[] =>
  requests.map(({ headers }) => headers.get(name));

/** Calls a new client once. */
const called = async (setup: TestClientOptions, options?: CallOptions, copy?: Untyped) => {
  const client = createTestClient(setup);
  const api = copy ? client.api.with(copy) : client.api;
  const result = await api.call({}, options);
  return { ...client, result, error: result.error };
};

/** The options that can be functions, each with a valid value. */
const OPTIONS: [string, (option: Untyped) => TestClientOptions][] = [
  ['baseUrl of the client', (baseUrl) => ({ baseUrl })],
  ['baseUrl of the endpoint', (baseUrl) => ({ endpoint: { baseUrl } })],
  ['headers of the client', (headers) => ({ headers })],
  ['headers of the endpoint', (headers) => ({ endpoint: { headers } })],
];

afterEach(() => void vi.useRealTimers());

describe('a baseUrl function', () => {
  it.each<[string, Untyped]>([
    ['a string', () => 'https://eu.test/v1'],
    ['a promise', async () => 'https://eu.test/v1'],
    ['a promise that settles later', afterFlush('https://eu.test/v1')],
    ['a URL with trailing slashes', () => 'https://eu.test/v1//'],
  ])('can return %s', async (_kind, baseUrl) => {
    const { requests, result } = await called({ baseUrl });
    expect(urls(requests)).toEqual(['https://eu.test/v1/things']);
    expect(result.data).toEqual({ n: 1 });
  });

  it.each([
    ['', '/things'],
    ['/', '/things'],
    ['/api', '/api/things'],
    ['https://eu.test?key=k', 'https://eu.test/things?key=k'],
  ])('can return the base %j', async (base, url) => {
    const { requests } = await called({ baseUrl: () => base });
    expect(urls(requests)).toEqual([url]);
  });

  it("receives the endpoint's name and the merged context of the call", async () => {
    const baseUrl = vi.fn(() => BASE);
    const { api } = createTestClient({ baseUrl, context: { tenant: 'a', user: 1 } });
    await api.call({}, { context: { user: 2 } });
    expect(baseUrl.mock.calls).toEqual([[{ endpoint: 'call', context: { tenant: 'a', user: 2 } }]]);
  });

  it('keeps the query of the base before the query of the params and of the levels', async () => {
    const { api, requests } = createTestClient({ baseUrl: () => `${BASE}?k=1`, query: { z: 3 } });
    await api.call({ q: 2 });
    expect(urls(requests)).toEqual([`${BASE}/things?k=1&q=2&z=3`]);
  });

  it("doesn't run when the client is created", () => {
    const baseUrl = vi.fn(() => BASE);
    const { api } = createTestClient({ baseUrl });
    api.with({ headers: { 'x-a': 'a' } });
    expect(baseUrl).not.toHaveBeenCalled();
  });

  it("isn't called if a more specific level has a baseUrl", async () => {
    const baseUrl = vi.fn(() => BASE);
    await called({ baseUrl, endpoint: { baseUrl: 'https://other.test' } });
    await called({ baseUrl }, { baseUrl: 'https://other.test' });
    await called({ baseUrl }, {}, { baseUrl: 'https://other.test' });
    expect(baseUrl).not.toHaveBeenCalled();
  });
});

describe('the baseUrl of a call', () => {
  const urlOf = (level: string): string => `https://${level}.test`;
  const forms: [string, (level: string) => Untyped][] = [
    ['a string', urlOf],
    ['a function', (level) => () => urlOf(level)],
    ['an async function', (level) => async () => urlOf(level)],
  ];

  it.each(forms)('is the one of the most specific level: %s', async (_form, form) => {
    const levels = ['client', 'copy', 'endpoint', 'call'];
    for (const [index, level] of levels.entries()) {
      const at = (name: string): Untyped =>
        levels.indexOf(name) <= index ? { baseUrl: form(name) } : undefined;
      const { requests } = await called(
        { ...at('client'), endpoint: at('endpoint') },
        at('call'),
        at('copy'),
      );
      expect(urls(requests)).toEqual([`${urlOf(level)}/things`]);
    }
  });

  it('is the level below if a level has undefined', async () => {
    const undefinedBase = { baseUrl: undefined };
    const { requests } = await called(
      { baseUrl: () => BASE, endpoint: undefinedBase },
      undefinedBase,
      undefinedBase,
    );
    expect(urls(requests)).toEqual([`${BASE}/things`]);
  });

  it('can be a string over a function, and a function over a string', async () => {
    const first = await called({ baseUrl: () => urlOf('client') }, { baseUrl: urlOf('call') });
    const second = await called({ baseUrl: urlOf('client') }, { baseUrl: () => urlOf('call') });
    expect(urls([...first.requests, ...second.requests])).toEqual(Array(2).fill(`${urlOf('call')}/things`));
  });
});

describe('a headers function', () => {
  it.each<[string, Untyped]>([
    ['an object', () => ({ Authorization: 'Bearer a' })],
    ['a Headers', () => new Headers({ authorization: 'Bearer a' })],
    ['pairs', () => [['authorization', 'Bearer a']]],
    ['a promise', async () => ({ authorization: 'Bearer a' })],
    ['a promise that settles later', afterFlush({ authorization: 'Bearer a' })],
    ['an object with null and undefined', () => ({ authorization: 'Bearer a', x: null, y: undefined })],
  ])('can return %s', async (_kind, headers) => {
    const { requests } = await called({ headers });
    expect(sent(requests)).toEqual(['Bearer a']);
  });

  it('can be passed to withHeaders, the method and the function', async () => {
    const { api, requests } = createTestClient();
    await api.withHeaders(async () => ({ authorization: 'Bearer a' })).call();
    await withHeaders(api, () => ({ authorization: 'Bearer b' })).call();
    expect(sent(requests)).toEqual(['Bearer a', 'Bearer b']);
  });

  it("receives the endpoint's name and the context of the call", async () => {
    const headers = vi.fn(() => ({}));
    const { api } = createTestClient({ headers, context: { tenant: 'a' } });
    await api.call();
    expect(headers.mock.calls).toEqual([[{ endpoint: 'call', context: { tenant: 'a' } }]]);
  });

  it('merges with the other levels by lowercase name, and the more specific level wins', async () => {
    const named = (level: string, names: string[]) =>
      Object.fromEntries(names.map((name) => [level === 'call' ? name.toUpperCase() : name, level]));
    const { requests } = await called(
      {
        headers: () => named('client', ['x-a', 'x-b', 'x-c', 'x-d']),
        endpoint: { headers: async () => named('endpoint', ['x-c', 'x-d']) },
      },
      { headers: named('call', ['x-d']) },
      { headers: () => named('copy', ['x-b', 'x-c', 'x-d']) },
    );
    expect(Object.fromEntries(requests[0]!.headers)).toMatchObject({
      'x-a': 'client',
      'x-b': 'copy',
      'x-c': 'endpoint',
      'x-d': 'call',
    });
  });

  it.each<[string, Untyped, Untyped, Untyped]>([
    ['the client', () => ({ 'x-a': 'client' }), undefined, 'client'],
    ['the client, under plain headers', () => ({ 'x-a': 'client' }), { 'x-a': 'endpoint' }, 'endpoint'],
    ['the endpoint, over plain headers', { 'x-a': 'client' }, () => ({ 'x-a': 'endpoint' }), 'endpoint'],
    ['the endpoint, which leaves a name out', { 'x-a': 'client' }, () => ({ 'x-a': null }), 'client'],
  ])('ranks as the level where it is: %s', async (_level, headers, endpoint, expected) => {
    const { requests } = await called({ headers, endpoint: { headers: endpoint } });
    expect(sent(requests, 'x-a')).toEqual([expected]);
  });

  it('can replace the Content-Type of the body and the default Accept', async () => {
    const headers = () => ({ 'content-type': 'application/vnd.a+json', accept: 'a/b' });
    const { api, requests } = createTestClient({ headers, endpoint: { method: 'POST' } });
    await api.call({ a: 1 });
    expect(sent(requests, 'content-type')).toEqual(['application/vnd.a+json']);
    expect(sent(requests, 'accept')).toEqual(['a/b']);
    expect(requests[0]!.body).toBe('{"a":1}');
  });

  it('leaves the Content-Type of the body if it sets none', async () => {
    const { api, requests } = createTestClient({ headers: () => ({}), endpoint: { method: 'POST' } });
    await api.call({ a: 1 });
    expect(sent(requests, 'content-type')).toEqual(['application/json']);
  });

  it("doesn't appear in getHeaders of the endpoint function", () => {
    const headers = vi.fn(() => ({ authorization: 'Bearer a' }));
    expect(createTestClient({ headers }).api.call.getHeaders()).toEqual({});
    expect(headers).not.toHaveBeenCalled();
  });
});

describe('the functions of a call', () => {
  it('start at the same time', async () => {
    const started: string[] = [];
    const start = (name: string) => () => {
      started.push(name);
      return never();
    };
    const { api } = createTestClient({
      baseUrl: start('baseUrl'),
      headers: start('client'),
      endpoint: { headers: start('endpoint') },
    });
    void api.call();
    await flush();
    expect(started.sort()).toEqual(['baseUrl', 'client', 'endpoint']);
  });

  it('run once before the middleware, which sees the URL and the headers', async () => {
    const order: string[] = [];
    const middleware: Middleware = (ctx, next) => {
      order.push(`middleware ${ctx.request.url} ${ctx.request.getHeader('x-a') ?? ''}`);
      return next();
    };
    await called({
      baseUrl: () => (order.push('baseUrl'), 'https://eu.test'),
      headers: () => (order.push('headers'), { 'x-a': 'a' }),
      middleware: [middleware, middleware],
    });
    const seen = 'middleware https://eu.test/things a';
    expect(order).toEqual(['baseUrl', 'headers', seen, seen]);
  });

  it('run again for retry() of the Result, of a success and of an error', async () => {
    let n = 0;
    const count = () => (n += 1);
    const { api, requests } = createTestClient({
      baseUrl: () => `https://${count()}.test`,
      headers: async () => ({ 'x-n': count() }),
      answers: [503, { n: 1 }],
    });
    const first = await api.call();
    const second = await first.retry();
    await second.retry();
    expect(urls(requests)).toEqual([1, 3, 5].map((each) => `https://${each}.test/things`));
    expect(sent(requests, 'x-n')).toEqual(['2', '4', '6']);
  });

  it('can be repaired by retry() after they failed', async () => {
    const headers = vi.fn<() => Untyped>().mockRejectedValueOnce(new Error('no session'));
    headers.mockResolvedValue({ authorization: 'Bearer b' });
    const { result, requests } = await called({ headers });
    expect(requests).toHaveLength(0);
    expect((await result.retry()).data).toEqual({ n: 1 });
    expect(sent(requests)).toEqual(['Bearer b']);
  });

  it('run once for all attempts of a retry middleware', async () => {
    let n = 0;
    const headers = vi.fn(async () => ({ 'x-n': (n += 1) }));
    const baseUrl = vi.fn(() => `https://${n}.test`);
    const { requests, result } = await called({
      baseUrl,
      headers,
      answers: [503, 503, { n: 3 }],
      middleware: [retryMiddleware({ max: 2, baseDelay: 0 })],
    });
    expect(result.data).toEqual({ n: 3 });
    expect(urls(requests)).toEqual(Array(3).fill('https://0.test/things'));
    expect(sent(requests, 'x-n')).toEqual(['1', '1', '1']);
    expect([headers.mock.calls.length, baseUrl.mock.calls.length]).toEqual([1, 1]);
  });

  it("aren't retried by a retry middleware if they fail", async () => {
    const headers = vi.fn(() => Promise.reject(new Error('no session')));
    const { error } = await called({ headers, middleware: [retryMiddleware({ max: 3, baseDelay: 0 })] });
    expect(error).toMatchObject({ kind: 'network', attempts: 0 });
    expect(headers).toHaveBeenCalledTimes(1);
  });

  it("don't run if the params or another option are invalid", async () => {
    const baseUrl = vi.fn(() => BASE);
    const { api } = createTestClient({ baseUrl });
    expect((await api.call({ a: { b: 1 } })).error?.kind).toBe('network');
    expect((await api.call({}, { headers: { 'x y': 'a' } })).error?.kind).toBe('network');
    expect(baseUrl).not.toHaveBeenCalled();
  });

  it("don't run if the signal of the call is already aborted", async () => {
    const baseUrl = vi.fn(() => BASE);
    const { error } = await called({ baseUrl }, { signal: AbortSignal.abort() });
    expect(error?.kind).toBe('abort');
    expect(baseUrl).not.toHaveBeenCalled();
  });

  it('keep the values of ten thousand concurrent calls apart', async () => {
    const n = (call: { context: object }): string => String((call.context as { n: number }).n);
    const { api, requests } = createTestClient({
      baseUrl: async (call) => `https://${n(call)}.test`,
      headers: (call) => Promise.resolve({ 'x-n': n(call) }),
      answer: (url) => Response.json(url),
    });
    const count = 10_000;
    const calls = Array.from({ length: count }, (_, n) => api.call({}, { context: { n } }));
    const results = await Promise.all(calls);
    expect(requests).toHaveLength(count);
    expect(results.every(({ data }, n) => data === `https://${n}.test/things`)).toBe(true);
    expect(requests.every(({ url, headers }) => url === `https://${headers.get('x-n')}.test/things`)).toBe(
      true,
    );
  });

  it('delay nothing for a client with only strings and plain objects', () => {
    const { api, requests } = createTestClient({ headers: { 'x-a': 'a' }, query: { a: 1 } });
    void api.call({}, { baseUrl: 'https://other.test' });
    expect(urls(requests)).toEqual(['https://other.test/things?a=1']);
  });
});

describe('a function that hangs', () => {
  it.each(OPTIONS)('is ended by the deadline of the call: %s', async (_name, setup) => {
    vi.useFakeTimers();
    const middleware = vi.fn<Middleware>((_ctx, next) => next());
    const { api, requests } = createTestClient({ ...setup(never), middleware: [middleware] });
    const seen = watch(api.call({}, { timeout: 100 }));
    await vi.advanceTimersByTimeAsync(99);
    expect(seen.result).toBeNull();
    await vi.advanceTimersByTimeAsync(2);
    expect(seen.result?.error).toMatchObject({ kind: 'timeout', status: 0, attempts: 0 });
    expect(requests).toHaveLength(0);
    expect(middleware).not.toHaveBeenCalled();
  });

  it.each(OPTIONS)('is ended by the signal of the call: %s', async (_name, setup) => {
    const controller = new AbortController();
    const { api, requests, onError } = createTestClient(setup(never));
    const calling = api.call({}, { signal: controller.signal });
    await flush();
    controller.abort();
    expect((await calling).error).toMatchObject({ kind: 'abort', attempts: 0 });
    expect(requests).toHaveLength(0);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is ended by the signal of a copy', async () => {
    const controller = new AbortController();
    const { api } = createTestClient({ baseUrl: never });
    const calling = api.with({ signal: controller.signal }).call();
    await flush();
    controller.abort();
    expect((await calling).error?.kind).toBe('abort');
  });

  it("doesn't delay the error of another function that fails", async () => {
    const { error } = await called({
      baseUrl: never,
      headers: () => Promise.reject(new Error('no session')),
    });
    expect(error?.message).toContain('headers failed: Error: no session');
  });

  it("doesn't affect the time that the deadline leaves for the request", async () => {
    vi.useFakeTimers();
    const baseUrl = () => new Promise<string>((resolve) => void setTimeout(() => resolve(BASE), 60));
    const { api, requests } = createTestClient({ baseUrl, held: true });
    const seen = watch(api.call({}, { timeout: 100 }));
    await vi.advanceTimersByTimeAsync(60);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(39);
    expect(seen.result).toBeNull();
    await vi.advanceTimersByTimeAsync(2);
    expect(seen.result?.error?.kind).toBe('timeout');
  });

  it('starts no middleware and sends nothing if it returns after the deadline', async () => {
    vi.useFakeTimers();
    let release!: (base: string) => void;
    const middleware = vi.fn<Middleware>((_ctx, next) => next());
    const { api, requests } = createTestClient({
      baseUrl: () => new Promise<string>((resolve) => (release = resolve)),
      middleware: [middleware],
      timeout: 100,
    });
    const seen = watch(api.call());
    await vi.advanceTimersByTimeAsync(101);
    const { error } = seen.result!;
    release('https://late.test');
    await vi.advanceTimersByTimeAsync(1000);
    expect(middleware).not.toHaveBeenCalled();
    expect(requests).toHaveLength(0);
    expect(error?.request.url).toBe('/things');
  });

  it.each<[string, CallOptions, (controller: AbortController) => void, string]>([
    [
      'blocks the thread until after the deadline',
      { timeout: 10 },
      () => {
        const end = performance.now() + 30;
        while (performance.now() < end);
      },
      'timeout',
    ],
    ['aborts the call itself', {}, (controller) => controller.abort(), 'abort'],
  ])('starts no middleware if it %s', async (_what, options, block, kind) => {
    const controller = new AbortController();
    const middleware = vi.fn<Middleware>((_ctx, next) => next());
    const baseUrl = () => {
      block(controller);
      return BASE;
    };
    const { error, requests } = await called(
      { baseUrl, middleware: [middleware] },
      { signal: controller.signal, ...options },
    );
    expect(error?.kind).toBe(kind);
    expect(middleware).not.toHaveBeenCalled();
    expect(requests).toHaveLength(0);
  });

  it('leaves no unhandled rejection if it rejects after the deadline', async () => {
    vi.useFakeTimers();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const headers = () =>
      new Promise<never>((_resolve, reject) => void setTimeout(() => reject(new Error('late')), 200));
    const { api } = createTestClient({ headers, endpoint: { headers }, timeout: 100 });
    const seen = watch(api.call());
    await vi.advanceTimersByTimeAsync(1000);
    await flush();
    process.off('unhandledRejection', unhandled);
    expect(seen.result?.error?.kind).toBe('timeout');
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is ended by the next call of an endpoint under dedupe, whatever it hangs in', async () => {
    const baseUrl = vi.fn<() => Promise<string>>(never);
    const { api, requests, onError } = createTestClient({ baseUrl, endpoint: { dedupe: true } });
    const older = api.call({ q: 1 });
    await flush();
    baseUrl.mockResolvedValue(BASE);
    const newer = api.call({ q: 2 });
    expect((await older).error).toMatchObject({ kind: 'abort', attempts: 0 });
    expect((await newer).data).toEqual({ n: 1 });
    expect(urls(requests)).toEqual([`${BASE}/things?q=2`]);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a function that fails', () => {
  it.each(OPTIONS)(
    'makes a network error that names the option, and nothing is sent: %s',
    async (name, setup) => {
      const option = name.split(' ')[0]!;
      const thrown = new RangeError('no session');
      const fails = [
        () => Promise.reject(thrown),
        () => {
          throw thrown;
        },
      ];
      for (const given of fails) {
        const { error, requests, result } = await called(setup(given));
        expect(requests).toHaveLength(0);
        expect(error).toMatchObject({ kind: 'network', status: 0, attempts: 0 });
        expect(error!.message).toContain(`${option} failed: RangeError: no session`);
        expect((error!.body as Error).cause).toBe(thrown);
        expect(result.response).toBeNull();
      }
    },
  );

  it.each<[string, unknown]>([
    ['a string', 'no session'],
    ['undefined', undefined],
    ['null', null],
    ['a frozen object', Object.freeze({})],
  ])('can throw anything: %s', async (_kind, thrown) => {
    const { error } = await called({
      headers: () => {
        throw thrown;
      },
    });
    expect(error?.kind).toBe('network');
    expect(error?.message).toContain('headers failed');
  });

  it.each<[string, Untyped]>([
    ['a number', 5],
    ['undefined', undefined],
    ['null', null],
    ['a URL object', new URL(BASE)],
    ['a function', () => BASE],
  ])('can return an invalid baseUrl: %s', async (_kind, value) => {
    const { error, requests } = await called({ baseUrl: () => value });
    expect(requests).toHaveLength(0);
    expect(error).toMatchObject({ kind: 'network', attempts: 0 });
    expect(error!.body).toBeInstanceOf(TypeError);
    expect(error!.message).toContain('The return value of baseUrl is ');
  });

  it.each<[string, Untyped]>([
    ['a number', 5],
    ['undefined', undefined],
    ['null', null],
    ['a string', 'authorization: Bearer hunter2'],
  ])('can return invalid headers: %s', async (_kind, value) => {
    const { error, requests } = await called({ headers: () => value });
    expect(requests).toHaveLength(0);
    expect(error).toMatchObject({ kind: 'network', attempts: 0 });
    expect(error!.message).toContain('The return value of headers is ');
    expect(error!.message).not.toContain('hunter2');
  });

  it.each<[string, string, Untyped]>([
    ['a line break in a value', 'The header "authorization"', { authorization: 'hunter2\nx: y' }],
    ['a character that headers forbid', 'The header "authorization"', { authorization: 'hunter2 €' }],
    ['a name with a space', 'The header "x y"', { 'x y': 'hunter2' }],
    ['an object as value', 'The header "x-a"', { 'x-a': { token: 'hunter2' } }],
    ['a string as pair', 'An entry of headers', ['hunter2']],
  ])('can return an invalid header, whose value is in no message: %s', async (_kind, named, value) => {
    const { error, requests } = await called({ headers: async () => value });
    expect(requests).toHaveLength(0);
    expect(error?.kind).toBe('network');
    expect(error!.message).toContain(named);
    expect(JSON.stringify([error, error!.message, String(error!.body)])).not.toContain('hunter2');
  });

  it.each([
    ['https://eu.test/#/app', 'a fragment'],
    ['https://eu.test/\n?key=hunter2', '"\\n"'],
    ['https://user:hunter2@eu.test/#', 'a fragment'],
    ['https://', 'has no host'],
  ])("can return a baseUrl that can't be sent: %j", async (base, problem) => {
    const { error, requests } = await called({ baseUrl: async () => base });
    expect(requests).toHaveLength(0);
    expect(error?.kind).toBe('network');
    expect(error!.message).toContain('The baseUrl ');
    expect(error!.message).toContain(problem);
    expect(error!.message).not.toContain('hunter2');
  });

  it("doesn't affect the next call", async () => {
    const baseUrl = vi.fn<() => string>(() => BASE).mockReturnValueOnce(5 as never);
    const { api } = createTestClient({ baseUrl });
    expect((await api.call()).error?.kind).toBe('network');
    expect((await api.call()).data).toEqual({ n: 1 });
  });
});

describe('an invalid baseUrl that is no function', () => {
  it.each([[5], [null], [{}]])('throws when the client is created: %j', (baseUrl) => {
    expect(() => createTestClient({ baseUrl: baseUrl as never })).toThrow('createApi: "baseUrl" is ');
  });

  it.each([[5], [null], [{}]])('makes a network error at the other levels: %j', async (value) => {
    const invalid = { baseUrl: value as never };
    for (const { error, requests } of [
      await called({ endpoint: invalid }),
      await called({}, invalid),
      await called({}, {}, invalid),
    ]) {
      expect(requests).toHaveLength(0);
      expect(error?.kind).toBe('network');
      expect(error?.message).toContain('baseUrl is ');
    }
  });
});

describe('a call with functions', () => {
  const fail = (): never => {
    throw new Error('no session');
  };

  it('is reported to onError, the log and the observers when a function fails', async () => {
    const entries: LogEntry[] = [];
    const { api, onError } = createTestClient({
      headers: fail,
      log: { write: (entry) => void entries.push(entry) },
    });
    const began: string[] = [];
    const ended: unknown[] = [];
    const attempts: unknown[] = [];
    observe(api, {
      call: ({ name }) => {
        began.push(name);
        return {
          attempt: (attempt) => void attempts.push(attempt),
          end: (result) => void ended.push(result.error?.kind),
        };
      },
    });
    const { error } = await api.call();
    expect(onError.mock.calls).toEqual([[error, { endpoint: 'call', context: {} }]]);
    expect(entries).toMatchObject([
      { endpoint: 'call', path: '/things', kind: 'network', sent: false, attempts: 0 },
    ]);
    expect({ began, ended, attempts }).toEqual({ began: ['call'], ended: ['network'], attempts: [] });
  });

  it('is seen by an observer before the functions run', async () => {
    const order: string[] = [];
    const { api } = createTestClient({ baseUrl: () => (order.push('function'), BASE) });
    observe(api, { call: () => void order.push('observer') });
    await api.call();
    expect(order).toEqual(['observer', 'function']);
  });

  it('has errors with the base URL that the function returned, in request.url and in JSON', async () => {
    const { api } = createTestClient({
      baseUrl: () => 'https://user:hunter2@eu.test/v1?key=hunter2',
      answers: [404],
      endpoint: { path: '/users/:id' },
    });
    const { error } = await api.call({ id: 7 });
    expect(error!.request.url).toBe('https://user:hunter2@eu.test/v1/users/7?key=hunter2');
    expect(error!.toJSON().request).toMatchObject({ url: 'https://eu.test/v1/users/:id' });
    expect(error!.message + JSON.stringify(error)).not.toContain('hunter2');
  });

  it('has errors without a base URL if the function returned none', async () => {
    const { api } = createTestClient({ baseUrl: fail, endpoint: { path: '/users/:id' } });
    const { error } = await api.call({ id: 7 });
    expect(error!.request.url).toBe('/users/7');
    expect(error!.toJSON().request).toMatchObject({ url: '/users/:id' });
  });

  it('shows observers a urlTemplate with the base URL once the function has returned it', async () => {
    const templates: unknown[] = [];
    const { api } = createTestClient({ baseUrl: () => 'https://eu.test', endpoint: { path: '/users/:id' } });
    observe(api, {
      call: (call) => {
        templates.push(call.urlTemplate);
        return { end: () => void templates.push(call.urlTemplate) };
      },
    });
    await api.call({ id: 7 });
    expect(templates).toEqual(['/users/:id', 'https://eu.test/users/:id']);
  });

  it('can open a stream', async () => {
    const answer = () =>
      new Response('{"n":1}\n{"n":2}\n', { headers: { 'content-type': 'application/x-ndjson' } });
    const { api, requests } = createTestClient({
      baseUrl: async () => 'https://eu.test',
      headers: async () => ({ authorization: 'Bearer a' }),
      endpoint: { responseType: jsonLines<{ n: number }>() },
      answer,
    });
    const { data } = await api.call();
    const items: unknown[] = [];
    for await (const item of data) items.push(item.data);
    expect(items).toEqual([{ n: 1 }, { n: 2 }]);
    expect(urls(requests)).toEqual(['https://eu.test/things']);
    expect(sent(requests)).toEqual(['Bearer a']);
    expect(requests[0]!.headers.get('accept')).toContain('ndjson');
  });

  it('runs the functions again when a reader continues its stream, and keeps the headers of the reader', async () => {
    const answers = [() => new Response(broken(new Error('cut'))), () => new Response('b\n')];
    const headers = vi.fn(async () => ({ authorization: 'Bearer a', 'last-line': 'client' }));
    const { api, requests } = createTestClient({
      baseUrl: async () => 'https://eu.test',
      headers,
      endpoint: { responseType: linesReader({ reconnects: 1 }) },
      answer: () => answers.shift()!(),
    });
    const { data } = await api.call();
    const lines: unknown[] = [];
    for await (const { line } of data as AsyncIterable<{ line: string | null }>) lines.push(line);
    expect(lines).toEqual(['b']);
    expect(urls(requests)).toEqual(Array(2).fill('https://eu.test/things'));
    expect(sent(requests)).toEqual(['Bearer a', 'Bearer a']);
    expect(sent(requests, 'last-line')).toEqual(['client', '0']);
    expect(headers).toHaveBeenCalledTimes(2);
  });

  it('lets headers of place win over the functions, and headers of the call win over both', async () => {
    const place = placed<Untyped>(() => ({ headers: { 'x-a': 'place', 'x-b': 'place' } }));
    const headers = () => ({ 'x-a': 'endpoint', 'x-b': 'endpoint', 'x-c': 'endpoint' });
    const { requests } = await called({ endpoint: { place, headers } }, { headers: { 'x-b': 'call' } });
    expect(['x-a', 'x-b', 'x-c'].map((name) => sent(requests, name)[0])).toEqual([
      'place',
      'call',
      'endpoint',
    ]);
  });

  it('follows the links of a pagination', async () => {
    const next = [{ link: '<https://eu.test/things?page=2>; rel="next"' }, {}];
    const { api, requests } = createTestClient({
      baseUrl: async () => 'https://eu.test',
      headers: async () => ({ authorization: 'Bearer a' }),
      query: { size: 5 },
      answer: () => jsonResponse([], { headers: next.shift()! as Record<string, string> }),
    });
    const pages = paginate(api.call, {}, { next: nextLink });
    for await (const { error } of pages) expect(error).toBeNull();
    expect(urls(requests)).toEqual(
      ['?size=5', '?page=2&size=5'].map((query) => `https://eu.test/things${query}`),
    );
  });

  it('opens no stream if a function fails', async () => {
    const { error, requests } = await called({
      headers: fail,
      endpoint: { responseType: jsonLines<{ n: number }>() },
    });
    expect(error?.kind).toBe('network');
    expect(requests).toHaveLength(0);
  });
});

describe('a GraphQL client with functions', () => {
  const me = new Operation<Record<string, never>, { me: string }>({ operation: 'query Me { me }' });
  const client = (endpoint: string, more: object = {}) => {
    const fetch = stubFetch({ data: { data: { me: 'ada' } } });
    return { api: createGraphQL({ endpoint, fetch, operations: { me }, ...more }), fetch };
  };

  it('sends the headers of its function', async () => {
    const headers = vi.fn(async () => ({ authorization: 'Bearer a' }));
    const { api, fetch } = client('https://api.test/graphql', { headers });
    expect((await api.me()).data).toEqual({ me: 'ada' });
    expect(urls(fetch.requests)).toEqual(['https://api.test/graphql']);
    expect(sent(fetch.requests)).toEqual(['Bearer a']);
    expect(headers.mock.calls).toEqual([[{ endpoint: 'me', context: {} }]]);
  });

  it.each<[string, Untyped]>([
    ['a string', 'https://eu.test/v1'],
    ['a function', () => 'https://eu.test/v1'],
    ['an async function', async () => 'https://eu.test/v1'],
  ])('joins a relative endpoint to the baseUrl of a copy: %s', async (_kind, baseUrl) => {
    for (const endpoint of ['/graphql', 'graphql']) {
      const { api, fetch } = client(endpoint);
      await api.with({ baseUrl }).me();
      await api.me();
      expect(urls(fetch.requests)).toEqual(['https://eu.test/v1/graphql', endpoint]);
    }
  });

  it('leaves an absolute endpoint unchanged under a baseUrl', async () => {
    for (const endpoint of ['https://api.test/graphql', '//api.test/graphql']) {
      const { api, fetch } = client(endpoint, { baseUrl: () => 'https://eu.test' });
      await api.me();
      expect(urls(fetch.requests)).toEqual([endpoint]);
    }
  });

  it('names the option when its function fails, and the operation', async () => {
    const { api } = client('https://api.test/graphql', { headers: () => Promise.reject(new Error('no')) });
    const { error } = await api.me();
    expect(error).toMatchObject({ kind: 'network', request: { url: 'https://api.test/graphql' } });
    expect(error!.message).toContain('query Me');
    expect(error!.message).toContain('headers failed: Error: no');
  });
});
