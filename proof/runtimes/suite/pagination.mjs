import { fails, same, succeeds, thrownBy } from './expect.mjs';
import { json, macrotask, pending } from './kit.mjs';

/** Three pages, the last without a next one. */
const pages = (url) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1);
  return json({ page, next: page < 3 ? page + 1 : null });
};

const next = ({ next: page }) => page && { page };

const walk = async (iteration) => {
  const seen = [];
  for await (const { data, error } of iteration) seen.push(error ? error.kind : data.page);
  return seen;
};

export const pagination = {
  async 'walks over the pages until there is no next one'(t) {
    same(await walk(t.paginate(t.stub({}, pages).call, {}, { next })), [1, 2, 3]);
  },

  async 'asks for no page before it is wanted'(t) {
    const { call, sent } = t.stub({}, pages);
    for await (const { data } of t.paginate(call, {}, { next })) if (data.page === 2) break;
    same(sent.length, 2);
  },

  async 'stops after maxPages'(t) {
    const { call, sent } = t.stub({}, pages);
    same(await walk(t.paginate(call, {}, { next, maxPages: 2 })), [1, 2]);
    same(sent.length, 2);
  },

  async 'yields an error page and ends'(t) {
    const { call } = t.stub({}, (url, _init, n) => (n === 2 ? json({}, 500) : pages(url)));
    same(await walk(t.paginate(call, {}, { next })), [1, 'http']);
  },

  async 'rejects the iteration with what next throws'(t) {
    const thrown = new Error('mine');
    const fail = () => {
      throw thrown;
    };
    const caught = await thrownBy(() => walk(t.paginate(t.stub({}, pages).call, {}, { next: fail })));
    same(caught === thrown, true);
  },

  async 'ends with its signal'(t) {
    const stop = new AbortController();
    const iteration = t.paginate(t.stub({}, pending).call, {}, { next, signal: stop.signal });
    const first = iteration.next();
    await macrotask();
    stop.abort();
    fails((await first).value, 'abort');
    same((await iteration.next()).done, true);
  },

  async 'waits for a next that is a promise'(t) {
    const iteration = t.paginate(t.stub({}, pages).call, {}, { next: async (page) => next(page) });
    succeeds((await iteration.next()).value, { page: 1, next: 2 });
    succeeds((await iteration.next()).value, { page: 2, next: 3 });
  },
};
