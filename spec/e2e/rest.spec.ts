import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, type FetchOptions, type Middleware } from '../../lib/index.js';
import { useServers } from '../support/node-server.js';

const requests = {
  get: defineRequest<unknown, { q?: string }>()({ method: 'GET', path: '/things/:id' }),
  add: defineRequest<unknown, { name: string }>()({ method: 'POST', path: '/things' }),
  drop: defineRequest<undefined>()({ method: 'DELETE', path: '/things/:id', responseType: 'none' }),
};

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const start = useServers();

const serve = async (listener: Listener, middleware: Middleware[] = []) => {
  const { url } = await start(listener);
  return createApi({ baseUrl: url, requests, middleware });
};

const reply =
  (status: number, body: string, headers: Record<string, string> = {}): Listener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

describe('a call to a real server (rules.md#results)', () => {
  it('sends path param, query and headers', async () => {
    const api = await serve((request, response) => {
      const { method, url } = request;
      response.end(JSON.stringify({ method, url, key: request.headers['x-key'] }));
    });
    const { data } = await api.get({ id: 'a/b', q: 'x y' }, { headers: { 'X-Key': '1' } });
    expect(data).toEqual({ method: 'GET', url: '/things/a%2Fb?q=x+y', key: '1' });
  });

  it('sends a JSON body with its Content-Type', async () => {
    const api = await serve(async (request, response) => {
      const echo = { type: request.headers['content-type'], body: await text(request) };
      response.writeHead(201).end(JSON.stringify(echo));
    });
    const { data, response } = await api.add({ name: 'Ada' });
    expect(data).toEqual({ type: 'application/json', body: '{"name":"Ada"}' });
    expect(response?.status).toBe(201);
  });

  it("accepts a 204 under responseType 'none'", async () => {
    const api = await serve(reply(204, ''));
    expect(await api.drop({ id: 1 })).toMatchObject({ data: undefined, error: null });
  });

  it('can be retried by hand after a 503', async () => {
    let answers = 0;
    const api = await serve((request, response) =>
      reply(answers++ ? 200 : 503, '{"up":true}')(request, response),
    );
    const down = await api.get({ id: 1 });
    expect(down.error).toMatchObject({ kind: 'http', status: 503, body: { up: true } });
    expect((await down.retry()).data).toEqual({ up: true });
  });

  it('is signed by a middleware, and again after a 401', async () => {
    const tokens = ['Bearer old', 'Bearer new'];
    const sign: Middleware = async (ctx, next) => {
      for (const token of tokens) {
        ctx.request.headers.set('authorization', token);
        const result = await next();
        if (result.error?.status !== 401) return result;
      }
      return next();
    };
    const guarded: Listener = (request, response) =>
      reply(request.headers.authorization === 'Bearer new' ? 200 : 401, '{}')(request, response);
    expect((await (await serve(guarded, [sign])).get({ id: 1 })).error).toBeNull();
  });
});

describe('a server that responds with an error (rules.md#which-kind-it-is)', () => {
  it("causes an 'http' error with the decoded body for a 404 with JSON", async () => {
    const api = await serve(reply(404, '{"code":"missing"}'));
    const { error, response } = await api.get({ id: 1 });
    expect(error).toMatchObject({
      kind: 'http',
      status: 404,
      statusText: 'Not Found',
      body: { code: 'missing' },
    });
    expect(response?.status).toBe(404);
  });

  it("causes an 'http' error with body null for a 500 with an HTML page", async () => {
    const api = await serve(reply(500, '<html>oops</html>', { 'content-type': 'text/html' }));
    expect((await api.get({ id: 1 })).error).toMatchObject({ kind: 'http', status: 500, body: null });
  });

  it("causes a 'parse' error for a 200 that is not JSON", async () => {
    const api = await serve(reply(200, 'hello'));
    expect((await api.get({ id: 1 })).error).toMatchObject({ kind: 'parse', status: 200 });
  });
});

describe('a connection that breaks (rules.md#which-kind-it-is)', () => {
  it("causes a 'network' error if it is reset before the response", async () => {
    const api = await serve((request) => request.socket.resetAndDestroy());
    const { error, response } = await api.get({ id: 1 });
    expect(error).toMatchObject({ kind: 'network', status: 0, body: { name: 'TypeError' } });
    expect(response).toBeNull();
  });

  it("causes a 'network' error if it is refused", async () => {
    const { url, close } = await start(() => {});
    await close();
    const api = createApi({ baseUrl: url, requests });
    expect((await api.get({ id: 1 })).error?.kind).toBe('network');
  });

  it("causes an 'http' error with body null if the body of a 502 is cut off", async () => {
    const api = await serve((request, response) => {
      response.writeHead(502, { 'content-length': '1000' });
      response.write('{"half":', () => request.socket.end());
    });
    expect((await api.get({ id: 1 })).error).toMatchObject({ kind: 'http', status: 502, body: null });
  });
});

describe('a redirect (rules.md#responses)', () => {
  const moved: Listener = (request, response) =>
    request.url === '/things/1'
      ? reply(302, '', { location: '/things/2' })(request, response)
      : reply(200, `{"at":"${request.url}"}`)(request, response);

  it.each<[NonNullable<FetchOptions['redirect']>, string, object]>([
    ['follow', 'the call returns the data of the target', { data: { at: '/things/2' }, error: null }],
    ['manual', "the call returns an 'http' error with the status", { error: { kind: 'http', status: 302 } }],
    ['error', "the call returns a 'network' error", { error: { kind: 'network', status: 0 } }],
  ])("with redirect '%s' %s", async (redirect, _outcome, expected) => {
    const api = await serve(moved);
    expect(await api.get({ id: 1 }, { fetchOptions: { redirect } })).toMatchObject(expected);
  });
});

describe('many calls to a real server (trap 40)', () => {
  it('return their own outcomes when a hundred run at once and some fail', async () => {
    const api = await serve((request, response) => {
      const id = Number(request.url?.split('/').at(-1));
      reply(id % 3 ? 200 : 500, String(id))(request, response);
    });
    const ids = Array.from({ length: 100 }, (_, id) => id);
    const results = await Promise.all(ids.map((id) => api.get({ id })));
    expect(results.map(({ data, error }) => data ?? error?.body)).toEqual(ids);
    expect(results.map(({ error }) => error?.status ?? 200)).toEqual(ids.map((id) => (id % 3 ? 200 : 500)));
  });
});
