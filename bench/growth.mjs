import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'Time by endpoints, calls and signals';

export const how = `The time of a call must not depend on how many endpoints the client has, how many calls it has made, or how many signals it has seen. A minimal stub replaces fetch. Each row is compared with the first row of its table in the same round. The benchmark keeps the signals that a client has seen alive. If many endpoints are called in turn, the machine's memory counts as well, because they don't fit into the processor's caches.`;

const COLUMNS = columns('', {
  ns: ['ns per call', 0],
  ratio: ['of the first', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});
const FLAT = 1.15;

const { createApi, defineRequest } = build;

const clientOf = (endpoints) => {
  const names = Array.from({ length: endpoints }, (_, number) => `get${number}`);
  const endpoint = (name) => [name, defineRequest()({ method: 'GET', path: `/${name}/:id` })];
  const requests = Object.fromEntries(names.map(endpoint));
  return createApi({ baseUrl: 'https://api.example.com/v1', fetch: bareStub, requests });
};

const byEndpoints = () => {
  const calls = [1, 100, 10_000].map((count) => {
    const api = clientOf(count);
    const call = api[`get${Math.floor(count / 2)}`];
    const endpoints = count === 1 ? 'endpoint' : 'endpoints';
    return [`${count.toLocaleString('en')} ${endpoints}, one of them called`, (id) => call({ id })];
  });
  const many = clientOf(10_000);
  const inTurn = Object.values(many);
  return new Map([
    ...calls,
    ['10,000 endpoints, each in turn', (id) => inTurn[(id - 1) % inTurn.length]({ id })],
  ]);
};

const byCalls = async (count) => {
  const [fresh, used] = [clientOf(1), clientOf(1)];
  for (let id = 0; id < count; id += 1) await used.get0({ id });
  return new Map([
    ['a new client', (id) => fresh.get0({ id })],
    [`a client that made ${count.toLocaleString('en')} calls`, (id) => used.get0({ id })],
  ]);
};

const bySignals = async (count) => {
  const [fresh, used] = [clientOf(1), clientOf(1)];
  const controllers = Array.from({ length: count }, () => new AbortController());
  for (const { signal } of controllers) await used.get0({ id: 1 }, { signal });
  const [{ signal }] = controllers;
  return new Map([
    ['1 signal seen', (id) => fresh.get0({ id }, { signal })],
    [`${count.toLocaleString('en')} signals seen, one of them again`, (id) => used.get0({ id }, { signal })],
    [
      `${count.toLocaleString('en')} signals seen, each in turn`,
      (id) => used.get0({ id }, { signal: controllers[id % count].signal }),
    ],
  ]);
};

export const run = async ({ quick }) => {
  const few = quick ? 10 : 1;
  const parts = [
    { title: 'Endpoints', calls: byEndpoints, flat: [1, 2] },
    { title: 'Calls made', calls: () => byCalls(1_000_000 / few), flat: [1] },
    { title: 'Signals seen', calls: () => bySignals(100_000 / few), flat: [1] },
  ];
  const result = { tables: [], goals: [], charts: [] };
  for (const part of parts) {
    const rows = await interleaved(await part.calls(), quick);
    result.tables.push(table(part.title, COLUMNS, rows));
    for (const at of part.flat)
      result.goals.push(atMost(`time of a call: ${rows[at].name}, of ${rows[0].name}`, rows[at].ratio, FLAT));
  }
  return result;
};
