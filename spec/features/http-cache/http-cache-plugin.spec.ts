import { describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { cacheStatusOf, httpCacheMiddleware } from '../../../lib/entries/http-cache.js';
import { reader } from '../../../lib/entries/stream.js';
import type { Fetch } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { cached, server } from '../../support/http-cached.js';

const etag = (value: string, cacheControl = 'max-age=3') => ({
  headers: { etag: value, 'cache-control': cacheControl },
});

describe('a call that an HTTP cache serves (rules.md#http-cache)', () => {
  it('returns the received bytes and their age', async () => {
    const { get, wait, seen } = cached(
      {},
      { headers: { 'cache-control': 'max-age=3', 'x-a': '1' }, body: 'ä' },
    );
    await get();
    wait(2);
    const { data, status, headers, cache } = await get();
    expect([data, status, headers?.get('age'), headers?.get('x-a')]).toEqual(['ä', 200, '2', '1']);
    expect(cache).toEqual({ hit: true, ttl: 1 });
    expect(seen).toHaveLength(1);
  });

  it('decodes the response itself, with another type or another schema', async () => {
    const { fetch } = server({ headers: { 'cache-control': 'max-age=3' }, body: '{"a":1}' });
    const requests = {
      json: defineRequest<{ a: number }>()({ method: 'GET', path: '/' }),
      bytes: defineRequest<ArrayBuffer>()({ method: 'GET', path: '/', responseType: 'arrayBuffer' }),
      blob: defineRequest<Blob>()({ method: 'GET', path: '/', responseType: 'blob' }),
    };
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch,
      middleware: [httpCacheMiddleware()],
      requests,
    });
    expect((await api.json()).data).toEqual({ a: 1 });
    const { data } = await api.json();
    data!.a = 2;
    expect((await api.json()).data).toEqual({ a: 1 });
    expect((await api.bytes()).data?.byteLength).toBe(7);
    expect(await (await api.blob()).data?.text()).toBe('{"a":1}');
  });

  it.each([404, 410, 501])('can return an error: a stored %i is an error again', async (status) => {
    const { get, seen } = cached({}, { status, headers: { 'cache-control': 'max-age=3' } });
    expect((await get()).kind).toBe('http');
    expect(await get()).toMatchObject({ kind: 'http', status, cache: { hit: true } });
    expect(seen).toHaveLength(1);
  });

  it('can be a HEAD, which has no body', async () => {
    const { get, call, seen } = cached({}, 'max-age=3');
    await get();
    expect(await call('HEAD')).toMatchObject({ status: 200, cache: { hit: true } });
    expect(seen).toHaveLength(1);
  });

  it('has a response whose body was read and whose URL is the requested one', async () => {
    const { api, get } = cached({}, 'max-age=3');
    await get();
    const { response } = await api['GET']!({ id: 'a' });
    expect({ bodyUsed: response?.bodyUsed, url: response?.url, redirected: response?.redirected }).toEqual({
      bodyUsed: true,
      url: 'https://api.test/a',
      redirected: false,
    });
  });
});

const circle: Record<string, unknown> = {};
circle['self'] = circle;

