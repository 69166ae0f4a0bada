// What sharing, deadlines, signals and dedupe cost, and what they leave behind. The network is a stub.
// It prints and judges nothing: times depend on the machine, what grows with what does not.
//
// npm run bench:share
import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApi, defineRequest } from '../dist/index.js';
import { interleaved } from './measure.mjs';
import { bareStub } from './stubs.mjs';

const CALLERS = 10_000;
const JOINS = 2_000;
const IN_FLIGHT = [1, 1_000, 10_000];
const CALLS_WITH_ONE_SIGNAL = 200_000;
const ROUNDS = 15;
const TEXT = '{"id":1,"name":"Ada","role":"admin"}';

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const microseconds = (ms, times) => (ms * 1000) / times;

const print = (label, value) => console.log(`  ${label.padEnd(52)}${value}`);

/** A fetch that answers when told to, and counts how often it was called and a body of it was read. */
const heldStub = () => {
  const stub = { requests: 0, reads: 0, answer: undefined, fetch: undefined };
  const answered = new Promise((resolve) => (stub.answer = resolve));
  const text = () => {
    stub.reads += 1;
    return Promise.resolve(TEXT);
  };
  stub.fetch = async () => {
    stub.requests += 1;
    await answered;
    return { ok: true, status: 200, statusText: 'OK', text };
  };
  return stub;
};

const clientOf = (fetch, endpoint = {}) =>
  createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch,
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id', ...endpoint }) },
  });

/** Milliseconds that parsing the text takes for all callers, each of whom has data of its own. */
const timeParse = () => {
  const start = performance.now();
  const parsed = Array.from({ length: CALLERS }, () => JSON.parse(TEXT));
  return parsed.length === CALLERS ? performance.now() - start : NaN;
};

const timeShared = async () => {
  const stub = heldStub();
  const api = clientOf(stub.fetch, { share: true });
  const start = performance.now();
  const calls = Array.from({ length: CALLERS }, () => api.getUser({ id: 1 }));
  const joined = performance.now();
  stub.answer();
  const results = await Promise.all(calls);
  const end = performance.now();
  if (results.some(({ data }) => data?.id !== 1)) throw new Error('A caller came home without the data.');
  return { total: end - start, joining: joined - start, reads: stub.reads, requests: stub.requests };
};

const benchCallers = async () => {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ...(await timeShared()), parse: timeParse() });
  const each = (pick) => microseconds(median(rounds.map(pick)), CALLERS).toFixed(2);
  console.log(`\n${CALLERS} callers of one shared request`);
  print('requests sent', Math.max(...rounds.map(({ requests }) => requests)));
  print('times the body was read', Math.max(...rounds.map(({ reads }) => reads)));
  print(
    'µs per caller',
    each(({ total }) => total),
  );
  print(
    '  of which joining, until the call has returned',
    each(({ joining }) => joining),
  );
  print(
    '  of which JSON.parse of its own copy',
    each(({ parse }) => parse),
  );
  print(
    'µs per caller besides JSON.parse',
    each(({ total, parse }) => total - parse),
  );
};

/** Milliseconds that the joins take, while so many requests are in flight: of `spread` of them in turn. */
const timeJoins = async (inFlight, spread) => {
  const stub = heldStub();
  const api = clientOf(stub.fetch, { share: true });
  const sent = Array.from({ length: inFlight }, (_, id) => api.getUser({ id }));
  // What was made to set the scene is not to be collected at the cost of what is measured.
  globalThis.gc();
  const start = performance.now();
  const joined = Array.from({ length: JOINS }, (_, at) => api.getUser({ id: at % spread }));
  const time = performance.now() - start;
  stub.answer();
  await Promise.all([...sent, ...joined]);
  if (stub.requests !== inFlight) throw new Error(`${stub.requests} requests were sent for ${inFlight}.`);
  return time;
};

/** Needs `--expose-gc`. Joining each in turn meets cold memory; joining one shows what the lookup itself costs. */
const benchJoining = async () => {
  const cases = IN_FLIGHT.map((inFlight) => ({ inFlight, one: [], each: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { inFlight, one, each } of cases) {
      one.push(await timeJoins(inFlight, 1));
      each.push(await timeJoins(inFlight, inFlight));
    }
  }
  const shown = (list) => microseconds(median(list), JOINS).toFixed(2);
  console.log('\nµs to join a request, by how many distinct ones are in flight: one of them, each in turn');
  for (const { inFlight, one, each } of cases)
    print(`${inFlight} in flight`, `${shown(one)}${shown(each).padStart(8)}`);
};

const benchOptions = async () => {
  const plain = clientOf(bareStub);
  const endpointTimeout = clientOf(bareStub, { timeout: 10_000 });
  const dedupe = clientOf(bareStub, { dedupe: true });
  const share = clientOf(bareStub, { share: true });
  const { signal } = new AbortController();
  const times = await interleaved(
    new Map([
      ['no options', (id) => plain.getUser({ id })],
      ['empty options on the call', (id) => plain.getUser({ id }, {})],
      ['timeout on the endpoint', (id) => endpointTimeout.getUser({ id })],
      ['timeout on the call', (id) => plain.getUser({ id }, { timeout: 10_000 })],
      ['signal on the call', (id) => plain.getUser({ id }, { signal })],
      ['timeout and signal on the call', (id) => plain.getUser({ id }, { timeout: 10_000, signal })],
      ['dedupe', (id) => dedupe.getUser({ id })],
      ['share, with nobody to join', (id) => share.getUser({ id })],
    ]),
  );
  console.log('\nns per call, and what was added to a call without options');
  for (const [name, { ns, overhead }] of times)
    print(name, `${ns.toFixed(0).padStart(6)}${overhead.toFixed(0).padStart(8)}`);
};

/** Needs `--expose-gc`. */
const benchLongLivedSignal = async () => {
  const heap = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  const api = clientOf(bareStub);
  const { signal } = new AbortController();
  const run = async (calls) => {
    for (let id = 0; id < calls; id += 1) await api.getUser({ id }, { signal, timeout: 10_000 });
  };
  await run(CALLS_WITH_ONE_SIGNAL / 10);
  const before = heap();
  await run(CALLS_WITH_ONE_SIGNAL);
  const grown = heap() - before;
  console.log(`\n${CALLS_WITH_ONE_SIGNAL} calls with one signal and a timeout`);
  print('listeners on the signal afterwards', getEventListeners(signal, 'abort').length);
  print(
    'growth of the heap',
    `${(grown / 1024).toFixed(0)} KiB (${(grown / CALLS_WITH_ONE_SIGNAL).toFixed(2)} bytes per call)`,
  );
};

if (globalThis.gc) {
  await benchJoining();
  await benchLongLivedSignal();
} else {
  await benchCallers();
  await benchOptions();
  // A heap of its own, that nothing else has touched.
  spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url)], { stdio: 'inherit' });
}
