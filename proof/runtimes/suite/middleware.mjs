import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { json } from './kit.mjs';

const noting = (notes, name) => async (_ctx, next) => {
  notes.push(`${name} in`);
  const result = await next();
  notes.push(`${name} out`);
  return result;
};

export const middleware = {
  async 'runs client, endpoint and call middleware from the outside in'(t) {
    const notes = [];
    const { call } = t.stub({ middleware: [noting(notes, 'endpoint')] }, undefined, {
      middleware: [noting(notes, 'client')],
    });
    await call({}, { middleware: [noting(notes, 'call')] });
    same(notes, ['client in', 'endpoint in', 'call in', 'call out', 'endpoint out', 'client out']);
  },

  async 'sends what a middleware made of the request'(t) {
    const change = ({ request }, next) => {
      request.url += '?added=1';
      request.headers.set('Authorization', 'Bearer x');
      request.fetchOptions.redirect = 'manual';
      request.method = 'PUT';
      request.body = 'other';
      return next();
    };
    const { call, sent } = t.stub({ method: 'POST', middleware: [change] });
    await call({ a: 1 });
    const [{ url, method, body, headers, init }] = sent;
    same(
      [url, method, body, headers.get('authorization'), init.redirect],
      ['https://api.test/x?added=1', 'PUT', 'other', 'Bearer x', 'manual'],
    );
  },

  async 'tells a middleware what is called'(t) {
    let seen;
    const look = ({ request, requestName }, next) => {
      const { method, path, url, params } = request;
      seen = { method, path, url, params, requestName };
      return next();
    };
    await t.stub({ path: '/u/:id', middleware: [look] }).call({ id: 1 });
    const url = 'https://api.test/u/1';
    same(seen, { method: 'GET', path: '/u/:id', url, params: { id: 1 }, requestName: 'call' });
  },

  async 'lets a middleware answer without a request'(t) {
    const answer = () => Promise.resolve({ data: 'own', error: null, response: null });
    const { call, sent } = t.stub({ middleware: [answer] });
    const result = await call();
    succeeds(result, 'own');
    same([sent.length, typeof result.retry], [0, 'function']);
  },

  async 'runs everything behind it again with a second next()'(t) {
    const twice = async (_ctx, next) => {
      await next();
      return next();
    };
    succeeds(await t.stub({ middleware: [twice] }, (_url, _init, n) => json(n)).call(), 2);
  },

  async 'gives what a middleware throws as a middleware error'(t) {
    for (const thrown of [new Error('x'), 'text', null, undefined, 0]) {
      const throwing = () => {
        throw thrown;
      };
      const { body } = fails(await t.stub({ middleware: [throwing] }).call(), 'middleware');
      same(body, thrown === undefined ? null : thrown);
    }
  },

  async 'rejects next() with what an inner middleware threw'(t) {
    const inner = () => Promise.reject(new Error('inner'));
    const outer = async (_ctx, next) => {
      try {
        return await next();
      } catch (error) {
        return { data: error.message, error: null, response: null };
      }
    };
    succeeds(await t.stub({ middleware: [outer, inner] }).call(), 'inner');
  },

  async 'says so when a middleware gives no Result'(t) {
    for (const given of [undefined, null, new Response('x'), {}, 42]) {
      const { body } = fails(await t.stub({ middleware: [async () => given] }).call(), 'middleware');
      ok(body instanceof TypeError, 'a TypeError');
    }
  },

  async 'says so when an entry is no middleware'(t) {
    const { body } = fails(await t.stub({ middleware: [42] }).call(), 'middleware');
    ok(body instanceof TypeError, 'a TypeError');
  },

  async 'skips a middleware by reference'(t) {
    const notes = [];
    const skipped = noting(notes, 'skipped');
    const { call } = t.stub({ middleware: [skipped, noting(notes, 'kept')] });
    await call({}, { skipMiddleware: [skipped] });
    same(notes, ['kept in', 'kept out']);
  },

  async 'takes a plugin with hooks wherever a middleware is taken'(t) {
    class Stamp extends t.Plugin {
      onRequest({ request }) {
        request.headers.set('x-stamp', this.name);
      }
      onResult(result) {
        return { ...result, data: 'replaced' };
      }
    }
    const { call, sent } = t.stub({ middleware: [new Stamp()] });
    succeeds(await call(), 'replaced');
    same(sent[0].headers.get('x-stamp'), Stamp.name);
  },

  async 'gives what a hook throws as a middleware error'(t) {
    class Broken extends t.Plugin {
      async onResult() {
        throw new Error('hook');
      }
    }
    includes(fails(await t.stub({ middleware: [new Broken()] }).call(), 'middleware').body.message, 'hook');
  },

  async 'merges headers and fetch options of client, endpoint and call'(t) {
    const { call, sent } = t.stub(
      { headers: { 'X-B': 'endpoint', 'x-c': 'endpoint' }, fetchOptions: { redirect: 'error' } },
      undefined,
      {
        headers: { 'x-a': 'client', 'x-b': 'client' },
        fetchOptions: { keepalive: true, redirect: 'follow' },
      },
    );
    await call({}, { headers: { 'X-C': 'call' }, fetchOptions: { redirect: undefined } });
    const [{ headers, init }] = sent;
    const names = ['x-a', 'x-b', 'x-c'].map((name) => headers.get(name));
    same([...names, init.redirect, init.keepalive], ['client', 'endpoint', 'call', 'error', true]);
  },

  async 'takes headers as an object, as pairs and as Headers'(t) {
    for (const headers of [{ 'X-A': '1' }, [['x-a', '1']], new Headers({ 'x-a': '1' })]) {
      const { call, sent } = t.stub();
      await call({}, { headers });
      same(sent[0].headers.get('x-a'), '1');
    }
  },

  async 'refuses a header that is invalid, without its value'(t) {
    const error = fails(await t.stub({ headers: { 'x-token': 'se\ncret' } }).call(), 'network');
    includes(error.message, 'x-token');
    ok(!error.message.includes('cret'), 'the value is not in it');
    fails(await t.stub({ headers: { 'na me': 'x' } }).call(), 'network');
  },

  async 'exports the same classes from both doors'(t) {
    for (const name of ['retryMiddleware', 'cacheMiddleware', 'logMiddleware', 'Plugin', 'RetryPlugin'])
      ok(t[name] === t.middleware[name], `${name} is one`);
  },
};
