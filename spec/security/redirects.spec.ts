import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApiConfig,
  type CallOptions,
  createApi,
  type Middleware,
  Request,
  type RequestConfig,
} from '../../lib/index.js';
import { createTestClient, type Untyped } from '../support/client.js';
import { ownFetch, useServers } from '../support/node-server.js';
import type { LocalServer } from '../support/start-server.cjs';

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Follows redirects within an origin, with all headers. A redirect to another origin is an `'http'` error. The recipe
 * of docs/security.md.
 */
const sameOriginRedirects: Middleware = async (ctx, next) => {
  const { request } = ctx;
  request.fetchOptions.redirect = 'manual';
  for (let hops = 0; ; hops += 1) {
    const result = await next();
    const { status = 0, headers } = result.error ?? {};
    const location = REDIRECTS.includes(status) && headers?.get('location');
    if (!location || hops === 5) return result;
    const target = new URL(location, request.url);
    if (target.origin !== new URL(request.url).origin) return result;
    request.url = target.href;
    if (status === 303 || (status < 303 && request.method === 'POST')) {
      request.method = 'GET';
      request.body = null;
      request.headers.delete('content-type');
    }
  }
};

const SECRETS = { 'x-api-key': 'k', authorization: 'Bearer t', 'proxy-authorization': 'p', cookie: 's=1' };

const serve = useServers();

/** The target of the redirects: another origin with an unknown owner. */
let other: LocalServer;
/** The requests that it received. */
let asked: IncomingMessage[];
/** The service: `/here/302` redirects within its origin, `/away/302` to the other origin. */
let service: LocalServer;
let ownAsked: IncomingMessage[];

beforeEach(async () => {
  asked = [];
  ownAsked = [];
  other = await serve((request, response) => {
    asked.push(request);
    response.end('{"from":"other"}');
  });
  service = await serve((request, response) => {
    ownAsked.push(request);
    const [, way, status] = request.url!.split('/');
    const location = way === 'away' ? `${other.url}/x` : '/target';
    if (status) response.writeHead(Number(status), { location }).end();
    else response.end('{"from":"service"}');
  });
});

type Levels = { client?: Partial<ApiConfig>; endpoint?: Partial<RequestConfig>; options?: CallOptions };

const follow = (path: string, { client, endpoint, options }: Levels = {}) =>
  createTestClient({
    baseUrl: service.url,
    fetch: undefined,
    ...client,
    endpoint: { path, headers: SECRETS, ...endpoint },
  }).api.call({}, options);

/** The fetch functions that follow redirects: the fetch of the platform, and `nodeFetch`. */
const FETCHES: [string, Partial<ApiConfig>][] = [
  ['fetch', {}],
  ['nodeFetch', { fetch: ownFetch() }],
];

describe.each(FETCHES)('trap 10: a redirect to another origin with %s', (_name, client) => {
  it.each(REDIRECTS)('sends no Authorization, Proxy-Authorization or Cookie for a %d', async (status) => {
    expect((await follow(`/away/${status}`, { client })).data).toEqual({ from: 'other' });
    const [{ headers }] = asked as [IncomingMessage];
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('proxy-authorization');
    expect(headers).not.toHaveProperty('cookie');
  });

  it('sends no Authorization that a middleware set', async () => {
    const sign = { middleware: [setting('Authorization', 'Bearer t')] };
    await follow('/away/302', { client: { ...client, ...sign }, endpoint: { headers: {} } });
    expect(asked[0]!.headers).not.toHaveProperty('authorization');
  });

  it('differs from a redirect within the origin, which sends them', async () => {
    await follow('/here/302', { client });
    expect(ownAsked.at(-1)!.headers).toMatchObject({ authorization: 'Bearer t', cookie: 's=1' });
  });
});

const setting =
  (name: string, value: string): NonNullable<CallOptions['middleware']>[number] =>
  (ctx, next) => {
    ctx.request.headers.set(name, value);
    return next();
  };

