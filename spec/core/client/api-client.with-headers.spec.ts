import { describe, expect, it, jest } from '@jest/globals';
import { createApi, defineRequest, type Middleware, withHeaders } from '../../../lib/index.js';
import { answering, headersOf, initOf, oneEndpoint, rejecting } from '../../support/one-endpoint.js';

describe('withHeaders, as function and as method (rules.md#copies)', () => {
  it('gives a copy that sends the headers too, and leaves the client as it was', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: { headers: { a: '1' } } });
    for (const copy of [withHeaders(api, { B: '2' }), api.withHeaders({ B: '2' })]) {
      expect(copy).not.toBe(api);
      await copy.call();
      expect(headersOf(fetch)).toEqual({ a: '1', b: '2' });
      expect(copy.call.getHeaders()).toEqual({ a: '1', b: '2' });
    }
    await api.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });

  it("wins over the client's, loses to the endpoint's and the call's", async () => {
    const fetch = answering();
    const api = oneEndpoint({
      fetch,
      client: { headers: { a: 'client' } },
      endpoint: { headers: { b: 'endpoint' } },
    });
    await withHeaders(api, { a: 'added', b: 'added', c: 'added' }).call({}, { headers: { c: 'call' } });
    expect(headersOf(fetch)).toEqual({ a: 'added', b: 'endpoint', c: 'call' });
  });

  it('chains, the later one winning; undefined leaves the level below, a later change does not count', async () => {
    const fetch = answering();
    const headers = { b: '2', a: undefined };
    const copy = withHeaders(withHeaders(oneEndpoint({ fetch }), { a: '1', b: '1' }), headers);
    headers.b = '3';
    await copy.call();
    expect(headersOf(fetch)).toEqual({ a: '1', b: '2' });
  });

  it('shares middleware, fetchOptions, onError and timeout with the client', async () => {
    const middleware = jest.fn<Middleware>((_ctx, next) => next());
    const onError = jest.fn();
    const fetch = rejecting(1);
    const client = {
      middleware: [middleware],
      onError,
      timeout: 1000,
      fetchOptions: { mode: 'cors' } as const,
    };
    await withHeaders(oneEndpoint({ fetch, client }), { a: '1' }).call();
    expect([middleware.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
    expect(initOf(fetch)).toMatchObject({ mode: 'cors', signal: expect.any(AbortSignal) });
  });

  it("makes every call a 'network' error when a value is invalid, and throws nothing", async () => {
    const fetch = answering();
    const invalid = { 'x-token': 's3cret\r\nx: y' };
    const copy = withHeaders(withHeaders(oneEndpoint({ fetch }), invalid), { b: '1' });
    const { error } = await copy.call();
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(error?.message).not.toContain('s3cret');
    expect(fetch).not.toHaveBeenCalled();
    expect(copy.call.getHeaders()).toEqual({});
  });
});

describe('withHeaders of a client with an endpoint of that name (rules.md#copies)', () => {
  const fetch = answering();
  const endpoint = defineRequest()({ method: 'GET', path: '/x' });
  const api = createApi({ baseUrl: 'http://api.test', fetch, requests: { withHeaders: endpoint } });

  it('the method is the endpoint', async () => {
    expect((await api.withHeaders()).error).toBeNull();
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/x');
  });

  it('the function still copies', async () => {
    await withHeaders(api, { a: '1' }).withHeaders();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });
});

describe('withHeaders of what only looks like a client (rules.md#copies)', () => {
  const api = oneEndpoint();
  const impostors: [string, typeof api][] = [
    ['a spread copy', { ...api }],
    ['a plain object', { call: () => Promise.resolve() } as unknown as typeof api],
  ];

  it.each(impostors)(
    "%s gives a stand-in whose calls are 'network' errors that say so",
    async (_what, impostor) => {
      const standIn = withHeaders(impostor, { a: '1' });
      const { error, retry } = await standIn.call({ q: 1 });
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      expect(error?.message).toMatch(/client/);
      expect((await retry()).error?.kind).toBe('network');
      expect(standIn.call.getHeaders()).toEqual({});
    },
  );
});

describe('withHeaders of what is no client at all', () => {
  it.each([[undefined], ['api']])('says so: %s', (given) => {
    expect(() => withHeaders(given as never, {})).toThrow(
      /withHeaders was given .*: pass what createApi returned/,
    );
  });
});
