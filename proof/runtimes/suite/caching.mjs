import { fails, ok, same, succeeds } from './expect.mjs';
import { deferred, json, needs, withGlobal } from './kit.mjs';

const counting = (_url, _init, n) => json({ n });

const cached = (t, config, options, answer = counting) => {
  const cache = t.cacheMiddleware(options);
  return { cache, ...t.stub({ middleware: [cache], ...config }, answer) };
};

/** A store outside of the process, as an application would write it. */
class RemoteStore {
  hashKeys = true;
  entries = new Map();
  async get(key) {
    const text = this.entries.get(key);
    return text && JSON.parse(text);
  }
  async set(key, entry) {
    this.entries.set(key, JSON.stringify(entry));
  }
  async delete(key) {
    this.entries.delete(key);
  }
  async clear() {
    this.entries.clear();
  }
}

export const caching = {
  async 'answers an equal call from memory'(t) {
    const { call, sent } = cached(t);
    succeeds(await call({ b: 1, a: 2 }), { n: 1 });
    const second = await call({ a: 2, b: 1 });
    succeeds(second, { n: 1 });
    same(
      [sent.length, second.response.status, second.response.headers.get('content-type')],
      [1, 200, 'application/json'],
    );
  },

  async 'tells calls apart by params, headers and fetch options'(t) {
    const { call, sent } = cached(t);
    for (const [params, options] of [
      [{ a: 1 }],
      [{ a: 2 }],
      [{ a: 1 }, { headers: { authorization: 'x' } }],
      [{ a: 1 }, { fetchOptions: { credentials: 'include' } }],
    ])
      await call(params, options);
    same(sent.length, 4);
  },

  async 'keys nested content, Dates, Maps, Sets and bytes by what is in them'(t) {
    const { call, sent } = cached(t, { method: 'POST' });
    const params = () => ({
      at: new Date(0),
      map: new Map([[1, { a: 1 }]]),
      set: new Set(['x']),
      bytes: new Uint8Array([1, 2]),
      list: [{ b: 1, a: undefined }],
    });
    await call(params());
    await call(params());
    same(sent.length, 1);
    await call({ ...params(), bytes: new Uint8Array([1, 3]) });
    same(sent.length, 2);
  },

  async 'never caches what can not be keyed'(t) {
    const { call, sent } = cached(t, { method: 'POST' });
    for (const value of [new Blob(['x']), new FormData(), new URLSearchParams('a=1'), new ArrayBuffer(1)]) {
      await call({ value });
      await call({ value });
    }
    same(sent.length, 8);
  },

  async 'never caches an error'(t) {
    const { call } = cached(t, {}, {}, (_url, _init, n) => json({ n }, n === 1 ? 500 : 200));
    fails(await call(), 'http');
    succeeds(await call(), { n: 2 });
  },

  async 'forgets everything with clear(), what is in flight too'(t) {
    const gate = deferred();
    const { cache, call } = cached(t, {}, {}, async (_url, _init, n) => {
      if (n === 1) await gate.promise;
      return json({ n });
    });
    const first = call();
    cache.clear();
    gate.resolve();
    succeeds(await first, { n: 1 });
    succeeds(await call(), { n: 2 });
    succeeds(await call(), { n: 2 });
  },

  async 'hands out copies that callers may change'(t) {
    const { call } = cached(t, {}, {}, () => json({ list: [1] }));
    const first = await call();
    first.data.list.push(2);
    const second = await call();
    second.data.list.push(3);
    succeeds(await call(), { list: [1] });
  },

  async 'keeps maxSize answers, the oldest goes first'(t) {
    const { call, sent } = cached(t, {}, { maxSize: 1 });
    await call({ a: 1 });
    await call({ a: 2 });
    await call({ a: 1 });
    same(sent.length, 3);
  },

  async 'caches only the methods that it is told'(t) {
    const { call, sent } = cached(t, { method: 'POST' }, { methods: ['GET'] });
    await call();
    await call();
    same(sent.length, 2);
  },

  async 'runs the call again with retry() of an answer from memory'(t) {
    const { call } = cached(t);
    await call();
    succeeds(await (await call()).retry(), { n: 1 });
  },

  'keeps answers in a store of the user, under hashed keys': needs(['crypto.subtle'], async (t) => {
    const store = new RemoteStore();
    const { call, sent } = cached(t, {}, { store });
    const secret = { headers: { authorization: 'Bearer secret' } };
    succeeds(await call({}, secret), { n: 1 });
    while (store.entries.size === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    succeeds(await call({}, secret), { n: 1 });
    same(sent.length, 1);
    ok(/^[\da-f]{64}$/.test([...store.entries.keys()][0]), 'the key is a hash');
  }),

  async 'answers without the store of the user where there is no crypto.subtle'(t) {
    const store = new RemoteStore();
    const { call } = cached(t, {}, { store });
    await withGlobal('crypto', undefined, async () => {
      succeeds(await call(), { n: 1 });
      succeeds(await call(), { n: 2 });
    });
    same(store.entries.size, 0);
  },

  async 'is a miss where a store fails'(t) {
    const failing = () => Promise.reject(new Error('down'));
    const store = { get: failing, set: failing, delete: failing, clear: failing };
    const { cache, call } = cached(t, {}, { store });
    succeeds(await call(), { n: 1 });
    cache.clear();
    succeeds(await call(), { n: 2 });
  },
};
