import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { json, macrotask, needs, pending, silent } from './kit.mjs';

/** Calls with a signal, and aborts it as soon as the request is on its way. */
const abortedBy = async (t, reason, answer = pending) => {
  const stop = new AbortController();
  const result = t.stub({}, answer).call({}, { signal: stop.signal });
  await macrotask();
  stop.abort(reason);
  return result;
};

export const aborts = {
  async 'ends a call with its signal'(t) {
    const result = await abortedBy(t, undefined);
    const error = fails(result, 'abort');
    same([error.status, error.body.name, result.response], [0, 'AbortError', null]);
  },

  'has the reason as the body, whatever it is': needs(['abort-reason'], async (t) => {
    for (const reason of [
      new Error('mine'),
      'a text',
      42,
      null,
      Object.assign(new Error(), { name: 'TimeoutError' }),
    ])
      ok(fails(await abortedBy(t, reason), 'abort').body === reason, `the body is ${String(reason)}`);
  }),

  async 'ends a call whose fetch listens to no signal'(t) {
    fails(await abortedBy(t, undefined, silent), 'abort');
  },

  async 'sends nothing when the signal is aborted already'(t) {
    const stop = new AbortController();
    stop.abort();
    const { call, sent } = t.stub();
    fails(await call({}, { signal: stop.signal }), 'abort');
    same(sent.length, 0);
  },

  "calls a signal of the caller's own an abort, also when it is a timeout": needs(
    ['AbortSignal.timeout'],
    async (t) => {
      const { call } = t.stub({}, pending);
      const error = fails(await call({}, { signal: AbortSignal.timeout(5) }), 'abort');
      same(error.body.name, 'TimeoutError');
    },
  ),

  'takes a signal that was combined of others': needs(['AbortSignal.any'], async (t) => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, new AbortController().signal]);
    const result = t.stub({}, pending).call({}, { signal });
    await macrotask();
    stop.abort();
    fails(await result, 'abort');
  }),

  async 'ends many calls with one signal'(t) {
    const stop = new AbortController();
    const { call } = t.stub({}, pending);
    const results = Array.from({ length: 30 }, () => call({}, { signal: stop.signal }));
    await macrotask();
    stop.abort();
    for (const result of await Promise.all(results)) fails(result, 'abort');
  },

  async 'leaves no listener on a signal that lives longer than the call'(t) {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args) => (listeners++, addEventListener.apply(signal, args));
    signal.removeEventListener = (...args) => (listeners--, removeEventListener.apply(signal, args));
    const { call } = t.stub({ timeout: 60_000 });
    for (let n = 0; n < 3; n += 1) succeeds(await call({}, { signal }));
    same(listeners, 0);
  },

  async 'does not end a call that has its answer'(t) {
    const stop = new AbortController();
    const result = await t.stub({}, () => json(1)).call({}, { signal: stop.signal });
    stop.abort();
    succeeds(result, 1);
  },

  async 'ends a stuck chain'(t) {
    const stop = new AbortController();
    const heard = [];
    const { call, sent } = t.stub({ middleware: [silent] }, undefined, {
      onError: (error) => heard.push(error),
    });
    const result = call({}, { signal: stop.signal });
    await macrotask();
    stop.abort();
    same([fails(await result, 'abort').status, sent.length, heard.length], [0, 0, 0]);
  },

  async 'takes a signal that a middleware installs'(t) {
    for (const [name, kind] of [
      ['TimeoutError', 'timeout'],
      ['Other', 'abort'],
    ]) {
      const stop = new AbortController();
      const install = ({ request }, next) => {
        request.signal = stop.signal;
        return next();
      };
      const result = t.stub({ middleware: [install] }, pending).call();
      await macrotask();
      const reason = Object.assign(new Error('x'), { name });
      stop.abort(reason);
      // Where signals have no reason, a timeout can't be told from an abort.
      fails(await result, stop.signal.reason === reason ? kind : 'abort');
    }
  },

  "ends a request with the call's deadline although a middleware installed another signal": async (t) => {
    const install = ({ request }, next) => {
      request.signal = new AbortController().signal;
      return next();
    };
    fails(await t.stub({ middleware: [install], timeout: 5 }, pending).call(), 'timeout');
  },

  async 'refuses a signal that is none'(t) {
    const error = fails(await t.stub().call({}, { signal: {} }), 'network');
    includes(error.body.message, 'signal');
  },

  async 'takes null for no signal'(t) {
    succeeds(await t.stub({}, () => json(1)).call({}, { signal: null }), 1);
  },

  async 'has a reason for every abort'(t) {
    const reasons = [];
    const look = async ({ request }, next) => {
      const result = await next();
      reasons.push(request.signal.reason.name);
      return result;
    };
    const middleware = [look];
    fails(await t.stub({ middleware, timeout: 5 }, pending).call(), 'timeout');
    const stop = new AbortController();
    const result = t.stub({ middleware }, pending).call({}, { signal: stop.signal });
    await macrotask();
    stop.abort();
    same(fails(await result, 'abort').body.name, 'AbortError');
    same(reasons, ['TimeoutError', 'AbortError']);
  },

  async "calls a middleware's own error after an abort a middleware error"(t) {
    const stop = new AbortController();
    const unrelated = new Error('unrelated');
    const middleware = async ({ request }) => {
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      throw unrelated;
    };
    const result = t.stub({ middleware: [middleware] }).call({}, { signal: stop.signal });
    await macrotask();
    stop.abort();
    ok(fails(await result, 'middleware').body === unrelated, 'the body is what it threw');
  },
};