describe('the HTTP cache bypasses (rules.md#http-cache)', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a Range', { headers: { range: 'bytes=0-1' } }],
    ['an If-Range', { headers: { 'if-range': '"a"' } }],
    ['an If-Match', { headers: { 'if-match': '"a"' } }],
    ['an If-Unmodified-Since', { headers: { 'if-unmodified-since': 'x' } }],
    ['no-store', { headers: { 'cache-control': 'no-store' } }],
    ["cache: 'no-store'", { fetchOptions: { cache: 'no-store' } }],
    ["mode: 'no-cors'", { fetchOptions: { mode: 'no-cors' } }],
    ['integrity', { fetchOptions: { integrity: 'sha256-x' } }],
    ['an agent', { fetchOptions: { agent: new Date() } }],
    ['a nested class instance', { fetchOptions: { tls: { ca: [new Uint8Array(1)] } } }],
    ['a circular reference', { fetchOptions: { tls: circle } }],
    ['a bigint', { fetchOptions: { tls: 1n } }],
    ['a member whose name is a symbol', { fetchOptions: { tls: { [Symbol.for('user')]: 'a' } } }],
    ['an array with other members', { fetchOptions: { tls: Object.assign(['a'], { user: 'a' }) } }],
    ['NaN', { fetchOptions: { tls: [NaN] } }],
    ['a function', { fetchOptions: { onProgress: () => undefined } }],
  ])('%s, which is neither served nor stored', async (_what, options) => {
    const { get, seen } = cached({}, 'max-age=3');
    expect((await get(options)).cache).toEqual({ hit: false, fwd: 'bypass', fwdStatus: 200 });
    await get();
    await get(options);
    expect(seen).toHaveLength(3);
  });

  it('a stream', async () => {
    const { fetch, seen } = server('max-age=3');
    const text = reader<string>({
      async open(body) {
        const data = (await body.read('text')) as string;
        body.end();
        return data;
      },
    });
    const requests = { get: defineRequest()({ method: 'GET', path: '/', responseType: text }) };
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch,
      middleware: [httpCacheMiddleware()],
      requests,
    });
    await api.get();
    expect((await api.get()).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });

  it('no plain options, whose values separate responses', async () => {
    const { get, seen } = cached({}, 'max-age=3');
    const as = (cert: string) => get({ fetchOptions: { tls: { cert: [cert], key: 'k' } } as object });
    const bodies = [await as('a'), await as('b'), await get(), await as('a')].map(({ data }) => data);
    expect({ bodies, length: seen.length }).toEqual({
      bodies: ['body 1', 'body 2', 'body 3', 'body 1'],
      length: 3,
    });
  });

  it("no options that can't change the response", async () => {
    const { get, seen } = cached({}, 'max-age=3');
    const options = { fetchOptions: { next: { revalidate: 1 } } as object };
    await get(options);
    await get(options);
    expect(seen).toHaveLength(1);
  });
});

describe('a write (rules.md#http-cache)', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'by %s removes the stored response of its URL',
    async (method) => {
      const { get, call, seen } = cached({}, 'max-age=3');
      await get();
      expect((await call(method)).cache).toMatchObject({ hit: false, fwd: 'method' });
      await get();
      expect(seen.map((each) => each.method)).toEqual(['GET', method, 'GET']);
    },
  );

  it('by QUERY, which is safe, removes nothing', async () => {
    const { get, call, seen } = cached({}, 'max-age=3');
    await get();
    await call('QUERY');
    await get();
    expect(seen.map((each) => each.method)).toEqual(['GET', 'QUERY']);
  });

  it('removes the stored response of its redirect target', async () => {
    const led = Object.defineProperty(new Response('2'), 'url', { value: 'https://api.test/a' });
    const { get, call, seen } = cached({}, 'max-age=3', led, 'max-age=3');
    await get();
    await call('POST', {}, 'alias');
    await get();
    expect(seen).toHaveLength(3);
  });

  it('that fails removes nothing', async () => {
    const { get, call, seen } = cached({}, 'max-age=3', { status: 404, headers: {} });
    await get();
    await call('POST');
    await get();
    expect(seen).toHaveLength(2);
  });

  it.each(['location', 'content-location'])(
    'removes the stored response of its %s, on its own origin only',
    async (name) => {
      const away = { status: 201, headers: { [name]: 'https://other.test/a' } };
      const here = { status: 201, headers: { [name]: '/a' } };
      const { get, call, seen } = cached({}, 'max-age=3', away, here, 'max-age=3');
      await get();
      await call('POST', {}, 'b');
      await get();
      expect(seen).toHaveLength(2);
      await call('POST', {}, 'b');
      await get();
      expect(seen).toHaveLength(4);
    },
  );

  it.each(['opaqueredirect', 'opaque'])(
    'removes the stored response if its own response is hidden: %s',
    async (type) => {
      const hidden = Object.defineProperties(new Response(null), {
        type: { value: type },
        status: { value: 0 },
        ok: { value: false },
      });
      const { get, call, seen } = cached({}, 'max-age=3', hidden, 'max-age=3');
      await get();
      await call('POST', { fetchOptions: { redirect: 'manual' } });
      await get();
      expect(seen).toHaveLength(3);
    },
  );

  it('that returns an unfollowed redirect removes the stored response', async () => {
    const { get, call, seen } = cached({}, 'max-age=3', { status: 303, headers: {} }, 'max-age=3');
    await get();
    await call('POST', { fetchOptions: { redirect: 'manual' } });
    await get();
    expect(seen).toHaveLength(3);
  });

  it('removes the stored response if its own response is lost or rejected', async () => {
    const { get, call, seen } = cached({}, 'max-age=3', new TypeError('fetch failed'), 'max-age=3');
    await get();
    expect((await call('POST')).kind).toBe('network');
    await get();
    expect(seen).toHaveLength(3);
  });

  it('prevents an earlier GET that is still in flight from storing its response', async () => {
    const { fetch, requests } = heldFetch();
    const { api, seen } = cached({ from: { fetch, seen: [] } });
    expect(seen).toEqual([]);
    const before = api['GET']!({ id: 'a' });
    await flush();
    const write = api['POST']!({ id: 'a' });
    await flush();
    requests[1]!.answer(null, { status: 200 });
    await write;
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9' } });
    await before;
    const after = api['GET']!({ id: 'a' });
    await flush();
    expect(requests).toHaveLength(3);
    requests[2]!.answer(2);
    await after;
  });
});

