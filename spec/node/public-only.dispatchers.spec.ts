import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi, defineRequest, retryMiddleware } from '../../lib/index.js';
import { type Dispatcher, nodeFetch, publicOnly } from '../../lib/entries/node.js';
import { loadUndici, loads, type UndiciName, undiciNames } from '../support/dispatchers.js';
import { startProxy } from '../support/proxy-server.js';
import { startServer } from '../support/start-server.cjs';
import { startTlsServer } from '../support/tls-server.js';

type Answer = (error: unknown, found: readonly { address: string; family: number }[]) => void;
type Owned = Dispatcher & { destroy(): Promise<void> };

/** The parts of undici that the specs use, which are the same in all versions. */
interface Undici {
  readonly Agent: new (options: object) => Owned;
  readonly Pool: new (origin: string, options: object) => Owned;
  readonly ProxyAgent: new (options: object) => Owned;
  readonly buildConnector: (options?: object) => (target: { hostname: string }, callback: () => void) => void;
  readonly fetch: (url: string, init: object) => Promise<Response>;
}

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});
const keep = <T extends Owned>(dispatcher: T): T => {
  opened.push(() => dispatcher.destroy());
  return dispatcher;
};

/** Returns one address after another, then the last one again. Counts the lookups. */
const resolver = (...answers: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  const lookup = (host: string, _options: object, answer: Answer): void => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { asked, lookup };
};

const notPublic = (host: string) => ({
  message: 'fetch failed',
  cause: { code: 'ERR_NOT_PUBLIC', message: expect.stringContaining(`connect to ${host}: `) },
});

/** Responds with its loopback address. Redirects to the URL in the path, if there is one. */
const startWhere = async (address: string, port = 0): Promise<number> => {
  const server = createServer((request, response) => {
    const location = decodeURIComponent(request.url?.slice(1) ?? '');
    if (location) response.writeHead(302, { location }).end();
    else response.end(`${address} for ${request.headers.host?.replace(/:.*/, '') ?? ''}`);
  });
  server.listen(port, address);
  await once(server, 'listening');
  opened.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
};

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

