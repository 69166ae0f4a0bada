import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Agent as Agent6, MockAgent as MockAgent6 } from 'undici-6';
import type { Agent as Agent7, ProxyAgent as ProxyAgent7 } from 'undici';
import type { Agent as Agent8, EnvHttpProxyAgent as EnvHttpProxyAgent8 } from 'undici-8';
import { type Dispatcher, DispatchOptions } from '../../lib/node/dispatcher.js';
import { nodeFetch } from '../../lib/entries/node.js';
import { loadUndici, loads, type UndiciName, undiciNames } from '../support/dispatchers.js';
import { echoHeaders, useServers } from '../support/node-server.js';

type Known = Agent6 | MockAgent6 | Agent7 | ProxyAgent7 | Agent8 | EnvHttpProxyAgent8;

const serve = useServers();

type Options = { headers: Record<string, string>; path: string };
type Dispatch = (options: object, handler: object) => boolean;

/** The features of newer versions of undici that the specs use. */
interface Interceptors {
  readonly Agent: new (options?: object) => Dispatcher & {
    compose(...interceptors: ((dispatch: Dispatch) => Dispatch)[]): Dispatcher;
  };
  readonly interceptors: Readonly<Record<string, (options?: object) => (dispatch: Dispatch) => Dispatch>>;
}

const interceptorsOf = (name: UndiciName) => loadUndici(name) as never as Interceptors;

describe.each(undiciNames.filter(loads))('a dispatcher of %s', (name) => {
  const { Agent, interceptors } = interceptorsOf(name);

  it('reads the headers by name, and can add some', async () => {
    const { url } = await serve(echoHeaders);
    let seen: Options | undefined;
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      seen = options as Options;
      return dispatch({ ...options, headers: { ...seen.headers, 'x-added': '1' } }, handler);
    });
    const init = { method: 'POST', body: 'é', headers: { authorization: 'Bearer 1' } };
    const received = (await (await nodeFetch({ dispatcher })(url, init)).json()) as object;
    expect(received).toMatchObject({ authorization: 'Bearer 1', 'x-added': '1', 'content-length': '2' });
    expect(seen?.headers).toMatchObject({ authorization: 'Bearer 1', 'content-length': '2' });
  });

  it.each(['retry', 'dns', 'cache', 'deduplicate', 'responseError', 'decompress'])(
    'works with the interceptor %s',
    async (interceptor) => {
      const intercept = interceptors[interceptor];
      if (!intercept) return;
      const { url } = await serve(echoHeaders);
      const dispatcher = new Agent().compose(intercept());
      const init = { headers: { authorization: 'Bearer 1' } };
      const localhost = url.replace('127.0.0.1', 'localhost');
      const { authorization } = (await (await nodeFetch({ dispatcher })(localhost, init)).json()) as {
        authorization: string;
      };
      expect(authorization).toBe('Bearer 1');
    },
  );

  it('can report early hints before the response', async () => {
    const { url } = await serve((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('text');
    });
    const response = await nodeFetch({ dispatcher: new Agent() })(url);
    expect([response.status, await response.text()]).toEqual([200, 'text']);
  });

  it("doesn't send a request that was aborted while it waited for a connection", async () => {
    const seen: unknown[] = [];
    let answerFirst = (): unknown => undefined;
    const { url } = await serve((request, response) => {
      if (seen.push(request.url) > 1) response.end();
      else answerFirst = () => response.end();
    });
    const fetch = nodeFetch({ dispatcher: new Agent({ connections: 1, pipelining: 1 }) });
    const first = fetch(`${url}/first`);
    while (seen.length === 0) await new Promise(setImmediate);
    const controller = new AbortController();
    const second = fetch(`${url}/second`, { signal: controller.signal });
    controller.abort('why');
    await expect(second).rejects.toBe('why');
    answerFirst();
    await (await first).text();
    await (await fetch(`${url}/third`)).text();
    expect(seen).toEqual(['/first', '/third']);
  });

  it('can decompress the response itself', async () => {
    const { url } = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('text')),
    );
    const dispatcher = interceptors['decompress']
      ? new Agent().compose(interceptors['decompress']())
      : new Agent();
    expect(await (await nodeFetch({ dispatcher })(url)).text()).toBe('text');
  });

  it("doesn't follow a redirect if the caller forbids redirects", async () => {
    const { url } = await serve((request, response) =>
      request.url === '/' ? response.writeHead(302, { location: '/there' }).end() : response.end(),
    );
    const redirect = interceptors['redirect'] ?? (() => (dispatch: Dispatch) => dispatch);
    const dispatcher = new Agent(name === 'undici-6' ? { maxRedirections: 5 } : {}).compose(
      redirect({ maxRedirections: 5 }),
    );
    const fetch = nodeFetch({ dispatcher });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
    await expect(fetch(url, { redirect: 'error' })).rejects.toThrow('fetch failed');
    expect((await fetch(url)).redirected).toBe(true);
  });

  it('can be aborted if it responds synchronously', async () => {
    const { MockAgent } = loadUndici(name);
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher.get('http://api.example').intercept({ path: '/' }).reply(200, 'text');
    const controller = new AbortController();
    const call = nodeFetch({ dispatcher })('http://api.example/', { signal: controller.signal });
    controller.abort('why');
    await expect(call).rejects.toBe('why');
  });
});

describe('the type Dispatcher', () => {
  it('accepts a dispatcher of undici 6, 7 or 8', () => {
    const typed = (dispatcher: Known): Dispatcher => dispatcher;
    expect(typed).toBeInstanceOf(Function);
  });

  it('reads no request option from Object.prototype', () => {
    const options = new DispatchOptions('http://localhost', '/', 'GET', {}, null);
    expect('toString' in options).toBe(false);
    expect(Object.assign({}, options)).toMatchObject({ path: '/', method: 'GET', body: null });
  });
});