describe('trap 9: a secret in a custom header', () => {
  it('is sent to another origin by default, because fetch follows redirects', async () => {
    await follow('/away/302');
    expect(asked[0]!.headers).toHaveProperty('x-api-key', 'k');
  });

  it('is not sent to another origin by nodeFetch', async () => {
    await follow('/away/302', { client: { fetch: ownFetch() } });
    expect(asked[0]!.headers).not.toHaveProperty('x-api-key');
  });

  const refusing: [string, (redirect: 'error' | 'manual') => Levels][] = [
    ['the client', (redirect) => ({ client: { fetchOptions: { redirect } } })],
    ['the endpoint', (redirect) => ({ endpoint: { fetchOptions: { redirect } } })],
    ['the call', (redirect) => ({ options: { fetchOptions: { redirect } } })],
  ];

  it.each(refusing)(
    "is not sent with redirect 'error' of %s, which causes a 'network' error",
    async (_level, levelsWith) => {
      expect((await follow('/away/302', levelsWith('error'))).error?.kind).toBe('network');
      expect(asked).toEqual([]);
    },
  );

  it.each(refusing)(
    "is not sent with redirect 'manual' of %s, which causes an 'http' error",
    async (_level, levelsWith) => {
      const { error } = await follow('/away/302', levelsWith('manual'));
      expect(error).toMatchObject({ kind: 'http', status: 302 });
      expect(error?.headers.get('location')).toBe(`${other.url}/x`);
      expect(asked).toEqual([]);
    },
  );
});

describe.each(FETCHES)('traps 11, 13: a redirect by %s to another kind of address', (_name, client) => {
  it.each([
    'data:application/json,{}',
    'file:///etc/passwd',
    'unix:/var/run/x.sock',
    'javascript:0',
    'blob:x',
  ])("ends as a 'network' error: %s", async (location) => {
    const server = await serve((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const { error, data } = await follow('/', { client: { ...client, baseUrl: server.url } });
    expect({ data, kind: error?.kind }).toEqual({ data: null, kind: 'network' });
  });
});

describe('trap 9: the recipe that follows redirects within the origin', () => {
  const client = { middleware: [sameOriginRedirects] };

  it.each(REDIRECTS)('sends nothing to another origin for a %d', async (status) => {
    expect((await follow(`/away/${status}`, { client })).error).toMatchObject({ kind: 'http', status });
    expect(asked).toEqual([]);
  });

  it.each(REDIRECTS)('follows a %d within the origin, with all headers', async (status) => {
    expect((await follow(`/here/${status}`, { client })).data).toEqual({ from: 'service' });
    expect(ownAsked.at(-1)!.headers).toMatchObject({ 'x-api-key': 'k', authorization: 'Bearer t' });
  });

  it.each([
    [301, 'GET', undefined],
    [302, 'GET', undefined],
    [303, 'GET', undefined],
    [307, 'POST', 'application/json'],
    [308, 'POST', 'application/json'],
  ])('turns a POST with a %d into a %s', async (status, method, type) => {
    const endpoint = { method: 'POST', path: `/here/${status}`, bodyAs: 'body' } as const;
    const api = createApi({
      baseUrl: service.url,
      ...client,
      requests: { go: new Request<Untyped>(endpoint) },
    });
    expect((await api.go({ a: 1 })).data).toEqual({ from: 'service' });
    const { headers, method: arrived } = ownAsked.at(-1)!;
    expect([arrived, headers['content-type']]).toEqual([method, type]);
  });

  it('ends after five redirects', async () => {
    const loop = await serve((request, response) => {
      ownAsked.push(request);
      response.writeHead(302, { location: '/again' }).end();
    });
    const requests = { go: new Request({ method: 'GET', path: '/' }) };
    const { error } = await createApi({ baseUrl: loop.url, ...client, requests }).go();
    expect(error).toMatchObject({ kind: 'http', status: 302 });
    expect(ownAsked).toHaveLength(6);
  });
});