describe.each(undiciNames.filter(loads))('publicOnly with %s', (name: UndiciName) => {
  const { Agent, Pool, ProxyAgent, buildConnector, fetch } = loadUndici(name) as never as Undici;
  const guarded = (options: object = {}) =>
    keep(new Agent({ connections: 1, connect: publicOnly(buildConnector, options) }));
  const guardedFetch = (options: object = {}) => nodeFetch({ dispatcher: guarded(options) });

  it.each([
    ...['127.0.0.1', '127.1', '0x7f000001', '0177.0.0.1', '2130706433', '0'],
    ...['[::ffff:127.0.0.1]', '[::1]', '[::127.0.0.1]', '[fe80::1]', 'localhost'],
  ])('opens no connection to http://%s', async (host) => {
    let connections = 0;
    const { url, server, close } = await startServer(() => undefined);
    server.on('connection', () => (connections += 1));
    opened.push(close);
    const target = `http://${host}:${new URL(url).port}/`;
    const { hostname } = new URL(target);
    await expect(guardedFetch()(target)).rejects.toMatchObject(notPublic(hostname.replace(/[[\]]/g, '')));
    expect(connections).toBe(0);
  });

  it('connects to the checked address, not to a later address of the name', async () => {
    const port = await startWhere('127.0.0.2');
    await startWhere('127.0.0.1', port);
    const { lookup, asked } = resolver(['127.0.0.2'], ['127.0.0.1']);
    const call = guardedFetch({ allow: ['127.0.0.2'], lookup });
    expect(await textOf(call(`http://rebound.example:${port}/`))).toBe('127.0.0.2 for rebound.example');
    expect(asked).toEqual(['rebound.example']);
  });

  it('checks each new connection, and trusts an open one', async () => {
    const port = await startWhere('127.0.0.2');
    await startWhere('127.0.0.1', port);
    const { lookup, asked } = resolver(['127.0.0.2'], ['127.0.0.1']);
    const call = guardedFetch({ allow: ['127.0.0.2'], lookup });
    const url = `http://rebound.example:${port}/`;
    for (let time = 0; time < 3; time += 1) expect(await textOf(call(url))).toMatch(/^127\.0\.0\.2/);
    expect(asked).toHaveLength(1);
    const others = guardedFetch({ allow: ['127.0.0.2'], lookup });
    await expect(others(url)).rejects.toMatchObject(notPublic('rebound.example'));
  });

  it.each([{}, { autoSelectFamily: false }, { autoSelectFamily: true }, { family: 4 }])(
    'rejects a name that has one private address among allowed ones, with %j',
    async (how) => {
      const port = await startWhere('127.0.0.2');
      const { lookup } = resolver(['127.0.0.2', '127.0.0.1']);
      const call = guardedFetch({ allow: ['127.0.0.2'], lookup, ...how });
      await expect(call(`http://mixed.example:${port}/`)).rejects.toMatchObject(notPublic('mixed.example'));
    },
  );

  it.each([{}, { autoSelectFamily: false }, { autoSelectFamily: true }, { family: 4 }])(
    'connects to an allowed address with %j',
    async (how) => {
      const port = await startWhere('127.0.0.2');
      const { lookup } = resolver(['127.0.0.2', '127.0.0.3']);
      const call = guardedFetch({ allow: ['127.0.0.2/31'], lookup, ...how });
      expect(await textOf(call(`http://some.example:${port}/`))).toBe('127.0.0.2 for some.example');
    },
  );

  it('tries the next address if the first is unreachable', async () => {
    const port = await startWhere('127.0.0.2');
    const { lookup } = resolver(['127.0.0.3', '127.0.0.2']);
    const call = guardedFetch({ allow: ['127.0.0.2/31'], lookup, autoSelectFamily: true });
    expect(await textOf(call(`http://some.example:${port}/`))).toBe('127.0.0.2 for some.example');
  });

  it.each([
    'http://127.0.0.1:',
    'http://localhost:',
    'http://private.example:',
    'http://[::ffff:127.0.0.1]:',
  ])('checks every hop of a redirect: %s', async (to) => {
    const port = await startWhere('127.0.0.2');
    await startWhere('127.0.0.1', port);
    const { lookup } = resolver(['127.0.0.2'], ['127.0.0.1']);
    const call = guardedFetch({ allow: ['127.0.0.2'], lookup });
    const url = `http://open.example:${port}/${encodeURIComponent(`${to}${port}/`)}`;
    await expect(call(url)).rejects.toMatchObject({ cause: { code: 'ERR_NOT_PUBLIC' } });
  });

  it('also protects the fetch of the package', async () => {
    const port = await startWhere('127.0.0.1');
    const asked = fetch(`http://127.0.0.1:${port}/`, { dispatcher: guarded() });
    await expect(asked).rejects.toMatchObject(notPublic('127.0.0.1'));
  });

  it.each([true, false])(
    'checks over TLS, with allowH2: %o, and the certificate is verified by the name',
    async (allowH2) => {
      const { url, ca, close } = await startTlsServer((request, response) =>
        response.end(request.httpVersion),
      );
      opened.push(close);
      const call = guardedFetch({
        allow: ['127.0.0.1'],
        lookup: resolver(['127.0.0.1']).lookup,
        ca,
        allowH2,
      });
      expect(await textOf(call(url))).toMatch(/^[12]/);
      await expect(guardedFetch({ ca, allowH2 })(url)).rejects.toMatchObject(notPublic('localhost'));
      const renamed = url.replace('localhost', 'other.example');
      await expect(call(renamed)).rejects.toMatchObject({ cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
    },
  );

  it('rejects the unix socket of a dispatcher', async () => {
    const dispatcher = () =>
      keep(
        new Pool('http://some.example', { socketPath: '/run/x.sock', connect: publicOnly(buildConnector) }),
      );
    // undici 6 ignores the socket path if there is a connector, and connects by the host.
    if (name === 'undici-6') return;
    await expect(nodeFetch({ dispatcher: dispatcher() })('http://some.example')).rejects.toMatchObject(
      notPublic('some.example'),
    );
  });

  it('causes a network error with the reason, which is retried like any other', async () => {
    let retries = 0;
    const api = createApi({
      baseUrl: 'http://127.0.0.1:8080',
      fetch: guardedFetch(),
      middleware: [retryMiddleware({ max: 2, delay: () => 1, onRetry: () => (retries += 1) })],
      requests: { hook: defineRequest<string>()({ method: 'GET', path: '/hook' }) },
    });
    const { error } = await api.hook();
    expect({ kind: error?.kind, retries }).toEqual({ kind: 'network', retries: 2 });
    expect(error?.message).toMatch(
      /publicOnly doesn't connect to 127\.0\.0\.1: .* add it to the option allow/,
    );
  });

  it("doesn't check the targets that a proxy connects to", async () => {
    const port = await startWhere('127.0.0.1');
    const proxy = await startProxy();
    opened.push(proxy.close);
    const dispatcher = keep(new ProxyAgent({ uri: proxy.url, connect: publicOnly(buildConnector) }));
    expect(await textOf(nodeFetch({ dispatcher })(`http://127.0.0.1:${port}/`))).toBe(
      '127.0.0.1 for 127.0.0.1',
    );
  });
});