describe('a validation (trap 35, rules.md#http-cache)', () => {
  it('sends tag and date, and serves the stored body with the new headers', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    const first = {
      headers: {
        etag: '"a"',
        'last-modified': date,
        'cache-control': 'max-age=3',
        'x-a': '1',
        'content-type': 'text/a',
      },
    };
    const after = {
      status: 304,
      headers: { 'cache-control': 'max-age=9', 'x-a': '2', 'content-type': 'text/b' },
    };
    const { get, wait, seen } = cached({}, first, after);
    await get();
    wait(4);
    const got = await get();
    expect(
      [...'if-none-match if-modified-since'.split(' ')].map((name) => seen[1]!.headers.get(name)),
    ).toEqual(['"a"', date]);
    expect([got.data, got.status, got.headers?.get('x-a'), got.headers?.get('content-type')]).toEqual([
      'body 1',
      200,
      '2',
      'text/a',
    ]);
    expect(got.cache).toEqual({ hit: false, fwd: 'stale', fwdStatus: 304, ttl: 9, stored: true });
    wait(8);
    expect((await get()).cache?.hit).toBe(true);
  });

  it('that returns a new response serves and stores the new one', async () => {
    const { get, wait, seen } = cached({}, etag('"a"'), etag('"b"'));
    await get();
    wait(4);
    expect((await get()).data).toBe('body 2');
    expect((await get()).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });

  it('whose 304 forbids storage serves the response once more and removes it', async () => {
    const { get, wait, seen } = cached(
      {},
      etag('"a"'),
      { status: 304, headers: { 'cache-control': 'no-store' } },
      'no-store',
    );
    await get();
    wait(4);
    expect((await get()).data).toBe('body 1');
    expect((await get()).data).toBe('body 3');
    expect(seen[2]!.headers.has('if-none-match')).toBe(false);
  });

  it.each([
    ['the same tag', '"a"', '"a"', 2],
    ['the same weak tag', 'W/"a"', 'W/"a"', 2],
    ['its tag as a weak tag', '"a"', 'W/"a"', 2],
    ['its weak tag as a strong tag', 'W/"a"', '"a"', 3],
  ])('whose 304 has %s: %s and then %s', async (_what, first, second, requests) => {
    const validated = { status: 304, headers: { etag: second } };
    const { get, wait, seen } = cached({}, etag(first), validated, etag(second));
    await get();
    wait(4);
    await get();
    expect(seen).toHaveLength(requests);
  });

  it.each(['private', 'no-store'])(
    'of a shared cache whose 304 contains %s removes the response',
    async (field) => {
      const validated = { status: 304, headers: { 'cache-control': field } };
      const { get, wait, seen } = cached({ mode: 'shared' }, etag('"a"'), validated, 'max-age=9');
      await get();
      wait(4);
      expect((await get()).data).toBe('body 1');
      expect((await get()).data).toBe('body 3');
      expect(seen[2]!.headers.has('if-none-match')).toBe(false);
    },
  );

  it('whose 304 has another tag is sent again without a condition', async () => {
    const { get, wait, seen } = cached(
      {},
      etag('"a"'),
      { status: 304, headers: { etag: '"b"' } },
      etag('"b"'),
    );
    await get();
    wait(4);
    expect((await get()).data).toBe('body 3');
    expect(seen[2]!.headers.has('if-none-match')).toBe(false);
  });

  it('whose 304 comes from a redirect target is sent again without a condition', async () => {
    const elsewhere = Object.defineProperty(
      new Response(null, { status: 304, headers: { etag: '"a"' } }),
      'redirected',
      { value: true },
    );
    const { get, wait, seen } = cached({}, etag('"a"'), elsewhere, etag('"b"'));
    await get();
    wait(4);
    expect((await get()).data).toBe('body 3');
    expect(seen[2]!.headers.has('if-none-match')).toBe(false);
  });

  it('has no condition for another origin in a browser, which would send a preflight', async () => {
    const fetch = async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers));
      const response = new Response('1', { headers: { etag: '"a"', 'cache-control': 'max-age=3' } });
      Object.defineProperty(response, 'type', { value: 'cors' });
      return response;
    };
    const sent: Headers[] = [];
    const { get, wait } = cached({ from: { fetch, seen: [] } });
    await get();
    wait(4);
    await get();
    expect(sent.map((headers) => headers.has('if-none-match'))).toEqual([false, false]);
    await get({ headers: { 'x-page': '2' } });
    expect(sent).toHaveLength(3);
  });

  describe('that returns late', () => {
    const second = (n: number): string => `Tue, 01 Jan 2030 00:00:0${String(n)} GMT`;
    const tagged = (tag: string, date: string): ResponseInit => ({
      headers: { etag: tag, date, 'cache-control': 'max-age=3' },
    });
    const raced = async (status: number, late: ResponseInit) => {
      const { fetch, requests } = heldFetch();
      const { get, wait } = cached({ from: { fetch, seen: [] } });
      const first = get();
      await flush();
      requests[0]!.answer('one', tagged('"1"', second(0)));
      await first;
      wait(4);
      const slow = get();
      await flush();
      wait(1);
      const newer = get({ fetchOptions: { cache: 'reload' } });
      await flush();
      requests[2]!.answer('two', tagged('"2"', second(5)));
      await newer;
      wait(1);
      requests[1]!.answer(new Response(status === 304 ? null : '"one"', { status, ...late }));
      await slow;
      const after = await get();
      return [after.data, after.cache?.hit, requests.length];
    };

    it.each([
      ['a 304 of another tag', 304, tagged('"1"', second(4))],
      ['a 304 of another tag with a later date', 304, tagged('"1"', second(6))],
      ['an older response', 200, tagged('"1"', second(4))],
      ['a response of the same second', 200, tagged('"1"', second(5))],
    ])('leaves a newer response unchanged: %s', async (_name, status, late) => {
      expect(await raced(status, late)).toEqual(['"two"', true, 3]);
    });

    it('and is newer than the stored response replaces it', async () => {
      expect(await raced(200, tagged('"3"', second(6)))).toEqual(['"one"', true, 3]);
    });
  });

  it("by cache: 'no-cache' also applies to intermediate caches", async () => {
    const { get, seen } = cached({}, 'max-age=3');
    await get();
    await get({ fetchOptions: { cache: 'no-cache' } });
    expect(seen[1]!.headers.get('cache-control')).toBe('max-age=0');
  });
});

