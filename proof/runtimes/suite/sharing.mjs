import { fails, ok, same, succeeds } from './expect.mjs';
import { deferred, json, macrotask, needs, pending, silent } from './kit.mjs';

/** An endpoint with `share` whose request is held until `open()`. */
const held = (t, config, answer = () => json({ list: [1] })) => {
  const gate = deferred();
  const stub = t.stub({ share: true, ...config }, async (...args) => {
    await gate.promise;
    return answer(...args);
  });
  return { ...stub, open: gate.resolve };
};

export const sharing = {
  async 'sends identical calls in flight once, and gives each its own data'(t) {
    const { call, sent, open } = held(t);
    const calls = [call(), call(), call()];
    open();
    const [a, b, c] = await Promise.all(calls);
    for (const result of [a, b, c]) succeeds(result, { list: [1] });
    ok(a.data !== b.data && b.data !== c.data, 'no data is shared');
    same(sent.length, 1);
  },

  async 'sends anew once the request is over'(t) {
    const { call, sent, open } = held(t);
    open();
    await call();
    await call();
    same(sent.length, 2);
  },

  async 'tells calls apart by URL, headers and body, and not by tracing headers'(t) {
    const { call, sent, open } = held(t, { method: 'POST' });
    const calls = [
      call({ a: 1 }),
      call({ a: 1 }, { headers: { traceparent: 'x', 'x-request-id': '1', 'acme-trace': '2' } }),
      call({ a: 2 }),
      call({ a: 1 }, { headers: { authorization: 'x' } }),
    ];
    open();
    await Promise.all(calls);
    same(sent.length, 3);
  },

  async 'shares URLSearchParams bodies, and no binary ones'(t) {
    const { call, sent, open } = held(t, { method: 'POST' });
    const make = [() => new URLSearchParams('a=1'), () => new Uint8Array([1])];
    const calls = make.flatMap((body) => [call(body()), call(body())]);
    open();
    await Promise.all(calls);
    same(sent.length, 3);
  },

  async 'lets one caller go and answers the others'(t) {
    const stop = new AbortController();
    const { call, sent, open } = held(t);
    const leaving = call({}, { signal: stop.signal });
    const staying = call();
    await macrotask();
    stop.abort();
    fails(await leaving, 'abort');
    ok(!sent[0].signal.aborted, 'the request goes on');
    open();
    succeeds(await staying, { list: [1] });
  },

  async 'aborts the request when the last caller has left'(t) {
    const heard = [];
    const stops = [new AbortController(), new AbortController()];
    const onError = (error) => heard.push(error);
    const { call, sent } = t.stub({ share: true }, pending, { onError });
    const calls = stops.map(({ signal }) => call({}, { signal }));
    await macrotask();
    for (const stop of stops) stop.abort();
    for (const result of await Promise.all(calls)) fails(result, 'abort');
    same([sent.length, sent[0].signal.aborted, heard.length], [1, true, 0]);
  },

  async 'ends a shared request at its own deadline, for all'(t) {
    const heard = [];
    const onError = ({ kind }) => heard.push(kind);
    const { call, sent } = t.stub({ share: true, timeout: 10 }, silent, { onError });
    const results = await Promise.all([call(), call({}, { timeout: 0 })]);
    for (const result of results) fails(result, 'timeout');
    same([sent.length, heard], [1, ['timeout', 'timeout']]);
  },

  async 'reports a failure of the shared request once'(t) {
    const heard = [];
    const { call } = t.stub({ share: true }, () => json({}, 500), {
      onError: ({ status }) => heard.push(status),
    });
    await Promise.all([call(), call()]);
    same(heard, [500]);
  },

  async 'hands the same Blob to all callers'(t) {
    const { call, open } = held(t, { responseType: 'blob' });
    const calls = [call(), call()];
    open();
    const [a, b] = await Promise.all(calls);
    ok(a.data === b.data && a.data.size > 0, 'one Blob');
  },

  async 'reads a shared body once for callers that come in while it is read'(t) {
    const { call, sent, open } = held(t, { responseType: 'text' });
    open();
    const results = await Promise.all([call(), Promise.resolve().then(() => call())]);
    for (const result of results) succeeds(result, '{"list":[1]}');
    same(sent.length, 1);
  },

  async 'ends the older call of an endpoint with dedupe'(t) {
    const { call, sent } = t.stub({ dedupe: true }, (url, init, n) =>
      n === 1 ? pending(url, init) : json(n),
    );
    const older = call({ q: 1 });
    await macrotask();
    succeeds(await call({ q: 2 }), 2);
    const { body } = fails(await older, 'abort');
    same([body.name, sent[0].signal.aborted], ['AbortError', true]);
  },

  async 'sends nothing for a superseded call that a middleware held back'(t) {
    const gate = deferred();
    let held = 0;
    const wait = async (_ctx, next) => {
      held += 1;
      if (held === 1) await gate.promise;
      return next();
    };
    const { call, sent } = t.stub({ dedupe: true, middleware: [wait] });
    const older = call({ q: 1 });
    succeeds(await call({ q: 2 }));
    gate.resolve();
    fails(await older, 'abort');
    same(sent.length, 1);
  },

  'cancels the body of a superseded call': needs(['ReadableStream'], async (t) => {
    const { call } = t.stub({ dedupe: true }, (_url, _init, n) =>
      n === 1 ? new Response(new ReadableStream({})) : json(n),
    );
    const older = call();
    await macrotask();
    succeeds(await call(), 2);
    fails(await older, 'abort');
  }),
};
