import { fails, ok, refuses, same } from './expect.mjs';

/** The URL that a call is sent to. */
const urlOf = async (t, path, params, baseUrl = 'https://api.test', options = {}) => {
  const { call, sent } = t.stub({ path, ...options }, undefined, { baseUrl });
  const { error } = await call(params);
  return sent[0]?.url ?? error.body.message;
};

export const urls = {
  async 'fills a path param and leaves it out of the query'(t) {
    same(await urlOf(t, '/users/:id', { id: 7 }), 'https://api.test/users/7');
  },

  async 'puts the params of a GET that are not in the path in the query, in their order'(t) {
    const url = await urlOf(t, '/users/:id', { b: 2, id: 7, a: 'one' });
    same(url, 'https://api.test/users/7?b=2&a=one');
  },

  async 'encodes a path value so that it stays one segment'(t) {
    const url = await urlOf(t, '/files/:name', { name: 'a/b c?#%é😀' });
    same(url, 'https://api.test/files/a%2Fb%20c%3F%23%25%C3%A9%F0%9F%98%80');
  },

  async 'takes a bigint and a boolean in the path'(t) {
    same(await urlOf(t, '/:a/:b', { a: 2n ** 64n, b: false }), 'https://api.test/18446744073709551616/false');
  },

  async 'fills a repeated token everywhere'(t) {
    same(await urlOf(t, '/:id/copy/:id', { id: 'x' }), 'https://api.test/x/copy/x');
  },

  async 'ends a token at the first character that is no part of a name'(t) {
    same(await urlOf(t, '/users/:id.json', { id: 5 }), 'https://api.test/users/5.json');
    same(await urlOf(t, '/v1/ops/:name:cancel', { name: 'n' }), 'https://api.test/v1/ops/n:cancel');
  },

  async 'sends a colon that starts no segment as it is written'(t) {
    same(await urlOf(t, '/time/12:30'), 'https://api.test/time/12:30');
  },

  async 'joins baseUrl and path with exactly one slash'(t) {
    same(await urlOf(t, '/x', {}, 'https://api.test/v1///'), 'https://api.test/v1/x');
    same(await urlOf(t, 'x', {}, 'https://api.test/v1'), 'https://api.test/v1/x');
  },

  async 'never lets a path change the host'(t) {
    same(await urlOf(t, '//evil.test/x', {}, ''), '/evil.test/x');
    same(await urlOf(t, 'https://evil.test/x'), 'https://api.test/https://evil.test/x');
  },

  async 'keeps the order baseUrl, path, call in the query'(t) {
    const url = await urlOf(t, '/x?fixed=1', { own: 2 }, 'https://api.test?key=k');
    same(url, 'https://api.test/x?key=k&fixed=1&own=2');
  },

  async 'sends a root-relative baseUrl as it is'(t) {
    same(await urlOf(t, '/x', { q: 1 }, '/api'), '/api/x?q=1');
  },

  async 'encodes the query as URLSearchParams does'(t) {
    const text = "a b+c&d=e~!'()*é😀/?:@";
    const url = await urlOf(t, '/x', { q: text, 'na me[]': 'v' });
    // Spelled out: the URLSearchParams of React Native encodes in its own way.
    const expected = 'a+b%2Bc%26d%3De%7E%21%27%28%29*%C3%A9%F0%9F%98%80%2F%3F%3A%40&na+me%5B%5D=v';
    same(url, `https://api.test/x?q=${expected}`);
  },

  async 'replaces half of a surrogate pair in the query, and no neighbour of it'(t) {
    for (const [q, expected] of [
      ['a\ud800b', 'a%EF%BF%BDb'],
      ['a\udc00b', 'a%EF%BF%BDb'],
      ['\udc00\udc00', '%EF%BF%BD%EF%BF%BD'],
      ['\ud800😀', '%EF%BF%BD%F0%9F%98%80'],
    ])
      same(await urlOf(t, '/x', { q }), `https://api.test/x?q=${expected}`);
  },

  async 'names every missing path param, and the URL with its template'(t) {
    const { call, sent } = t.stub({ path: '/:a/:b' });
    const error = refuses(await call({}), '"a"');
    ok(error.body.message.includes('"b"'), 'the second one is named too');
    same([error.request.url, sent.length], ['https://api.test/:a/:b', 0]);
  },

  async 'refuses path values that have no text of their own'(t) {
    for (const id of [null, '', NaN, Infinity, {}, [1], new Date(0), '.', '..', '\udc00'])
      refuses(await t.stub({ path: '/:id' }).call({ id }), '"id"');
  },

  async 'never takes an inherited property for a path param'(t) {
    refuses(await t.stub({ path: '/:constructor' }).call({}), '"constructor"');
  },

  async 'refuses a fragment in a path or a baseUrl, and escapes one in a value'(t) {
    refuses(await t.stub({ path: '/x#y' }).call(), '#');
    refuses(await t.stub({}, undefined, { baseUrl: 'https://api.test/#' }).call(), 'baseUrl');
    same(await urlOf(t, '/:id', { id: '#1' }), 'https://api.test/%231');
  },

  async 'refuses a token in the query of a path'(t) {
    refuses(await t.stub({ path: '/x?id=:id' }).call({ id: 1 }), ':id');
  },

  async 'refuses a param named after a colon inside a segment'(t) {
    const error = refuses(await t.stub({ path: '/items/v:version' }).call({ version: 2 }), '"version"');
    same(error.request.url, 'https://api.test/items/v:version');
  },

  async 'refuses a line end in a baseUrl'(t) {
    fails(await t.stub({}, undefined, { baseUrl: 'https://api.test/\n' }).call(), 'network');
  },
};