describe('a validation that adds a Vary header (rules.md#http-cache)', () => {
  const validated = (vary: string) => ({
    status: 304,
    headers: { etag: '"a"', 'cache-control': 'max-age=9', vary },
  });

  it('separates responses from then on', async () => {
    const other = { headers: { 'cache-control': 'max-age=9', vary: 'x-user' } };
    const { get, seen } = cached({}, etag('"a"', 'no-cache'), validated('x-user'), other);
    const as = async (user: string) => (await get({ headers: { 'x-user': user } })).data;
    const bodies = [await as('a'), await as('a'), await as('b'), await as('a')];
    expect({ bodies, length: seen.length }).toEqual({
      bodies: ['body 1', 'body 1', 'body 3', 'body 1'],
      length: 3,
    });
  });

  it('is not stored if it varies by too many headers, and removes older responses', async () => {
    const vary = (from: number, count: number) => ({
      headers: {
        'cache-control': 'max-age=9',
        vary: Array.from({ length: count }, (_, at) => `x-${String(from + at)}`).join(),
      },
    });
    const { get, seen, cache } = cached({}, vary(0, 33), vary(0, 20), vary(20, 13), 'max-age=9');
    await get();
    expect(cache.stats.entries).toBe(0);
    await get();
    expect((await get()).data).toBe('body 2');
    await get({ fetchOptions: { cache: 'reload' } });
    expect((await get()).data).toBe('body 4');
    expect(seen).toHaveLength(4);
  });

  it('separates later responses of other values too', async () => {
    const first = { headers: { etag: '"a"', 'cache-control': 'max-age=9', vary: 'x-l' } };
    for (const after of ['x-l', 'x-other', '']) {
      const other = { headers: { 'cache-control': 'max-age=9', vary: after } };
      const { get } = cached({}, first, validated('x-l, x-user'), other);
      const as = (language: string, user: string, options = {}) =>
        get({ headers: { 'x-l': language, 'x-user': user }, ...options });
      await as('en', 'a');
      await as('en', 'a', { fetchOptions: { cache: 'no-cache' } });
      await as('de', 'a');
      expect((await as('en', 'b')).data).toBe('body 4');
    }
  });

  it.each(['accept-language', ''])("doesn't remove the Vary header of the response: %o", async (field) => {
    const first = { headers: { etag: '"a"', 'cache-control': 'no-cache', vary: 'X-User' } };
    const other = {
      headers: { 'cache-control': 'max-age=9', vary: field ? 'x-user, accept-language' : 'x-user' },
    };
    const { get, seen } = cached({}, first, validated(field), other);
    const as = (user: string) => get({ headers: { 'x-user': user } });
    await as('a');
    const { headers } = await as('a');
    expect(headers?.get('vary')).toBe(field ? 'x-user, accept-language' : 'x-user');
    expect([(await as('b')).data, (await as('a')).data, seen.length]).toEqual(['body 3', 'body 1', 3]);
  });

  it.each(['*', 'cookie', '"x-user"'])(
    "is served and removed if the header can't be compared: %s",
    async (vary) => {
      const { get, seen } = cached({}, etag('"a"', 'no-cache'), validated(vary), 'max-age=9');
      const bodies = [await get(), await get(), await get()].map(({ data }) => data);
      expect({ bodies, length: seen.length }).toEqual({ bodies: ['body 1', 'body 1', 'body 3'], length: 3 });
    },
  );
});

