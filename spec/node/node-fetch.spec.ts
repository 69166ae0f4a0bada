import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';
import { loadUndici, nodeDispatcher, withoutGlobalDispatcher } from '../support/dispatchers.js';
import { echoHeaders, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const url = 'http://localhost/';

describe('the options of nodeFetch', () => {
  it.each([null, 1, {}, { dispatch: true }])('reject %o as a dispatcher', (dispatcher) => {
    expect(() => nodeFetch({ dispatcher: dispatcher as never })).toThrow(TypeError);
  });

  it.each([-1, NaN, '1', null])('reject %o as maxResponseSize', (maxResponseSize) => {
    expect(() => nodeFetch({ maxResponseSize: maxResponseSize as never })).toThrow(/pass 0 or more bytes/);
  });
});

describe('the init of a request', () => {
  it('can be a Request', async () => {
    const { url } = await serve(echoHeaders);
    const answer = await ownFetch()(url, new globalThis.Request(url, { headers: { 'x-a': '1' } }));
    expect(await answer.json()).toHaveProperty('x-a', '1');
  });
});

describe('the dispatcher in the init of a request', () => {
  const refusing = {
    dispatch: () => {
      throw new Error('not this one');
    },
  };

  it('overrides the dispatcher of nodeFetch', async () => {
    const { url } = await serve(echoHeaders);
    const init = { dispatcher: nodeDispatcher() } as RequestInit;
    expect((await nodeFetch({ dispatcher: refusing })(url, init)).status).toBe(200);
  });

  it('causes a failed fetch with the error that it throws', async () => {
    await expect(nodeFetch({ dispatcher: refusing })(url)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'not this one' },
    });
  });
});

describe('nodeFetch without its own dispatcher', () => {
  const setDispatchers = withoutGlobalDispatcher();
  afterEach(() => void vi.restoreAllMocks());

  it('uses the dispatcher of the global fetch, and looks it up for each request', async () => {
    const { url } = await serve(echoHeaders);
    const fetch = nodeFetch();
    const dispatcher = new (loadUndici('undici-6').Agent)();
    const dispatch = vi.spyOn(dispatcher, 'dispatch');
    setDispatchers([dispatcher]);
    expect((await fetch(url)).status).toBe(200);
    expect(dispatch).toHaveBeenCalledTimes(1);
    await dispatcher.close();
  });

  it('calls the global fetch in a runtime without a dispatcher', async () => {
    const answer = new Response('from the global fetch');
    const globalFetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    const init = { method: 'PUT' };
    expect(await nodeFetch()(url, init)).toBe(answer);
    expect(globalFetch).toHaveBeenCalledWith(url, init);
  });

  it('passes a Request to the global fetch unchanged', async () => {
    const answer = new Response();
    const globalFetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    const request = new Request(url, { method: 'POST', body: 'content', headers: { 'x-a': '1' } });
    expect(await nodeFetch()(request)).toBe(answer);
    expect(globalFetch.mock.calls[0]?.[0]).toBe(request);
  });
});

describe('nodeFetch as the global fetch', () => {
  withoutGlobalDispatcher();
  const platformFetch = globalThis.fetch;

  afterEach(() => {
    globalThis.fetch = platformFetch;
  });

  it("doesn't call itself in a runtime without a dispatcher", async () => {
    const answer = new Response('from the original fetch');
    globalThis.fetch = () => Promise.resolve(answer);
    globalThis.fetch = nodeFetch();
    expect(await fetch(url)).toBe(answer);
    expect(await fetch(new Request(url))).toBe(answer);
  });
});

describe('the sent header names', () => {
  it('keep the spelling of the caller', async () => {
    const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const headers = { 'X-Api-Key': '1', SOAPAction: '2' };
    for (const init of [{ headers }, { headers: Object.entries(headers) }]) {
      const names = (await (await ownFetch()(url, init)).json()) as string[];
      expect(names).toEqual(expect.arrayContaining(['X-Api-Key', 'SOAPAction']));
    }
  });

  it('keep the spelling of the Request', async () => {
    const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const request = new Request(url, { headers: { 'X-Api-Key': '1' } });
    expect(await (await ownFetch()(request)).json()).toContain('X-Api-Key');
  });
});

describe('the first argument of nodeFetch', () => {
  it('can be a URL object', async () => {
    const { url } = await serve((request, response) => response.end(request.url));
    expect(await (await ownFetch()(new URL('/a?b', url))).text()).toBe('/a?b');
  });

  it('can be a Request, and the init overrides its values', async () => {
    const { url } = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { 'x-a': a, 'content-type': type, 'content-length': length } = request.headers;
      response.end(JSON.stringify([request.method, a, type, length, body]));
    });
    const request = new Request(url, { method: 'PUT', body: 'é', headers: { 'x-a': '1' } });
    const answer = await ownFetch()(request, { headers: { 'x-a': '2' } });
    expect(await answer.json()).toEqual(['PUT', '2', null, '2', 'é']);
  });

  it("is rejected with cache: 'only-if-cached'", async () => {
    await expect(ownFetch()(url, { cache: 'only-if-cached', mode: 'same-origin' })).rejects.toThrow(
      /no cache/,
    );
  });
});
