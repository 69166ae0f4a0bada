import { fails, includes, ok, same, succeeds, thrownBy } from './expect.mjs';
import { macrotask, silent } from './kit.mjs';

const using = (t, routes, config) => {
  const mock = t.testing.mockFetch(routes);
  const requests = { call: t.define(config) };
  const api = t.createApi({ baseUrl: 'https://api.test', requests, fetch: mock.fetch });
  return { mock, call: api.call };
};

export const testing = {
  async 'answers from its routes, tokens decoded'(t) {
    const { jsonResponse } = t.testing;
    const routes = { 'GET /users/:id': ({ params }) => jsonResponse(params) };
    const { call } = using(t, routes, { path: '/users/:id' });
    succeeds(await call({ id: 'a/ é' }), { id: 'a/ é' });
  },

  async 'serves one Response again and again'(t) {
    const { call, mock } = using(t, { 'GET /x': t.testing.jsonResponse({ a: 1 }) });
    for (let n = 0; n < 3; n += 1) succeeds(await call(), { a: 1 });
    same(mock.callCount('GET /x'), 3);
  },

  async 'takes the next entry of a sequence, the last again and again'(t) {
    const { jsonResponse } = t.testing;
    const { call } = using(t, { 'GET /x': [jsonResponse(1), () => jsonResponse(2)] });
    for (const expected of [1, 2, 2]) succeeds(await call(), expected);
  },

  async 'records what fetch was handed'(t) {
    const { call, mock } = using(t, { 'POST /x': t.testing.jsonResponse(1) }, { method: 'POST' });
    await call({ a: 1 }, { headers: { 'X-A': 'b' } });
    const { method, url, headers, body } = mock.lastCall('POST /x');
    same([method, url, headers.get('x-a'), body], ['POST', 'https://api.test/x', 'b', '{"a":1}']);
  },

  async 'lets a route read the body'(t) {
    const routes = { 'POST /x': async ({ request }) => t.testing.jsonResponse(await request.json()) };
    succeeds(await using(t, routes, { method: 'POST' }).call({ a: 'é' }), { a: 'é' });
  },

  async 'names the request and every route when none matches'(t) {
    const { call } = using(t, { 'GET /a': t.testing.jsonResponse(1), 'POST /b': t.testing.jsonResponse(1) });
    const { body } = fails(await call(), 'network');
    for (const part of ['GET', 'https://api.test/x', 'GET /a', 'POST /b']) includes(body.message, part);
  },

  async 'stands in for the global fetch between install and restore'(t) {
    const mock = t.testing.mockFetch({ 'GET /x': t.testing.jsonResponse('stubbed') });
    const api = t.createApi({ baseUrl: '', requests: { call: t.define({}) } });
    const before = globalThis.fetch;
    mock.install();
    try {
      succeeds(await api.call(), 'stubbed');
    } finally {
      mock.restore();
    }
    ok(globalThis.fetch === before, 'the global fetch is back');
  },

  async 'rejects with the signal while a route is at work'(t) {
    const stop = new AbortController();
    const { call, mock } = using(t, { 'GET /x': silent });
    const result = call({}, { signal: stop.signal });
    await macrotask();
    stop.abort();
    fails(await result, 'abort');
    same(mock.calls.length, 1);
  },

  async 'takes a URL and a Request, as fetch does'(t) {
    const mock = t.testing.mockFetch({ 'PUT /x': () => t.testing.jsonResponse(1) });
    await mock.fetch(new URL('https://api.test/x'), { method: 'PUT' });
    await mock.fetch(new globalThis.Request('https://api.test/x', { method: 'PUT' }));
    same(mock.callCount('PUT /x'), 2);
  },

  async 'throws at once for a route without a space'(t) {
    includes((await thrownBy(() => t.testing.mockFetch({ '/x': silent }))).message, '/x');
  },

  async 'makes well-formed Results'(t) {
    const { errorResult, successResult } = t.testing;
    const success = successResult({ a: 1 });
    succeeds(success, { a: 1 });
    same((await success.retry()).data, { a: 1 });
    same(fails(errorResult(404, { code: 1 }), 'http').body, { code: 1 });
  },
};
