import { createServer, get, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { type Inspector, inspector, type SeenCall } from '../../lib/entries/inspect.js';
import {
  type InspectorServer,
  type InspectorServerOptions,
  serveInspector,
} from '../../lib/entries/inspect-server.js';
import { observers } from '../../lib/entries/observe.js';
import { jsonResponse, mockFetch } from '../../lib/entries/testing.js';

const servers: InspectorServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const served = async (seen: Inspector, options?: InspectorServerOptions): Promise<InspectorServer> => {
  const server = await serveInspector(seen, options);
  servers.push(server);
  return server;
};

const inspected = (options?: Parameters<typeof inspector>[0]) => {
  const seen = inspector(options);
  const { fetch } = mockFetch({
    'GET /users/:id': () => jsonResponse({ token: 'hunter2', text: 'x'.repeat(1000) }),
  });
  const api = createApi({
    baseUrl: 'https://api.example.com',
    fetch,
    observers: observers(seen),
    requests: { getUser: defineRequest<unknown, { id: number }>()({ method: 'GET', path: '/users/:id' }) },
  });
  return { seen, getUser: api.getUser };
};

/** Status, headers and text of a response. */
const asked = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { method, headers, agent: false }, resolve).on('error', reject).end();
  });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, text };
};

interface Told {
  readonly event: string;
  readonly calls: readonly SeenCall[];
  readonly oldest: number | null;
}

