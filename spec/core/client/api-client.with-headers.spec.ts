import { describe, expect, it, jest } from '@jest/globals';
import { createApi, defineRequest, type Middleware, withHeaders } from '../../../lib/index.js';
import { answering, headersOf, initOf, oneEndpoint, rejecting } from '../../support/one-endpoint.js';

const ways: [string, typeof withHeaders][] = [
  ['the function', withHeaders],
  [
    'the method',
    (client, headers) => (client as unknown as ReturnType<typeof oneEndpoint>).withHeaders(headers) as never,
  ],
];

describe.each(ways)('withHeaders as %s (rules.md#copies)', (_way, copyOf) => {
  it('gives a copy that sends the headers too', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: { headers: { a: '1' } } });
    await copyOf(api, { B: '2' }).call();
    expect(headersOf(fetch)).toEqual({ a: '1', b: '2' });
  });

  it('leaves the client as it was', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch });
    const copy = copyOf(api, { b: '2' });
    await api.call();
    expect(copy).not.toBe(api);
    expect(headersOf(fetch)).toEqual({});
  });

  it("wins over the client's, loses to the endpoint's and the call's", async () => {
    const fetch = answering();
    const api = oneEndpoint({
      fetch,
      client: { headers: { a: 'client' } },
      endpoint: { headers: { b: 'endpoint' } },
    });
    await copyOf(api, { a: 'added', b: 'added', c: 'added' }).call({}, { headers: { c: 'call' } });
    expect(headersOf(fetch)).toEqual({ a: 'added', b: 'endpoint', c: 'call' });
  });

  it('chains, the later one winning', async () => {
    const fetch = answering();
    await copyOf(copyOf(oneEndpoint({ fetch }), { a: '1', b: '1' }), { b: '2' }).call();
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
    await copyOf(oneEndpoint({ fetch, client }), { a: '1' }).call();
    expect([middleware.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
    expect(initOf(fetch)).toMatchObject({ mode: 'cors', signal: expect.any(AbortSignal) });
  });

  it('is seen by getHeaders', () => {
    const api = oneEndpoint({ client: { headers: { a: '1' } } });
    expect(copyOf(api, { B: '2' }).call.getHeaders()).toEqual({ a: '1', b: '2' });
  });

  it('leaves the level below for an undefined value', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: { headers: { a: '1' } } });
    await copyOf(api, { a: undefined }).call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });

  it('reads the headers at once: a later change does not count', async () => {
    const fetch = answering();
    const headers = { a: '1' };
    const copy = copyOf(oneEndpoint({ fetch }), headers);
    headers.a = '2';
    await copy.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });

  it("makes every call a 'network' error when a value is invalid, and throws nothing", async () => {
    const fetch = answering();
    const onError = jest.fn();
    const copy = copyOf(oneEndpoint({ fetch, client: { onError } }), { 'x-token': 's3cret\r\nx: y' });
    const { error } = await copy.call();
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(error?.message).not.toContain('s3cret');
    expect(fetch).not.toHaveBeenCalled();
    expect(copy.call.getHeaders()).toEqual({});
  });

  it('an invalid copy stays invalid when it is copied', async () => {
    const copy = copyOf(copyOf(oneEndpoint(), { a: 'x\ny' }), { b: '1' });
    expect((await copy.call()).error?.kind).toBe('network');
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
    ['an object that inherits from a client', Object.create(api)],
    ['a proxy around a client', new Proxy(api, {})],
  ];

  it.each(impostors)(
    "%s gives a stand-in whose calls are 'network' errors that say so",
    async (_what, impostor) => {
      const { error } = await withHeaders(impostor, { a: '1' }).call({ q: 1 });
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      expect(error?.message).toMatch(/client/);
    },
  );

  it('its retry gives the same error, and getHeaders gives {}', async () => {
    const standIn = withHeaders({ ...api }, { a: '1' });
    expect((await (await standIn.call()).retry()).error?.kind).toBe('network');
    expect(standIn.call.getHeaders()).toEqual({});
  });
});

describe('withHeaders of what is no client at all', () => {
  it.each([[null], [undefined], ['api']])('says so: %s', (given) => {
    expect(() => withHeaders(given as never, {})).toThrow(
      /withHeaders was given .*: pass what createApi returned/,
    );
  });
});
