import { refuses, same } from './expect.mjs';

const queryOf = async (t, params, config) => {
  const { call, sent } = t.stub(config);
  const { error } = await call(params);
  if (error) throw error.body;
  return sent[0].url.slice('https://api.test/x'.length);
};

const sentBy = async (t, method, params, config) => {
  const { call, sent } = t.stub({ method, ...config });
  const { error } = await call(params);
  if (error) throw error.body;
  const [{ url, body, headers }] = sent;
  return { url: url.slice('https://api.test'.length), body, type: headers.get('content-type') };
};

export const params = {
  async 'repeats the name for each element of an array'(t) {
    same(await queryOf(t, { a: [1, 'two', true] }), '?a=1&a=two&a=true');
  },

  async 'leaves out null and undefined, in arrays too'(t) {
    same(await queryOf(t, { a: null, b: undefined, c: [null, 1, undefined] }), '?c=1');
  },

  async 'sends zero, false, an empty string and a bigint'(t) {
    same(
      await queryOf(t, { a: 0, b: false, c: '', d: 10n ** 20n }),
      '?a=0&b=false&c=&d=100000000000000000000',
    );
  },

  async 'refuses what has no one text in a query, naming the param'(t) {
    for (const value of [{}, new Date(0), NaN, Infinity, [[1]], [{}], () => 1, Symbol('s')])
      refuses(await t.stub().call({ bad: value }), '"bad"');
  },

  async 'takes a URLSearchParams as the query'(t) {
    same(await queryOf(t, new URLSearchParams('b=1&a=2&b=3')), '?b=1&a=2&b=3');
  },

  async 'works with no arguments and with an empty object'(t) {
    const { call, sent } = t.stub();
    await call();
    await call({});
    same(
      sent.map(({ url }) => url),
      ['https://api.test/x', 'https://api.test/x'],
    );
  },

  async 'sends the params of DELETE, HEAD and OPTIONS in the query'(t) {
    for (const method of ['DELETE', 'HEAD', 'OPTIONS'])
      same(await sentBy(t, method, { a: 1 }), { url: '/x?a=1', body: null, type: null });
  },

  async 'sends the params of POST, PUT and PATCH as JSON'(t) {
    for (const method of ['POST', 'PUT', 'PATCH'])
      same(await sentBy(t, method, { a: 1 }), { url: '/x', body: '{"a":1}', type: 'application/json' });
  },

  async 'flips the place with bodyAs'(t) {
    same(await sentBy(t, 'DELETE', { a: 1 }, { bodyAs: 'body' }), {
      url: '/x',
      body: '{"a":1}',
      type: 'application/json',
    });
    same(await sentBy(t, 'POST', { a: 1 }, { bodyAs: 'query' }), { url: '/x?a=1', body: null, type: null });
  },

  async 'sends no body when all params stand in the path'(t) {
    same(await sentBy(t, 'POST', { id: 1 }, { path: '/:id' }), { url: '/1', body: null, type: null });
  },

  async 'takes a Map with string keys as the object that it spells'(t) {
    const map = new Map([
      ['id', 3],
      ['name', 'x'],
    ]);
    same(await sentBy(t, 'POST', map, { path: '/:id' }), {
      url: '/3',
      body: '{"name":"x"}',
      type: 'application/json',
    });
  },

  async 'takes an object without a prototype'(t) {
    same(await queryOf(t, Object.assign(Object.create(null), { a: 1 })), '?a=1');
  },

  async 'takes an instance by its own fields, even with toJSON'(t) {
    class Point {
      x = 1;
      toJSON() {
        return 'never';
      }
    }
    same((await sentBy(t, 'POST', new Point())).body, '{"x":1}');
  },

  async 'sends an instance that has only toJSON as its JSON'(t) {
    class Money {
      toJSON() {
        return { amount: '1.00' };
      }
    }
    same((await sentBy(t, 'POST', new Money())).body, '{"amount":"1.00"}');
    refuses(await t.stub().call(new Money()), 'Money');
  },

  async 'sends an array as the whole body, and refuses it in the query'(t) {
    same((await sentBy(t, 'POST', [1, { a: 2 }])).body, '[1,{"a":2}]');
    refuses(await t.stub().call([1]), 'Array');
  },

  async 'refuses what is neither fields nor a body, naming its type'(t) {
    class Closed {
      #secret = 1;
      get secret() {
        return this.#secret;
      }
    }
    for (const [value, name] of [
      [new Set([1]), 'a Set'],
      [new Date(0), 'a Date'],
      [new Map([[1, 2]]), 'a Map with non-string keys'],
      [new Closed(), 'a Closed'],
      [Symbol('s'), 'a symbol'],
    ])
      refuses(await t.stub({ method: 'POST' }).call(value), name);
  },

  async 'refuses bodies where the params go in the query'(t) {
    const bytes = new Uint8Array(2);
    for (const value of [
      bytes,
      bytes.buffer,
      new DataView(bytes.buffer),
      new Blob(['x']),
      new FormData(),
      'x',
    ])
      refuses(await t.stub().call(value), 'pass');
  },

  async 'refuses JSON that can not be written'(t) {
    const circular = {};
    circular.self = circular;
    refuses(await t.stub({ method: 'POST' }).call({ circular }), '');
    refuses(await t.stub({ method: 'POST' }).call({ big: 1n }), '');
  },

  async 'never writes to the params that it was given'(t) {
    const given = Object.freeze({ id: 1, list: Object.freeze([1]) });
    same((await sentBy(t, 'POST', given, { path: '/:id' })).body, '{"list":[1]}');
  },
};