describe('a failure (rules.md#http-cache)', () => {
  const lasting = 'max-age=3, stale-if-error=9';

  it.each<[string, Error | { status: number }]>([
    ['of the network', new TypeError('fetch failed')],
    ['of the server', { status: 503 }],
  ])('%s is replaced by a stored response that allows it', async (_what, failure) => {
    const { get, wait } = cached({}, lasting, failure);
    await get();
    wait(4);
    const { data, cache } = await get();
    expect(data).toBe('body 1');
    expect(cache).toMatchObject({
      hit: false,
      fwd: 'stale',
      ttl: -1,
      stored: false,
      detail: 'stale-if-error',
    });
  });

  it('that is an abort stays an abort', async () => {
    const { fetch, requests } = heldFetch();
    const { api, wait } = cached({ from: { fetch, seen: [] } });
    const first = api['GET']!({ id: 'a' });
    await flush();
    requests[0]!.answer(1, { headers: { 'cache-control': lasting } });
    await first;
    wait(4);
    const controller = new AbortController();
    const second = api['GET']!({ id: 'a' }, { signal: controller.signal });
    await flush();
    controller.abort();
    expect((await second).error?.kind).toBe('abort');
  });

  it('without a stored response stays the failure of the call', async () => {
    const { get } = cached({}, new TypeError('fetch failed'));
    expect((await get()).kind).toBe('network');
  });
});

