import { fails, ok, same, succeeds } from './expect.mjs';
import { json, needs, pending, recorder } from './kit.mjs';

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const fail = () => {
  throw new Error('hostile');
};

export const hostile = {
  async 'keeps the kind of what threw a revoked proxy'(t) {
    const throwing = () => {
      throw revoked();
    };
    fails(await t.stub({}, throwing).call(), 'network');
    fails(await t.stub({ middleware: [throwing] }).call(), 'middleware');
  },

  'takes a revoked proxy for a reason': needs(['abort-reason', 'any abort-reason'], async (t) => {
    const stop = new AbortController();
    stop.abort(revoked());
    fails(await t.stub({}, pending).call({}, { signal: stop.signal }), 'abort');
  }),

  'ends at its deadline although a listener throws into the abort': needs(['abort() throws'], async (t) => {
    const listen = ({ request }, next) => {
      request.signal.addEventListener('abort', fail);
      return next();
    };
    fails(await t.stub({ middleware: [listen], timeout: 5 }, pending).call(), 'timeout');
  }),

  async 'comes home from a getter that throws'(t) {
    const params = Object.defineProperty({}, 'a', { get: fail, enumerable: true });
    for (const method of ['GET', 'POST']) fails(await t.stub({ method }).call(params), 'network');
    const options = Object.defineProperty({}, 'timeout', { get: fail, enumerable: true });
    fails(await t.stub().call({}, options), 'network');
  },

  async 'comes home from a toJSON that throws'(t) {
    fails(await t.stub({ method: 'POST' }).call({ a: { toJSON: fail } }), 'network');
  },

  async 'comes home from a thrown value whose members throw'(t) {
    const thrown = Object.defineProperties({}, { name: { get: fail }, cause: { get: fail } });
    const throwing = () => {
      throw thrown;
    };
    fails(
      await t.stub({ middleware: [throwing] }).call({}, { signal: new AbortController().signal }),
      'middleware',
    );
  },

  async 'comes home from a response whose members throw'(t) {
    const response = Object.defineProperty({ status: 200 }, 'ok', { get: fail });
    fails(await t.stub({}, () => response).call(), 'network');
    const broken = { ok: true, status: 200, statusText: '', headers: new Headers(), text: fail };
    fails(await t.stub({}, () => broken).call(), 'parse');
  },

  async 'reads no option off Object.prototype'(t) {
    const { call, sent } = t.stub({}, () => json(1));
    Object.prototype.timeout = 1;
    Object.prototype.headers = { 'x-polluted': '1' };
    Object.prototype.body = 'polluted';
    try {
      succeeds(await call({}, {}), 1);
    } finally {
      delete Object.prototype.timeout;
      delete Object.prototype.headers;
      delete Object.prototype.body;
    }
    same([sent[0].headers.get('x-polluted'), sent[0].body], [null, null]);
  },

  async 'keeps a __proto__ of a response a plain member'(t) {
    const text = '{"__proto__":{"polluted":1},"a":1}';
    const { call } = t.stub({ middleware: [t.cacheMiddleware()] }, () => new Response(text));
    for (let n = 0; n < 2; n += 1) {
      const { data } = await call();
      same([data.polluted, Object.keys(data)], [undefined, ['__proto__', 'a']]);
    }
    same({}.polluted, undefined);
  },

  async 'takes an endpoint whose name is one of Object'(t) {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'call', 'length'];
    const { fetch } = recorder(() => json(1));
    const requests = Object.fromEntries(names.map((name) => [name, t.define({})]));
    const api = t.createApi({ baseUrl: '', requests, fetch });
    for (const name of names) succeeds(await api[name](), 1);
  },

  async 'has a client that can be awaited'(t) {
    const { api } = t.stub();
    ok((await api) === api, 'the client is no thenable');
  },

  async 'takes a thenable for a Response'(t) {
    const answer = () => ({ then: (resolve) => resolve(json(1)) });
    const api = t.createApi({ baseUrl: '', requests: { call: t.define({}) }, fetch: answer });
    succeeds(await api.call(), 1);
  },

  async 'takes very long params'(t) {
    const long = 'é'.repeat(200_000);
    const { call, sent } = t.stub({ method: 'POST' });
    await call({ long });
    same(JSON.parse(sent[0].body).long.length, 200_000);
    const query = t.stub();
    await query.call({ long });
    same(query.sent[0].url.length, 'https://api.test/x?long='.length + 200_000 * 6);
  },

  async 'writes an ApiError for the console without failing'(t) {
    const { error } = await t.stub({}, () => json({}, 500)).call({ token: 'secret' });
    ok(!String(error).includes('secret') && String(error).startsWith('ApiError: GET /x'), String(error));
    ok(typeof error.stack === 'string' && error.stack.length > 0, 'it has a stack');
  },
};
