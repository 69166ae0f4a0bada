import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { json } from './kit.mjs';

const failing = (thrown) => () => {
  throw thrown;
};

export const errors = {
  async 'gives what fetch rejects with as a network error'(t) {
    const thrown = new TypeError('fetch failed');
    const result = await t.stub({}, failing(thrown)).call();
    const error = fails(result, 'network');
    ok(error.body === thrown && error.cause === thrown, 'body and cause are what was thrown');
    same([error.status, error.statusText, result.response], [0, '', null]);
  },

  async 'gives what a fetch throws at once as a network error'(t) {
    const thrown = new Error('at once');
    const requests = { call: t.define({}) };
    const api = t.createApi({ baseUrl: 'https://api.test', requests, fetch: failing(thrown) });
    ok(fails(await api.call(), 'network').body === thrown, 'the body is what was thrown');
  },

  async 'calls an AbortError of fetch itself a network error'(t) {
    for (const name of ['AbortError', 'TimeoutError'])
      fails(await t.stub({}, failing(Object.assign(new Error('x'), { name }))).call(), 'network');
  },

  async 'gives a status that is no success as http, with the decoded body'(t) {
    const answer = () => json({ code: 'nope' }, 422, { 'x-id': '9' });
    const result = await t.stub({}, answer).call();
    const error = fails(result, 'http');
    same([error.status, error.body, error.headers.get('x-id')], [422, { code: 'nope' }, '9']);
    same(result.response.status, 422);
  },

  async 'gives an empty error body as null under every response type'(t) {
    for (const responseType of ['json', 'text', 'blob', 'arrayBuffer', 'none'])
      same(
        fails(await t.stub({ responseType }, () => new Response(null, { status: 500 })).call(), 'http').body,
        null,
      );
  },

  async 'gives an error page that is no JSON as http with a null body'(t) {
    const answer = () => new Response('<html>Bad gateway</html>', { status: 502 });
    same(fails(await t.stub({}, answer).call(), 'http').body, null);
  },

  async 'reads an error body as the response type says, and as JSON under none'(t) {
    const answer = () => json({ a: 1 }, 400);
    same(fails(await t.stub({ responseType: 'text' }, answer).call(), 'http').body, '{"a":1}');
    same(fails(await t.stub({ responseType: 'none' }, answer).call(), 'http').body, { a: 1 });
  },

  async 'calls a 304 an http error'(t) {
    same(fails(await t.stub({}, () => new Response(null, { status: 304 })).call(), 'http').status, 304);
  },

  async 'names method and path in the message, and no value'(t) {
    const { call } = t.stub({ path: '/users/:id' }, () => json({ secret: 'b' }, 403));
    const { message } = fails(await call({ id: 'alice', token: 't0p' }), 'http');
    includes(message, 'GET /users/:id');
    includes(message, '403');
    ok(!/alice|t0p|secret/.test(message), 'no param and no body in it');
  },

  async 'has the method, the filled URL and the params in error.request'(t) {
    const params = { id: 3 };
    const { request } = fails(await t.stub({ path: '/u/:id' }, () => json({}, 404)).call(params), 'http');
    same(request, { method: 'GET', url: 'https://api.test/u/3', params: { id: 3 } });
  },

  async 'has a JSON form without params, header values and query'(t) {
    const { call } = t.stub({ path: '/u/:id' }, () => json({ code: 1 }, 404, { 'set-cookie': 'c' }));
    const text = JSON.stringify(fails(await call({ id: 'alice', q: 'secret' }), 'http'));
    includes(text, '"kind":"http"');
    ok(!/alice|secret|cookie/.test(text), 'nothing of the request or the headers in it');
  },

  async 'runs the same call again with retry(), whatever it is given'(t) {
    const { call, sent } = t.stub({ method: 'POST' }, (_url, _init, n) => json({ n }, n === 1 ? 500 : 200));
    const first = await call({ a: 1 }, { headers: { 'x-a': '1' } });
    fails(first, 'http');
    const { retry } = first;
    succeeds(await retry({ ignored: true }, 2), { n: 2 });
    same(
      sent.map(({ body, headers }) => [body, headers.get('x-a')]),
      [
        ['{"a":1}', '1'],
        ['{"a":1}', '1'],
      ],
    );
  },

  async 'tells onError of each failure once, and of no abort'(t) {
    const heard = [];
    const onError = ({ kind }) => heard.push(kind);
    await t.stub({}, () => json({}, 500), { onError }).call();
    await t.stub({}, () => new Response('x'), { onError }).call();
    await t.stub({}, failing(new Error('x')), { onError }).call();
    const stop = new AbortController();
    stop.abort();
    await t.stub({}, () => json({}), { onError }).call({}, { signal: stop.signal });
    same(heard, ['http', 'parse', 'network']);
  },

  async 'swallows what onError throws or rejects with'(t) {
    for (const onError of [failing(new Error('x')), async () => Promise.reject(new Error('y'))])
      fails(await t.stub({}, () => json({}, 500), { onError }).call(), 'http');
  },

  async 'knows an ApiError that anybody made'(t) {
    const error = new t.ApiError({
      kind: 'http',
      request: { method: 'GET', url: 'https://a.test/x?q' },
      status: 418,
    });
    ok(error instanceof t.ApiError && error instanceof Error, 'it is an ApiError and an Error');
    same([error.name, error.status, error.kind], ['ApiError', 418, 'http']);
    ok(!(new Error('x') instanceof t.ApiError), 'another error is none');
  },

  async 'throws at createApi for a mistake in the configuration'(t) {
    const make = (requests) => () => t.createApi({ baseUrl: '', requests });
    for (const wrong of [
      { a: t.define({ share: true, dedupe: true }) },
      { a: { method: 'GET' } },
      { then: t.define({}) },
    ]) {
      let thrown;
      try {
        make(wrong)();
      } catch (error) {
        thrown = error;
      }
      ok(thrown instanceof TypeError, 'createApi throws a TypeError');
    }
  },
};
