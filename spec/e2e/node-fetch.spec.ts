import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { nodeFetch, type NodeFetchOptions } from '../../lib/entries/node.js';
import { dispatcherCases, loadUndici, loads, undiciNames } from '../support/dispatchers.js';
import { closed, ownFetch, useServers } from '../support/node-server.js';
import { startProxy } from '../support/proxy-server.js';
import { startServer } from '../support/start-server.cjs';
import { startTlsServer } from '../support/tls-server.js';

const serve = useServers();
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const closedAfter = <T extends { close(): unknown }>(resource: T): T => {
  cleanups.push(() => resource.close());
  return resource;
};

const requests = {
  get: defineRequest<{ path: string }>()({ method: 'GET', path: '/things/:id' }),
  add: defineRequest<{ body: string }, { name: string }>()({ method: 'POST', path: '/things' }),
  drop: defineRequest<undefined>()({ method: 'DELETE', path: '/things/:id', responseType: 'none' }),
};

const apiOver = (baseUrl: string, options: NodeFetchOptions) =>
  createApi({ baseUrl, requests, fetch: nodeFetch(options) });

const things = async (
  request: AsyncIterable<unknown> & { url?: string | undefined },
  response: { end(text: string): unknown },
) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  response.end(JSON.stringify({ path: request.url, body }));
};

describe.each(dispatcherCases)('createApi over %s', (_, create) => {
  it('sends the request of an endpoint and reads the response', async () => {
    const { url } = await serve(things);
    const api = apiOver(url, { dispatcher: create() });
    expect(await api.get({ id: 1 })).toMatchObject({ data: { path: '/things/1' }, error: null });
    expect(await api.add({ name: 'é' })).toMatchObject({ data: { body: '{"name":"é"}' } });
    const { data, response } = await api.drop({ id: 1 });
    expect([data, response instanceof Response, response?.status]).toEqual([undefined, true, 200]);
  });

  it('returns an http error for an error status', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(503, { 'x-a': '1' }).end('{"down":true}'),
    );
    const { error } = await apiOver(url, { dispatcher: create() }).get({ id: 1 });
    expect(error).toMatchObject({ kind: 'http', status: 503, body: { down: true } });
    expect(error?.headers?.get('x-a')).toBe('1');
  });

  it('returns a network error for a refused connection', async () => {
    const { error } = await apiOver('http://127.0.0.1:2', { dispatcher: create() }).get({ id: 1 });
    expect(error).toMatchObject({ kind: 'network', body: { cause: { code: 'ECONNREFUSED' } } });
  });

  it('returns a timeout and closes the connection if the server is silent', async () => {
    let hungUp: Promise<void> | undefined;
    const { url } = await serve((request) => (hungUp = closed(request)));
    const { error } = await apiOver(url, { dispatcher: create() }).get({ id: 1 }, { timeout: 200 });
    expect(error?.kind).toBe('timeout');
    await hungUp;
  });

  it('returns an abort error if the caller aborts', async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort());
    const { error } = await apiOver(url, { dispatcher: create() }).get(
      { id: 1 },
      { signal: controller.signal },
    );
    expect(error?.kind).toBe('abort');
  });
});

