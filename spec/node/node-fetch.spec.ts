import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';
import { loadUndici, nodesOwn, withoutGlobalDispatcher } from '../support/dispatchers.js';
import { echoHeaders, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const url = 'http://localhost/';

describe('the options of nodeFetch', () => {
  it.each([null, 1, {}, { dispatch: true }])('refuses %o for a dispatcher', (dispatcher) => {
    expect(() => nodeFetch({ dispatcher: dispatcher as never })).toThrow(TypeError);
  });

  it.each([-1, NaN, '1', null])('refuses %o for maxResponseSize', (maxResponseSize) => {
    expect(() => nodeFetch({ maxResponseSize: maxResponseSize as never })).toThrow(/pass 0 or more bytes/);
  });
});

describe('the options of a request', () => {
  it('may be a Request', async () => {
    const { url } = await serve(echoHeaders);
    const answer = await ownFetch()(url, new globalThis.Request(url, { headers: { 'x-a': '1' } }));
    expect(await answer.json()).toHaveProperty('x-a', '1');
  });
});

describe('the dispatcher of a request', () => {
  const refusing = {
    dispatch: () => {
      throw new Error('not this one');
    },
  };

  it('is the one of the request before the one of nodeFetch', async () => {
    const { url } = await serve(echoHeaders);
    const init = { dispatcher: nodesOwn() } as RequestInit;
    expect((await nodeFetch({ dispatcher: refusing })(url, init)).status).toBe(200);
  });

  it('makes a failed fetch of what it throws', async () => {
    await expect(nodeFetch({ dispatcher: refusing })(url)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'not this one' },
    });
  });
});

describe('without a dispatcher of its own, nodeFetch', () => {
  const setDispatchers = withoutGlobalDispatcher();
  afterEach(() => void vi.restoreAllMocks());

  it('uses the one behind the global fetch, looked up at each request', async () => {
    const { url } = await serve(echoHeaders);
    const fetch = nodeFetch();
    const dispatcher = new (loadUndici('undici-6').Agent)();
    const dispatch = vi.spyOn(dispatcher, 'dispatch');
    setDispatchers([dispatcher]);
    expect((await fetch(url)).status).toBe(200);
    expect(dispatch).toHaveBeenCalledTimes(1);
    await dispatcher.close();
  });

  it('calls the global fetch in a runtime that has no dispatcher', async () => {
    const answer = new Response('from the global fetch');
    const globalFetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    const init = { method: 'PUT' };
    expect(await nodeFetch()(url, init)).toBe(answer);
    expect(globalFetch).toHaveBeenCalledWith(url, init);
  });

  it('hands a Request to the global fetch with all that it says', async () => {
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

  it('does not call itself where there is no dispatcher', async () => {
    const answer = new Response('from the fetch before');
    globalThis.fetch = () => Promise.resolve(answer);
    globalThis.fetch = nodeFetch();
    expect(await fetch(url)).toBe(answer);
    expect(await fetch(new Request(url))).toBe(answer);
  });
});

describe('the headers on the wire', () => {
  it('are spelled as the caller spells them', async () => {
    const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const headers = { 'X-Api-Key': '1', SOAPAction: '2' };
    for (const init of [{ headers }, { headers: Object.entries(headers) }]) {
      const names = (await (await ownFetch()(url, init)).json()) as string[];
      expect(names).toEqual(expect.arrayContaining(['X-Api-Key', 'SOAPAction']));
    }
  });

  it('are spelled as in the Request that has them', async () => {
    const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const request = new Request(url, { headers: { 'X-Api-Key': '1' } });
    expect(await (await ownFetch()(request)).json()).toContain('X-Api-Key');
  });
});

describe('what nodeFetch is called with', () => {
  it('may be a URL object', async () => {
    const { url } = await serve((request, response) => response.end(request.url));
    expect(await (await ownFetch()(new URL('/a?b', url))).text()).toBe('/a?b');
  });

  it('may be a Request, and options over it', async () => {
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

  it("is refused with cache: 'only-if-cached'", async () => {
    await expect(ownFetch()(url, { cache: 'only-if-cached', mode: 'same-origin' })).rejects.toThrow(
      /no cache/,
    );
  });
});
