import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { nodeFetch, type Dispatcher } from '../../lib/entries/node.js';
import { dispatcherCases, loadUndici, nodeDispatcher } from '../support/dispatchers.js';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const told = async (request: IncomingMessage, response: { end(text: string): unknown }) => {
  const { 'content-type': type, 'content-length': length, 'x-a': a } = request.headers;
  const body = (await buffer(request)).toString();
  response.end(JSON.stringify({ method: request.method, path: request.url, type, length, a, body }));
};

/** Passes every request on, and records its path. */
class Recording {
  readonly paths: string[] = [];

  dispatch(options: { path: string }, handler: object): boolean {
    this.paths.push(options.path);
    return nodeDispatcher().dispatch(options, handler);
  }
}

const withDispatcher = (url: string, dispatcher: Dispatcher): Request =>
  new Request(url, { dispatcher } as RequestInit);

/** Newer versions of Node store it in a private field. */
const showsDispatcher = Object.getOwnPropertySymbols(withDispatcher('http://a.test', new Recording())).some(
  ({ description }) => description === 'dispatcher',
);

describe('a Request passed to nodeFetch', () => {
  it('is sent through its own dispatcher if that is visible', async () => {
    const { url } = await serve(told);
    const [proxy, other] = [new Recording(), new Recording()];
    const request = withDispatcher(`${url}/a`, proxy);
    await nodeFetch({ dispatcher: other })(request);
    expect([proxy.paths, other.paths]).toEqual(showsDispatcher ? [['/a'], []] : [[], ['/a']]);
  });

  it('is sent through the dispatcher in the init, before its own and before the dispatcher of nodeFetch', async () => {
    const { url } = await serve(told);
    const [proxy, other] = [new Recording(), new Recording()];
    const init = { dispatcher: other } as RequestInit;
    await nodeFetch({ dispatcher: proxy })(withDispatcher(`${url}/a`, proxy), init);
    expect([proxy.paths, other.paths]).toEqual([[], ['/a']]);
  });

  it('keeps its values if the init has undefined options', async () => {
    const { url } = await serve(told);
    const request = new Request(`${url}/a`, { method: 'DELETE', headers: { 'x-a': '1' } });
    const nothing = { method: undefined, headers: undefined, signal: undefined } as unknown as RequestInit;
    expect(await (await ownFetch()(request, nothing)).json()).toMatchObject({ method: 'DELETE', a: '1' });
  });

  it('keeps its signal if the init has an undefined one', async () => {
    const request = new Request('http://localhost/', { signal: AbortSignal.abort('why') });
    await expect(ownFetch()(request, { signal: undefined } as never)).rejects.toBe('why');
  });

  it('is sent with the length of its body, and a stream is sent as it arrives', async () => {
    let first: Promise<unknown> | undefined;
    const { url } = await serve((request, response) => {
      first = new Promise((resolve) => request.once('data', resolve));
      return told(request, response);
    });
    const held = await ownFetch()(new Request(url, { method: 'POST', body: new URLSearchParams('a=1') }));
    expect(await held.json()).toMatchObject({
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      length: '3',
    });
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from('first'));
        // This hangs if the body is read completely before it is sent.
        await first;
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect(await (await ownFetch()(new Request(url, init))).json()).toMatchObject({ body: 'first' });
  });

  it('has a limit on the size of its response for every way to read it', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(2000)));
    for (const read of ['text', 'blob', 'arrayBuffer'] as const) {
      const response = await ownFetch({ maxResponseSize: 1000 })(new Request(url));
      await expect(response[read]()).rejects.toThrow(/exceeds 1000 bytes/);
    }
    const { body } = await ownFetch({ maxResponseSize: 1000 })(new Request(url));
    await expect(new Response(body).text()).rejects.toThrow(/exceeds 1000 bytes/);
  });
});

describe.each(dispatcherCases)('a Request over %s', (_, create) => {
  it('returns the same response as other calls', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/moved') response.writeHead(307, { location: '/a' }).end();
      else {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        void told(request, response);
      }
    });
    const fetch = nodeFetch({ dispatcher: create() });
    const response = await fetch(new Request(`${url}/moved`, { method: 'POST', body: 'é' }));
    expect(await response.json()).toMatchObject({ method: 'POST', body: 'é', length: '2' });
    expect([response.redirected, response.url, response.headers.getSetCookie()]).toEqual([
      true,
      `${url}/a`,
      ['a=1', 'b=2'],
    ]);
  });

  it('reads a large response with back pressure', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(3_000_000)));
    const fetch = nodeFetch({ dispatcher: create() });
    expect(await (await fetch(new Request(url))).text()).toHaveLength(3_000_000);
  });

  it('fails as fetch does', async () => {
    const failed = nodeFetch({ dispatcher: create() })(new Request('http://127.0.0.1:2/'));
    await expect(failed).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    });
  });
});

describe('a Request from another undici', () => {
  const { Request: OtherRequest } = loadUndici('undici-6') as never as { Request: typeof Request };

  it('is sent with all its values, through its own dispatcher', async () => {
    const { url } = await serve(told);
    const dispatcher = new Recording();
    const options = { method: 'PUT', body: 'é', headers: { 'x-a': '1' }, dispatcher };
    const request = new OtherRequest(`${url}/a`, options);
    const answer = await ownFetch()(request, { method: undefined } as never);
    expect(await answer.json()).toMatchObject({ method: 'PUT', body: 'é', length: '2', a: '1' });
    expect(dispatcher.paths).toEqual(['/a']);
  });

  it('is aborted when its signal aborts while its body is read', async () => {
    const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const init = { method: 'POST', body, duplex: 'half', signal: controller.signal };
    const failed = ownFetch()(new OtherRequest('http://localhost/', init));
    controller.abort('why');
    await expect(failed).rejects.toBe('why');
  });
});