describe('stale-while-revalidate (rules.md#http-cache)', () => {
  it('serves the stale response, and afterwards the result of the validation', async () => {
    const behind: Promise<unknown>[] = [];
    const { get, wait, seen } = cached(
      { waitUntil: (work) => behind.push(work) },
      'max-age=3, stale-while-revalidate=9',
      'max-age=3',
    );
    await get();
    wait(4);
    const { data, cache } = await get();
    await Promise.all(behind);
    expect([data, cache]).toEqual(['body 1', { hit: true, ttl: -1, detail: 'stale-while-revalidate' }]);
    expect((await get()).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });

  it('starts no validation for a call that must not send', async () => {
    const { get, wait, seen } = cached({}, 'max-age=3, stale-while-revalidate=9');
    await get();
    wait(4);
    expect((await get({ headers: { 'cache-control': 'only-if-cached' } })).data).toBe('body 1');
    expect(seen).toHaveLength(1);
  });

  it('validates once for any number of calls, and ends after its own timeout', async () => {
    const { fetch, requests } = heldFetch();
    const waited: Promise<unknown>[] = [];
    const { api, clock, wait } = cached({
      from: { fetch, seen: [] },
      revalidateTimeout: 1000,
      waitUntil: (work) => waited.push(work),
    });
    const get = () => api['GET']!({ id: 'a' });
    const first = get();
    await flush();
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=3, stale-while-revalidate=99' } });
    await first;
    wait(4);
    await Promise.all([get(), get(), get()]);
    await flush();
    expect(requests).toHaveLength(2);
    expect(requests[1]!.init.signal?.aborted).toBe(false);
    clock.move(1000);
    expect(requests[1]!.init.signal?.aborted).toBe(true);
    await Promise.all(waited);
    await get();
    await flush();
    expect(requests).toHaveLength(3);
  });
});

describe('a call that waits for a validation in the background (rules.md#http-cache)', () => {
  const waiting = async (hears: boolean) => {
    const { fetch: listening, requests } = heldFetch();
    const fetch: Fetch = (url, init) => listening(url, hears ? init : { ...init, signal: null });
    const { api, clock, wait } = cached({ from: { fetch, seen: [] }, revalidateTimeout: 20_000 });
    const get = () => api['GET']!({ id: 'a' });
    const swr = { headers: { 'cache-control': 'max-age=3, stale-while-revalidate=9' } };
    const first = get();
    await flush();
    requests[0]!.answer(1, swr);
    await first;
    wait(4);
    await get();
    await flush();
    wait(9);
    const calls = [get(), get()];
    await flush();
    expect(requests).toHaveLength(2);
    return { get, calls, requests, clock, swr };
  };

  it.each([
    ['', true],
    [', including a fetch that ignores its signal', false],
  ])('sends its own request if the validation takes too long%s', async (_what, hears) => {
    const { calls, requests, clock, swr } = await waiting(hears);
    clock.move(11_000);
    await flush();
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests.slice(2)) request.answer(2, swr);
    expect((await Promise.all(calls)).map(({ data, error }) => error?.message ?? data)).toEqual(['2', '2']);
  });

  it('fails like the validation, and counts as sent', async () => {
    const { calls, requests } = await waiting(true);
    requests[1]!.fail(new TypeError('fetch failed'));
    for (const { error } of await Promise.all(calls))
      expect(error).toMatchObject({ kind: 'network', sent: true, attempts: 1 });
  });

  it('receives the response of the validation', async () => {
    const { calls, requests, swr } = await waiting(true);
    requests[1]!.answer(2, swr);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['2', '2']);
    expect(requests).toHaveLength(2);
  });

  it('validates again if a fetch never ended', async () => {
    const { calls, get, requests, clock, swr } = await waiting(false);
    clock.move(11_000);
    await flush();
    for (const request of requests.slice(2)) request.answer(2, swr);
    await Promise.all(calls);
    const before = requests.length;
    clock.move(4000);
    await get();
    await flush();
    expect(requests).toHaveLength(before + 1);
  });
});

describe('only-if-cached (rules.md#http-cache)', () => {
  it.each([
    { headers: { 'cache-control': 'only-if-cached' } },
    { fetchOptions: { cache: 'only-if-cached' as const } },
  ])('sends nothing and returns a 504 without a stored response: %j', async (options) => {
    const { get, seen } = cached({}, 'max-age=3');
    expect(await get(options)).toMatchObject({
      status: 504,
      kind: 'http',
      cache: { hit: false, detail: 'only-if-cached' },
    });
    expect(seen).toHaveLength(0);
  });
});

describe('a condition of the caller’s (rules.md#http-cache)', () => {
  it('is answered with a 304 from a fresh response, and is forwarded otherwise', async () => {
    const { get, wait, seen } = cached({}, etag('"a"'), { status: 304, headers: {} });
    await get();
    const mine = { headers: { 'if-none-match': '"a"' } };
    expect(await get(mine)).toMatchObject({ status: 304, cache: { hit: true } });
    expect(seen).toHaveLength(1);
    wait(4);
    expect(await get(mine)).toMatchObject({
      status: 304,
      cache: { hit: false, fwd: 'stale', fwdStatus: 304 },
    });
  });
});

describe('tags that are not strings (rules.md#http-cache)', () => {
  it.each<[string, unknown]>([
    [
      'throw',
      [
        {
          toString: () => {
            throw new Error('x');
          },
        },
      ],
    ],
    ['are not an array', 1],
  ])("prevent storage, but don't fail the call, if they %s", async (_what, tags) => {
    const { get, seen } = cached({ tags: () => tags as string[] }, 'max-age=9');
    expect((await get()).data).toBe('body 1');
    await get();
    expect(seen).toHaveLength(2);
  });
});

