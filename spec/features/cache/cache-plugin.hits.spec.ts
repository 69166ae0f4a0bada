import { describe, expect, it, vi } from 'vitest';
import { cacheMiddleware, CachePlugin, type Middleware, type MiddlewareContext } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { flush } from '../../support/flush.js';

describe('a cache hit', () => {
  it('contains the data, and a rebuilt response without a body', async () => {
    const answer = jsonResponse({ n: 1 }, { status: 201, statusText: 'Made', headers: { 'x-total': '7' } });
    const { api } = createTestClient({ middleware: [cacheMiddleware()], answers: [answer] });
    await api.call();
    const { data, error, response } = await api.call();
    expect({ data, error }).toEqual({ data: { n: 1 }, error: null });
    expect(response).toMatchObject({ ok: true, status: 201, statusText: 'Made', body: null });
    expect(response?.headers.get('x-total')).toBe('7');
  });

  it('keeps repeated headers, joined by commas', async () => {
    const headers = new Headers([
      ['link', '<a>'],
      ['link', '<b>'],
    ]);
    const { api } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response('1', { headers })],
    });
    await api.call();
    expect((await api.call()).response?.headers.get('link')).toBe('<a>, <b>');
  });

  it('has no Set-Cookie, as the session is the first caller’s (trap 17)', async () => {
    const answer = new Response('1', { headers: { 'set-cookie': 'session=a' } });
    const { api } = createTestClient({ middleware: [cacheMiddleware()], answers: [answer] });
    expect((await api.call()).response?.headers.getSetCookie()).toEqual(['session=a']);
    expect((await api.call()).response?.headers.getSetCookie()).toEqual([]);
  });

  it.each<[string, TestClientOptions]>([
    ["under responseType 'none'", { endpoint: { responseType: 'none' } }],
    ['of a HEAD', { endpoint: { method: 'HEAD' } }],
  ])('%s has undefined as data, as the first response had', async (_what, options) => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response(null)],
      ...options,
    });
    const first = await api.call();
    const hit = await api.call();
    expect([first.data, hit.data, hit.error]).toEqual([undefined, undefined, null]);
    expect(requests).toHaveLength(1);
  });

  it.each(['text', 'blob'] as const)('has the same %s as the first response', async (responseType) => {
    const { api } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response('abc')],
      endpoint: { responseType },
    });
    const first = await api.call();
    expect((await api.call()).data).toBe(first.data);
  });

  it('has its own copy of bytes, so that a caller can transfer them', async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response('abc')],
      endpoint: { responseType: 'arrayBuffer' },
    });
    for (let time = 0; time < 3; time += 1) {
      const { data } = await api.call();
      expect(new TextDecoder().decode(data as ArrayBuffer)).toBe('abc');
      structuredClone(data, { transfer: [data as ArrayBuffer] });
      expect((data as ArrayBuffer).byteLength).toBe(0);
    }
    expect(requests).toHaveLength(1);
  });

  it('has data that a JSON null was', async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response('null')],
    });
    await api.call();
    expect(await api.call()).toMatchObject({ data: null, error: null });
    expect(requests).toHaveLength(1);
  });

  it('runs the call again on retry(), through all middleware and the cache', async () => {
    const outer = vi.fn<Middleware>((_ctx, next) => next());
    const inner = vi.fn<Middleware>((_ctx, next) => next());
    const cache = cacheMiddleware();
    const { api, requests } = createTestClient({ middleware: [outer, cache, inner] });
    await api.call();
    const hit = await api.call();
    expect((await hit.retry()).data).toEqual({ n: 1 });
    cache.clear();
    expect((await hit.retry()).data).toEqual({ n: 2 });
    expect([outer.mock.calls.length, inner.mock.calls.length, requests.length]).toEqual([4, 2, 2]);
  });
});

describe('the data of a cache hit', () => {
  it('is independent of changes that the first caller makes to its data', async () => {
    const { api } = createTestClient({ middleware: [cacheMiddleware()], answers: [{ list: [{ a: 1 }] }] });
    const first = await api.call();
    first.data.list[0].a = 2;
    first.data.list.push('more');
    expect((await api.call()).data).toEqual({ list: [{ a: 1 }] });
  });
});

describe('a cache without a stored response', () => {
  it.each([404, 500, new TypeError('reset'), new Response('{')])(
    "doesn't store an error: %o",
    async (failure) => {
      const { api, requests } = createTestClient({
        middleware: [cacheMiddleware()],
        answers: [failure, { n: 2 }],
      });
      expect((await api.call()).error).not.toBeNull();
      expect((await api.call()).data).toEqual({ n: 2 });
      expect(requests).toHaveLength(2);
    },
  );

  it("doesn't store the changes of an outer middleware to the response", async () => {
    const outer: Middleware = async (_ctx, next) => ({ ...(await next()), data: 'mine' }) as never;
    const kept: unknown[] = [];
    const inner: Middleware = async (_ctx, next) => {
      const result = await next();
      kept.push(result.data);
      return result;
    };
    const { api } = createTestClient({ middleware: [outer, inner, cacheMiddleware()] });
    expect([(await api.call()).data, (await api.call()).data]).toEqual(['mine', 'mine']);
    expect(kept).toEqual([{ n: 1 }, { n: 1 }]);
  });
});

describe('two simultaneous calls without a stored response', () => {
  it('both send a request', async () => {
    const { api, requests } = createTestClient({ held: true, middleware: [cacheMiddleware()] });
    const calls = [api.call(), api.call()];
    await flush();
    requests.forEach((request, at) => request.answer({ n: at }));
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it('leave the response of the later call in the cache, even if the earlier call is slower', async () => {
    const { api, requests } = createTestClient({ held: true, middleware: [cacheMiddleware()] });
    const calls = [api.call(), api.call()];
    await flush();
    requests[1]!.answer({ n: 'newer' });
    await calls[1];
    requests[0]!.answer({ n: 'older' });
    await calls[0];
    expect((await api.call()).data).toEqual({ n: 'newer' });
  });
});

describe('a subclass of CachePlugin', () => {
  class ByPath extends CachePlugin {
    protected override keyFor({ request }: MiddlewareContext): string | undefined {
      return request.url.includes('secret') ? undefined : request.path;
    }
  }

  it('stores responses under the key that keyFor returns', async () => {
    const { api, requests } = createTestClient({ middleware: [new ByPath()] });
    await api.call({ a: 1 });
    expect((await api.call({ a: 2 })).data).toEqual({ n: 1 });
    expect(requests).toHaveLength(1);
  });

  it('neither reads nor stores if keyFor returns undefined', async () => {
    const { api, requests } = createTestClient({ middleware: [new ByPath()] });
    await api.call({ a: 'secret' });
    await api.call({ a: 'secret' });
    expect(requests).toHaveLength(2);
  });
});
