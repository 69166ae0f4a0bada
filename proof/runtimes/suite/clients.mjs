import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { json, recorder, withGlobal } from './kit.mjs';

const seen = (sent, name) => sent.map(({ headers }) => headers.get(name));

export const clients = {
  async 'has its endpoints as own, enumerable, writable properties'(t) {
    const { api } = t.stub();
    same(Object.keys(api), ['call']);
    api.call = () => 'replaced';
    same(api.call(), 'replaced');
  },

  async 'looks up the global fetch at each call, and calls it unbound'(t) {
    const api = t.createApi({ baseUrl: 'https://api.test', requests: { call: t.define({}) } });
    let self = 'never called';
    const stub = function () {
      self = this;
      return Promise.resolve(json('stubbed'));
    };
    await withGlobal('fetch', stub, async () => succeeds(await api.call(), 'stubbed'));
    ok(self === undefined || self === globalThis, 'no object of homing is its this');
  },

  async 'works with functions taken off the client'(t) {
    const { call } = t.stub({}, () => json(1)).api;
    succeeds(await call(), 1);
  },

  async 'tells the headers of an endpoint'(t) {
    const { call } = t.stub({ headers: { 'X-B': '2' } }, undefined, { headers: { 'X-A': '1' } });
    same(call.getHeaders(), { 'x-a': '1', 'x-b': '2' });
  },

  async 'sends added headers through a copy, and none through the client'(t) {
    const { api, sent } = t.stub();
    await api.withHeaders({ 'X-User': 'a' }).call();
    await t.withHeaders(api, { 'x-user': 'b' }).call();
    await api.call();
    same(seen(sent, 'x-user'), ['a', 'b', null]);
  },

  async 'lets headers of the endpoint and the call win over added ones'(t) {
    const { api, sent } = t.stub({ headers: { a: 'endpoint' } });
    await api.withHeaders({ a: 'copy', b: 'copy' }).call({}, { headers: { b: 'call' } });
    same([seen(sent, 'a'), seen(sent, 'b')], [['endpoint'], ['call']]);
  },

  async 'chains copies'(t) {
    const { api, sent } = t.stub();
    await api.withHeaders({ a: '1', b: '1' }).withHeaders({ b: '2' }).call();
    same([seen(sent, 'a'), seen(sent, 'b')], [['1'], ['2']]);
  },

  async 'keeps one cache for all copies, keyed by their headers'(t) {
    const { api, sent } = t.stub({}, (_url, _init, n) => json(n), { middleware: [t.cacheMiddleware()] });
    const user = { authorization: 'a' };
    succeeds(await api.withHeaders(user).call(), 1);
    succeeds(await api.withHeaders({ ...user }).call(), 1);
    succeeds(await api.withHeaders({ authorization: 'b' }).call(), 2);
    same(sent.length, 2);
  },

  async 'says so when it is given what only looks like a client'(t) {
    const { api } = t.stub();
    const error = fails(await t.withHeaders({ ...api }, { a: '1' }).call(), 'network');
    includes(error.body.message, 'withHeaders');
  },

  async 'makes each call through a copy with an invalid header a network error'(t) {
    const { api, sent } = t.stub();
    fails(await api.withHeaders({ 'x-a': 'a\nb' }).call(), 'network');
    same(sent.length, 0);
  },

  async 'takes an instance of Request as an endpoint'(t) {
    const { sent, fetch } = recorder();
    const requests = { call: new t.Request({ method: 'GET', path: '/own/:id' }) };
    await t.createApi({ baseUrl: '', requests, fetch }).call({ id: 1 });
    same(sent[0].url, '/own/1');
  },

  async "leaves the platform's Request alone"(t) {
    ok(t.Request !== globalThis.Request, "homing's Request is its own");
  },
};