/** The messages to a page. `next` waits for the next message, `close` closes the connection. */
const page = async ({ url }: InspectorServer) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}calls`, { agent: false }, resolve).on('error', reject);
  });
  const messages = (async function* () {
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        yield { event, ...(JSON.parse(data) as Omit<Told, 'event'>) };
      }
    }
  })();
  return {
    response,
    next: async (): Promise<Told> => (await messages.next()).value as Told,
    until: async (isIt: (told: Told) => boolean): Promise<Told> => {
      for await (const told of messages) if (isIt(told)) return told;
      throw new Error('The connection ended.');
    },
    close: () => response.destroy(),
  };
};

describe('serveInspector', () => {
  it('serves a page and its scripts at its secret URL', async () => {
    const { url } = await served(inspector());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    const html = await asked(url);
    expect(html).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(html.text).toContain('src="inspector-page.js"');
    const script = await asked(`${url}inspector-page.js`);
    expect(script).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
  });

  it('sends a page all calls, redacted, and then each changed call', async () => {
    const { seen, getUser } = inspected();
    await getUser({ id: 1 });
    const told = await page(await served(seen));
    const first = await told.next();
    expect(first).toEqual({
      event: 'all',
      calls: [JSON.parse(JSON.stringify(seen.calls[0]))],
      oldest: seen.calls[0]?.id,
    });
    await getUser({ id: 2 });
    const then = await told.until(({ calls }) => calls[0]?.outcome !== undefined);
    expect(then.calls.map(({ url }) => url)).toEqual(['https://api.example.com/users/2']);
    expect(JSON.stringify([first, then])).not.toContain('hunter2');
    told.close();
  });

  it('reports forgotten calls, and forgets the calls that the page clears', async () => {
    const { seen, getUser } = inspected({ limit: 1 });
    await getUser({ id: 1 });
    const server = await served(seen);
    const told = await page(server);
    await told.next();
    await getUser({ id: 2 });
    expect((await told.next()).oldest).toBe(seen.calls[0]?.id);
    expect(await asked(`${server.url}clear`, {}, 'POST')).toMatchObject({ status: 200 });
    expect(seen.calls).toEqual([]);
    expect(await told.until(({ oldest }) => oldest === null)).toMatchObject({ calls: [] });
    told.close();
  });

  it("doesn't buffer updates for a page that doesn't read", async () => {
    const { seen, getUser } = inspected({ limit: 200 });
    const told = await page(await served(seen));
    told.response.pause();
    // All changes together would take about 20 MB.
    for (let id = 0; id < 2000; id += 1) await getUser({ id });
    const last = seen.calls.at(-1) as SeenCall;
    const known = new Map<number, SeenCall>();
    let messages = 0;
    await told.until(({ calls, oldest }) => {
      messages += 1;
      for (const call of calls) known.set(call.id, call);
      for (const id of known.keys()) if (oldest === null || id < oldest) known.delete(id);
      return known.get(last.id)?.outcome !== undefined && known.size === 200;
    });
    expect([...known.values()]).toEqual(JSON.parse(JSON.stringify(seen.calls)));
    expect(messages).toBeLessThan(200);
    told.close();
  });

  it('unsubscribes from the calls when no page is open', async () => {
    const { seen } = inspected();
    let listening = 0;
    const counted: Inspector = Object.assign(Object.create(seen) as Inspector, {
      calls: seen.calls,
      subscribe: (listener: () => void) => {
        listening += 1;
        const stop = seen.subscribe(listener);
        return () => ((listening -= 1), stop());
      },
    });
    const told = await page(await served(counted));
    await told.next();
    expect(listening).toBe(1);
    told.close();
    while (listening > 0) await new Promise(setImmediate);
  });

  it('uses a new token at each start, and serves nothing without it', async () => {
    const [one, other] = [await served(inspector()), await served(inspector())];
    const token = ({ url }: InspectorServer) => new URL(url).pathname.slice(1, -1);
    expect(token(one)).not.toBe(token(other));
    const { origin } = new URL(one.url);
    for (const path of [
      '',
      token(other),
      `${token(one)}x`,
      token(one).slice(1),
      `${token(one)}/../x`,
      'calls',
    ])
      for (const name of ['', 'calls', 'inspector-page.js'])
        expect(await asked(`${origin}/${path}/${name}`)).toMatchObject({ status: 404 });
    expect(await asked(`${origin}/${token(other)}/clear`, {}, 'POST')).toMatchObject({ status: 404 });
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example', 'localhost:1'])(
    'rejects a request for the host %s',
    async (host) => {
      const { url } = await served(inspector());
      const { status, text } = await asked(url, { host });
      expect([status, text.includes(url)]).toEqual([403, false]);
    },
  );

  it('also serves requests for localhost', async () => {
    const { url } = await served(inspector());
    expect(await asked(url, { host: `localhost:${new URL(url).port}` })).toMatchObject({ status: 200 });
  });

  it('prevents other pages from reading, framing or guessing its page', async () => {
    const { url } = await served(inspector());
    const { headers } = await asked(url, { origin: 'https://evil.example' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(await asked(url, {}, 'OPTIONS')).toMatchObject({ status: 405 });
    expect(await asked(`${url}package.json`)).toMatchObject({ status: 404 });
    expect(await asked(`${url}a/b`)).toMatchObject({ status: 404 });
  });

  it('listens only on 127.0.0.1', async () => {
    const { url } = await served(inspector());
    await expect(asked(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('drops a pipelined page request that arrives before the previous response', async () => {
    const { seen } = inspected();
    let listening = 0;
    const subscribe = (listener: () => void) => {
      listening += 1;
      const stop = seen.subscribe(listener);
      return () => ((listening -= 1), stop());
    };
    const server = await served(Object.assign(Object.create(seen) as Inspector, { calls: [], subscribe }));
    const { host, pathname } = new URL(server.url);
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    socket.write(`GET ${pathname}calls HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(20));
    await new Promise((resolve) => socket.once('data', resolve));
    expect(listening).toBe(1);
    socket.destroy();
    while (listening > 0) await new Promise(setImmediate);
  });

  it('ends the streams of its pages when it closes', async () => {
    const server = await serveInspector(inspector());
    const told = await page(server);
    await told.next();
    const ended = new Promise((resolve) => told.response.on('error', resolve).on('close', resolve));
    await server.close();
    await ended;
    await expect(asked(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await (await serveInspector(inspector()))[Symbol.asyncDispose]();
  });

  it('listens on the port option, and reports a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.on('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(serveInspector(inspector(), { port })).rejects.toThrow(
      `serveInspector can't use port ${port}: pass another, or none.`,
    );
    await new Promise((resolve) => taken.close(resolve));
    expect((await served(inspector(), { port })).url).toContain(`:${port}/`);
  });

  it.each<[string, unknown, unknown]>([
    ['serveInspector source is an Object: pass inspector().', {}, {}],
    ['serveInspector source is undefined: pass inspector().', undefined, {}],
    ['serveInspector: port is 65536: pass one from 0 to 65535.', inspector(), { port: 65_536 }],
    ['serveInspector: port is NaN: pass one from 0 to 65535.', inspector(), { port: NaN }],
    ['serveInspector: port is 80: pass one from 0 to 65535.', inspector(), { port: '80' }],
  ])('rejects invalid arguments: %s', async (message, seen, options) => {
    await expect(serveInspector(seen as Inspector, options as object)).rejects.toThrow(
      new TypeError(message),
    );
  });

  it('refuses to start in production without force', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(serveInspector(inspector())).rejects.toThrow('NODE_ENV is production: pass force: true');
      await served(inspector(), { force: true });
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
