import { build } from './contenders/homing.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { median } from './measure/statistics.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { atMost, columns, facts, table } from './report/suite-result.mjs';

export const title = 'Sharing';

export const how = `This section shows the cost of being one of many callers of a request in flight (\`share\`), and of finding it among many others. The fetch is a stub that responds on demand. Joining one request after the other uses memory that doesn't fit into the processor's caches. Joining the same one shows what the lookup itself costs.`;

const CALLERS = 10_000;
const JOINS = 1_000;
const IN_FLIGHT = [1, 1_000, 10_000];
const TEXT = '{"id":1,"name":"Ada","role":"admin"}';

const { createApi, defineRequest } = build;

/** A fetch that responds on demand. It counts its calls and the reads of its bodies. */
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

const clientOf = (fetch) =>
  createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch,
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id', share: true }) },
  });

/** The time to parse the text for all callers, because each caller gets its own data. */
const timeParse = () => {
  const start = cpuNs();
  const parsed = Array.from({ length: CALLERS }, () => JSON.parse(TEXT));
  return parsed.length === CALLERS ? cpuNs() - start : NaN;
};

const timeShared = async () => {
  const stub = heldStub();
  const api = clientOf(stub.fetch);
  const start = cpuNs();
  const calls = Array.from({ length: CALLERS }, () => api.getUser({ id: 1 }));
  const joined = cpuNs();
  stub.answer();
  const results = await Promise.all(calls);
  const end = cpuNs();
  if (results.some(({ data }) => data?.id !== 1)) throw new Error('A caller got no data.');
  return { total: end - start, joining: joined - start, reads: stub.reads, requests: stub.requests };
};

const measureCallers = async (rounds) => {
  const taken = [];
  for (let round = 0; round < rounds; round += 1) taken.push({ ...(await timeShared()), parse: timeParse() });
  const each = (pick) => median(taken.map(pick)) / CALLERS / 1000;
  const most = (pick) => Math.max(...taken.map(pick));
  return facts(`${CALLERS.toLocaleString('en')} callers of one request`, [
    ['requests sent', most(({ requests }) => requests), '', 0],
    ['reads of its body', most(({ reads }) => reads), '', 0],
    ['time per caller', each(({ total }) => total), 'µs'],
    ['of which until the call has returned', each(({ joining }) => joining), 'µs'],
    ['of which JSON.parse of the caller’s own copy', each(({ parse }) => parse), 'µs'],
  ]);
};

/** Requests in flight, and a function that joins them; `spread` of them in turn. */
const sceneOf = (inFlight, spread) => {
  const stub = heldStub();
  const api = clientOf(stub.fetch);
  const calls = Array.from({ length: inFlight }, (_, id) => api.getUser({ id }));
  const join = () => {
    const start = cpuNs();
    for (let at = 0; at < JOINS; at += 1) calls.push(api.getUser({ id: at % spread }));
    return (cpuNs() - start) / JOINS;
  };
  const end = async () => {
    stub.answer();
    await Promise.all(calls);
    if (stub.requests !== inFlight) throw new Error(`${stub.requests} requests were sent for ${inFlight}.`);
  };
  return { join, end };
};

const measureJoins = async (rounds) => {
  const scenes = new Map();
  for (const inFlight of IN_FLIGHT) {
    scenes.set(`${inFlight} one`, sceneOf(inFlight, 1));
    scenes.set(`${inFlight} each`, sceneOf(inFlight, inFlight));
  }
  const batch = async (name) => scenes.get(name).join();
  const taken = await takeTurns([...scenes.keys()], { rounds, warmUp: 5, batch });
  for (const { end } of scenes.values()) await end();
  const ns = (name) => median(taken.map((round) => round[name]));
  const ratio = (name) => median(taken.map((round) => round[name] / round[`${IN_FLIGHT[0]} one`]));
  return IN_FLIGHT.map((inFlight) => ({
    name: `${inFlight.toLocaleString('en')} in flight`,
    one: ns(`${inFlight} one`) / 1000,
    ratio: ratio(`${inFlight} one`),
    each: ns(`${inFlight} each`) / 1000,
  }));
};

export const run = async ({ quick }) => {
  const callers = await measureCallers(quick ? 7 : 25);
  const joins = await measureJoins(quick ? 10 : 40);
  const [requests, reads] = callers.rows;
  return {
    tables: [
      callers,
      table(
        'Joining one of many requests, µs',
        columns('', {
          one: ['the same one', 2],
          ratio: ['relative to one in flight', 2],
          each: ['each in turn', 2],
        }),
        joins,
      ),
    ],
    goals: [
      atMost(
        'requests and reads of a body for 10,000 callers',
        Math.max(requests.value, reads.value),
        1,
        '',
        0,
      ),
      atMost('joining with 10,000 in flight, relative to one', joins.at(-1).ratio, 1.25),
    ],
    charts: [],
  };
};