describe('the cache status of a call (rules.md#http-cache)', () => {
  it('is passed to onStatus, without query and headers', async () => {
    const onStatus = vi.fn();
    const { get } = cached({ onStatus }, 'max-age=3');
    await get();
    await get();
    expect(onStatus.mock.calls).toEqual([
      [{ requestName: 'GET', status: { hit: false, fwd: 'uri-miss', fwdStatus: 200, ttl: 3, stored: true } }],
      [{ requestName: 'GET', status: { hit: true, ttl: 3 } }],
    ]);
  });

  it('is added to a header if that is enabled, after the existing values', async () => {
    const { get } = cached(
      { header: true },
      { headers: { 'cache-control': 'max-age=3', 'cache-status': 'edge; hit' } },
    );
    expect((await get()).headers?.get('cache-status')).toBe(
      'edge; hit, homing; fwd=uri-miss; fwd-status=200; ttl=3; stored',
    );
    const { headers, data } = await get();
    expect([headers?.get('cache-status'), data]).toEqual(['edge; hit, homing; hit; ttl=3', 'body 1']);
  });

  it('has no effect if the callback throws', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { get } = cached(
      {
        onStatus: () => {
          throw new Error('x');
        },
      },
      'max-age=3',
    );
    expect((await get()).status).toBe(200);
    told.mockRestore();
  });

  it('is undefined for a response that bypassed the cache', () => {
    expect([cacheStatusOf(new Response()), cacheStatusOf(null)]).toEqual([undefined, undefined]);
  });

  it('is counted', async () => {
    const { cache, get, call } = cached({}, 'max-age=3');
    await get();
    await get();
    await call('POST');
    expect(cache.stats).toMatchObject({
      hits: 1,
      misses: 1,
      bypassed: 1,
      stored: 1,
      collapsed: 0,
      validated: 0,
      storeFaults: 0,
    });
    expect(cache.stats.bytes).toBeGreaterThan(0);
  });
});

describe('invalidate() (rules.md#http-cache)', () => {
  it('rejects a URL without an origin', async () => {
    const { cache } = cached({}, 'max-age=9');
    const refusal = 'The url of invalidate is relative: pass one with http: or https:.';
    await expect(cache.invalidate({ url: 'mailto:ada@api.test' })).rejects.toThrow(refusal);
    await expect(cache.invalidate({ url: 'http://' })).rejects.toThrow(refusal);
  });

  it('by URL removes the response for every user, with all variants', async () => {
    const { cache, get, seen } = cached({}, { headers: { 'cache-control': 'max-age=9', vary: 'x-a' } });
    const ways = [{ authorization: 'a' }, { authorization: 'b' }, { 'x-a': '1' }].map((headers) => ({
      headers,
    }));
    for (const way of ways) await get(way);
    expect(await cache.invalidate({ url: 'https://api.test/a#x' })).toBe(true);
    for (const way of ways) await get(way);
    expect(seen).toHaveLength(6);
  });

  it('by tag removes the responses with that tag', async () => {
    const { cache, get, seen } = cached({ tags: ({ request }) => [request.url.slice(-1)] }, 'max-age=9');
    await get({}, 'a');
    await get({}, 'b');
    await cache.invalidate({ tags: ['a'] });
    await get({}, 'a');
    await get({}, 'b');
    expect(seen).toHaveLength(3);
  });

  it('of everything removes everything', async () => {
    const { cache, get, seen } = cached({}, 'max-age=9');
    await get();
    expect(await cache.clear()).toBe(true);
    await get();
    expect(seen).toHaveLength(2);
    expect(cache.stats.entries).toBe(1);
  });

  it('finds no response whose tags were invalid, as it was never stored', async () => {
    const { get, seen } = cached(
      {
        tags: () => {
          throw new Error('x');
        },
      },
      'max-age=9',
    );
    await get();
    expect((await get()).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });
});

describe('options that are none', () => {
  it.each<[string, object]>([
    ['mode', { mode: 'public' }],
    ['store', { store: new Map() }],
    ['store', { store: { get: () => [], set: () => undefined, delete: () => undefined } }],
  ])('throw when the cache is created: %s', (name, options) => {
    expect(() => httpCacheMiddleware(options)).toThrow(name);
  });
});