describe('the signal of a call', () => {
  it('has one listener while calls run, and none afterwards', async () => {
    const { url } = await serve((_request, response) => response.end('text'));
    const { signal } = new AbortController();
    const fetch = ownFetch();
    const calls = Array.from({ length: 20 }, () => fetch(url, { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await Promise.all(calls.map(async (call) => (await call).text()));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it.each([
    ['fails', '127.0.0.1:2', () => undefined],
    ['is canceled', '', (response: Response) => response.body?.cancel()],
  ])('has no listener after a call that %s', async (_, host, end) => {
    const { url } = await serve((_request, response) => response.write('begun'));
    const { signal } = new AbortController();
    await ownFetch()(host ? `http://${host}` : url, { signal }).then(end, () => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe.each(undiciNames.filter(loads))('nodeFetch with the dispatchers of %s', (name) => {
  const { Agent, EnvHttpProxyAgent, MockAgent, Pool, ProxyAgent } = loadUndici(name);

  it('accepts an Agent with a trusted certificate', async () => {
    const { url, ca } = closedAfter(
      await startTlsServer((request, response) => void things(request, response)),
    );
    const dispatcher = closedAfter(new Agent({ connect: { ca }, allowH2: false }));
    expect(await apiOver(url, { dispatcher }).get({ id: 1 })).toMatchObject({ data: { path: '/things/1' } });
    const { error } = await apiOver(url, { dispatcher: closedAfter(new Agent()) }).get({ id: 1 });
    expect(error?.kind).toBe('network');
  });

  it('accepts an Agent that speaks HTTP/2', async () => {
    const { url, ca } = closedAfter(
      await startTlsServer((request, response) => {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.end(JSON.stringify({ path: request.httpVersion }));
      }),
    );
    const dispatcher = closedAfter(new Agent({ connect: { ca }, allowH2: true }));
    const { data, response } = await apiOver(url, { dispatcher }).get({ id: 1 });
    expect([data?.path, response?.headers.getSetCookie()]).toEqual(['2.0', ['a=1', 'b=2']]);
  });

  it('accepts an Agent for a unix socket, or for a named pipe on Windows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'homing-socket-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const isWindows = process.platform === 'win32';
    const socketPath = isWindows ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'api.sock');
    closedAfter(await startServer((request, response) => void things(request, response), { socketPath }));
    const dispatcher = closedAfter(new Agent({ connect: { socketPath } }));
    expect((await apiOver('http://localhost', { dispatcher }).get({ id: 1 })).data?.path).toBe('/things/1');
  });

  it('accepts a Pool', async () => {
    const { url } = await serve(things);
    const dispatcher = closedAfter(new Pool(url, { connections: 1 }));
    const api = apiOver(url, { dispatcher });
    const results = await Promise.all([1, 2, 3].map((id) => api.get({ id })));
    expect(results.map(({ data }) => data?.path)).toEqual(['/things/1', '/things/2', '/things/3']);
  });

  it('accepts a ProxyAgent', async () => {
    const { url } = await serve(things);
    const proxy = closedAfter(await startProxy());
    const dispatcher = closedAfter(new ProxyAgent({ uri: proxy.url }));
    expect((await apiOver(url, { dispatcher }).get({ id: 1 })).data?.path).toBe('/things/1');
    expect(proxy.asked).toHaveLength(1);
  });

  it('accepts an EnvHttpProxyAgent, which bypasses the proxy for the hosts in noProxy (trap 37: CVE-2025-62718)', async () => {
    const { url } = await serve(things);
    const port = new URL(url).port;
    const proxy = closedAfter(await startProxy());
    const dispatcher = closedAfter(
      new EnvHttpProxyAgent({ httpProxy: proxy.url, noProxy: 'localhost,127.0.0.1,.internal.example' }),
    );
    const get = (host: string) => apiOver(`http://${host}:${port}`, { dispatcher }).get({ id: 1 });
    expect((await get('api.example')).data?.path).toBe('/things/1');
    expect(proxy.asked).toHaveLength(1);
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '0x7f.0.0.1']) await get(host);
    expect(proxy.asked).toHaveLength(1);
  });

  it('accepts a MockAgent, including the bodies that it matches', async () => {
    const dispatcher = closedAfter(new MockAgent());
    dispatcher.disableNetConnect();
    const mock = dispatcher.get('http://api.example');
    mock.intercept({ path: '/things', method: 'POST', body: '{"name":"Ada"}' }).reply(201, { body: 'made' });
    mock.intercept({ path: '/things/1', method: 'GET' }).reply(404, 'gone', { headers: { 'x-a': '1' } });
    const api = apiOver('http://api.example', { dispatcher });
    expect(await api.add({ name: 'Ada' })).toMatchObject({
      data: { body: 'made' },
      response: { status: 201 },
    });
    const { error } = await api.get({ id: 1 });
    expect([error?.status, error?.headers?.get('x-a')]).toEqual([404, '1']);
    expect((await api.get({ id: 2 })).error?.kind).toBe('network');
  });
});
