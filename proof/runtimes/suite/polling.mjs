import { fails, ok, same, succeeds } from './expect.mjs';
import { deferred, json, macrotask, needs, pending, withGlobal, written } from './kit.mjs';

const counting = (_url, _init, n) => json(n);

/** Polls until so many answers came in; gives them. */
const answers = (t, call, count, options) =>
  new Promise((resolve) => {
    const heard = [];
    const stop = t.poll(
      call,
      {},
      (result) => {
        heard.push(result.error ? result.error.kind : result.data);
        if (heard.length < count) return;
        stop();
        resolve(heard);
      },
      { every: 1, maxEvery: 1, ...options },
    );
  });

export const polling = {
  async 'asks again and again until it is stopped'(t) {
    const { call, sent } = t.stub({}, counting);
    same(await answers(t, call, 3), [1, 2, 3]);
    await macrotask(10);
    same(sent.length, 3);
  },

  async 'delivers errors too, and goes on'(t) {
    const { call } = t.stub({}, (_url, _init, n) => json(n, n === 1 ? 500 : 200));
    same(await answers(t, call, 2), ['http', 2]);
  },

  async 'asks once with an interval below 1 or without an end'(t) {
    for (const every of [0, -1, NaN, Infinity]) {
      const { call, sent } = t.stub({}, counting);
      await new Promise((resolve) => t.poll(call, {}, resolve, { every }));
      await macrotask(5);
      same(sent.length, 1);
    }
  },

  async 'cancels the request in flight with stop()'(t) {
    let called = 0;
    const { call, sent } = t.stub({}, pending);
    const stop = t.poll(call, {}, () => (called += 1), { every: 1 });
    await macrotask();
    stop();
    await macrotask();
    same([sent.length, sent[0].signal.aborted, called], [1, true, 0]);
  },

  async 'ends with its signal, and sends nothing under one that is aborted'(t) {
    const { call, sent } = t.stub({}, counting);
    const stop = new AbortController();
    const never = () => ok(false, 'no answer is delivered');
    stop.abort();
    t.poll(call, {}, never, { every: 1, signal: stop.signal });
    await macrotask(5);
    same(sent.length, 0);
  },

  async 'goes on when a callback throws, and reports it'(t) {
    const { call } = t.stub({}, counting);
    const thrown = new Error('callback');
    const told = await reported(
      () =>
        new Promise((resolve) => {
          const stop = t.poll(
            call,
            {},
            ({ data }) => {
              if (data === 1) throw thrown;
              stop();
              resolve();
            },
            { every: 1 },
          );
        }),
    );
    same([told.length, told[0] === thrown], [1, true]);
  },

  async 'resolves pollUntil with the answer that is waited for'(t) {
    const { call, sent } = t.stub({}, counting);
    succeeds(await t.pollUntil(call, {}, { every: 1, until: ({ data }) => data === 3 }), 3);
    same(sent.length, 3);
  },

  async 'resolves pollUntil with an error that asking again can not help'(t) {
    for (const status of [400, 404, 410]) {
      const { call, sent } = t.stub({}, () => json({}, status));
      same(fails(await t.pollUntil(call, {}, { every: 1, until: () => true }), 'http').status, status);
      same(sent.length, 1);
    }
  },

  async 'goes on after network errors, 5xx, 408, 429 and 304'(t) {
    const statuses = [0, 500, 408, 429, 304, 200];
    const { call } = t.stub({}, (_url, _init, n) => {
      const status = statuses[n - 1];
      if (status === 0) throw new TypeError('down');
      return status === 304 ? new Response(null, { status }) : json(n, status);
    });
    succeeds(await t.pollUntil(call, {}, { every: 1, maxEvery: 1, until: () => true }), 6);
  },

  async 'gives up with a timeout that names the last request'(t) {
    const { call } = t.stub({ path: '/jobs/:id' }, counting);
    const options = { every: 1, giveUpAfter: 20, until: () => false };
    const result = await t.pollUntil(call, { id: 4 }, options);
    const { body, request } = fails(result, 'timeout');
    same([body.name, request.url, result.response], ['TimeoutError', 'https://api.test/jobs/4', null]);
  },

  async 'ends pollUntil with its signal'(t) {
    const stop = new AbortController();
    const { call } = t.stub({}, pending);
    const result = t.pollUntil(call, {}, { every: 1, signal: stop.signal, until: () => true });
    await macrotask();
    stop.abort();
    fails(await result, 'abort');
  },

  async 'waits as long as Retry-After asks, up to maxEvery'(t) {
    const answer = (_url, _init, n) => json(n, n === 1 ? 429 : 200, { 'retry-after': '3600' });
    const { call } = t.stub({}, answer);
    succeeds(await t.pollUntil(call, {}, { every: 1, maxEvery: 5, until: () => true }), 2);
  },

  'gives each poll its own requests on a server': needs(['no window'], async (t) => {
    const { call, sent } = t.stub({}, counting);
    await Promise.all([answers(t, call, 1), answers(t, call, 1)]);
    same(sent.length, 2);
  }),

  'lets polls of the same thing share one where there is a window': needs(['window'], async (t) => {
    const gate = deferred();
    const { call, sent } = t.stub({}, async (...args) => {
      await gate.promise;
      return counting(...args);
    });
    const both = [answers(t, call, 2), answers(t, call, 2)];
    gate.resolve();
    same(await Promise.all(both), [
      [1, 2],
      [1, 2],
    ]);
    same(sent.length, 2);
  }),

  'looks for a window when a poll begins, and needs no document': needs(['no window'], async (t) => {
    await withGlobal('window', globalThis, async () => {
      const { call, sent } = t.stub({}, counting);
      await Promise.all([answers(t, call, 1), answers(t, call, 1)]);
      same(sent.length, 1);
    });
  }),

  async 'polls a function that somebody wrote'(t) {
    let asked = 0;
    const own = async () => t.testing.successResult((asked += 1));
    same(await answers(t, own, 2), [1, 2]);
    const throwing = async () => {
      throw new Error('x');
    };
    fails(await t.pollUntil(throwing, {}, { every: 1, until: () => true }), 'middleware');
  },

  async 'reports a mistake in the arguments and gives a stop that does nothing'(t) {
    const told = await reported(async () => t.poll(undefined, {}, () => {}, { every: 1 })());
    ok(told[0] instanceof TypeError, 'a TypeError was reported');
    fails(await t.pollUntil(undefined, {}, {}), 'network');
  },
};

/** What is reported while `act` runs: to `reportError` where there is a window, else to the console. */
const reported = async (act) => {
  const told = [];
  const report = (thrown) => told.push(thrown);
  const lines = await written('error', () =>
    typeof window !== 'undefined' && typeof reportError === 'function'
      ? withGlobal('reportError', report, act)
      : act(),
  );
  return [...told, ...lines.map(([thrown]) => thrown)];
};
