import { fails, ok, same, succeeds } from './expect.mjs';
import { needs } from './kit.mjs';

const SERVER = ['server'];

let names = 0;
/** A name that the server knows nothing of yet. */
const fresh = () => `${Date.now()}-${(names += 1)}`;

/** Resolves when the server has seen this, so many times. */
const when = async (t, event, name, count = 1) => {
  const result = await t.real({ path: '/when/:event/:name/:count' }).call({ event, name, count });
  succeeds(result, { n: count });
};

/** How often the server has seen this. */
const seen = async (t, event, name) =>
  (await t.real({ path: '/seen/:event/:name' }).call({ event, name })).data.n;

/** Calls with longer and longer deadlines, until the request got to the server before its deadline passed. */
const timesOut = async (t, path) => {
  for (const timeout of [100, 1000, 5000]) {
    const name = fresh();
    fails(await t.real({ path, timeout }).call({ name }), 'timeout');
    if ((await seen(t, 'asked', name)) > 0) return when(t, 'closed', name);
  }
  throw new Error('the request never got to the server');
};

export const wireEnds = {
  'calls a connection that is refused a network error': needs(SERVER, async (t) => {
    const { data } = await t.real({ path: '/refused' }).call();
    const api = t.real({ timeout: 10_000 }, { baseUrl: data.url });
    const error = fails(await api.call(), 'network');
    ok(error.body instanceof Error, 'the body is what fetch threw');
  }),

  'calls a connection that breaks before the headers a network error': needs(SERVER, async (t) => {
    fails(await t.real({ path: '/reset', method: 'POST' }).call(), 'network');
  }),

  'calls a body that breaks off a parse error with its status': needs(SERVER, async (t) => {
    const error = fails(await t.real({ path: '/short/200' }).call(), 'parse');
    same(error.status, 200);
    ok(error.body instanceof Error && error.cause === error.body, 'the body is what the read threw');
  }),

  'calls an error whose body breaks off an http error': needs(SERVER, async (t) => {
    const { status, body } = fails(await t.real({ path: '/short/503' }).call(), 'http');
    same([status, body], [503, null]);
  }),

  'calls gzip that is none a parse error': needs(SERVER, async (t) => {
    fails(await t.real({ path: '/bad-gzip' }).call(), 'parse');
  }),

  'closes the connection at the deadline': needs(SERVER, async (t) => {
    await timesOut(t, '/hang/:name');
  }),

  'closes the connection when the signal aborts': needs(SERVER, async (t) => {
    const name = fresh();
    const stop = new AbortController();
    const result = t.real({ path: '/hang/:name' }).call({ name }, { signal: stop.signal });
    await when(t, 'asked', name);
    stop.abort();
    fails(await result, 'abort');
    await when(t, 'closed', name);
  }),

  'ends at the deadline while the body comes in': needs(SERVER, async (t) => {
    await timesOut(t, '/stall/:name');
  }),

  'ends with the signal while the body of an error comes in': needs(SERVER, async (t) => {
    const name = fresh();
    const stop = new AbortController();
    const result = t.real({ path: '/stall/:name/500' }).call({ name }, { signal: stop.signal });
    await when(t, 'asked', name);
    stop.abort();
    fails(await result, 'abort');
    await when(t, 'closed', name);
  }),

  'closes the connection of a superseded call': needs(SERVER, async (t) => {
    const name = fresh();
    const { call } = t.real({ path: '/hang/:name', dedupe: true });
    const stop = new AbortController();
    const older = call({ name });
    await when(t, 'asked', name);
    const newer = call({ name: fresh() }, { signal: stop.signal });
    fails(await older, 'abort');
    await when(t, 'closed', name);
    stop.abort();
    fails(await newer, 'abort');
  }),

  'closes a shared connection when the last caller has left': needs(SERVER, async (t) => {
    const name = fresh();
    const stops = [new AbortController(), new AbortController()];
    const { call } = t.real({ path: '/hang/:name', share: true });
    const calls = stops.map(({ signal }) => call({ name }, { signal }));
    await when(t, 'asked', name);
    for (const stop of stops) stop.abort();
    for (const result of await Promise.all(calls)) fails(result, 'abort');
    await when(t, 'closed', name);
  }),

  'sends identical calls in flight once': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/count/:name', share: true });
    const name = fresh();
    const results = await Promise.all([call({ name }), call({ name }), call({ name })]);
    for (const result of results) succeeds(result, { n: 1 });
  }),

  'tries again as Retry-After asks': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/flaky/:name', middleware: [t.retryMiddleware()] });
    succeeds(await call({ name: fresh() }), { n: 3 });
  }),

  'answers an equal call from memory': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/count/:name', middleware: [t.cacheMiddleware()] });
    const name = fresh();
    succeeds(await call({ name }), { n: 1 });
    succeeds(await call({ name }), { n: 1 });
  }),

  'polls until the answer is there': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/count/:name' });
    const until = ({ data }) => data.n === 3;
    succeeds(await t.pollUntil(call, { name: fresh() }, { every: 1, until }), { n: 3 });
  }),

  'closes the connection of a poll that is stopped': needs(SERVER, async (t) => {
    const name = fresh();
    const { call } = t.real({ path: '/hang/:name' });
    const stop = t.poll(call, { name }, () => {}, { every: 1 });
    await when(t, 'asked', name);
    stop();
    await when(t, 'closed', name);
  }),
};
