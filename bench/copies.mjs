import { build } from './contenders/homing.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { settledHeap } from './measure/heap.mjs';
import { median } from './measure/statistics.mjs';
import { atMost, facts } from './report/suite-result.mjs';

export const title = 'Derived clients';

export const how = `\`withHeaders\` runs once for every incoming request of a server, as you would do for a user's token, on a client of 100 endpoints.`;

const ENDPOINTS = 100;
const KEPT = 1000;
const PER_ROUND = 400;

const { createApi, defineRequest } = build;

const names = Array.from({ length: ENDPOINTS }, (_, number) => `getThing${number}`);
const endpoint = (name) => [name, defineRequest()({ method: 'GET', path: `/${name}/:id` })];
const api = createApi({
  baseUrl: 'https://api.example.com/v1',
  headers: { accept: 'application/json' },
  requests: Object.fromEntries(names.map(endpoint)),
});
const copyFor = (user) => api.withHeaders({ authorization: `Bearer ${user}` });

const round = () => {
  const start = cpuNs();
  for (let user = 0; user < PER_ROUND; user += 1) copyFor(user);
  return (cpuNs() - start) / 1000 / PER_ROUND;
};

const micros = (rounds) => {
  for (let warmUp = 0; warmUp < 10; warmUp += 1) round();
  return median(Array.from({ length: rounds }, round));
};

const bytesKept = async () => {
  const before = await settledHeap();
  const copies = Array.from({ length: KEPT }, (_, user) => copyFor(user));
  const bytes = (await settledHeap()) - before;
  // Reading the length keeps the clients alive until the heap is measured.
  return bytes / copies.length;
};

const bytesLeft = async (dropped) => {
  const before = await settledHeap();
  for (let user = 0; user < dropped; user += 1) copyFor(user);
  return ((await settledHeap()) - before) / dropped;
};

export const run = async ({ quick }) => {
  const time = micros(quick ? 9 : 25);
  const perEndpoint = (await bytesKept()) / ENDPOINTS;
  const dropped = quick ? 20_000 : 100_000;
  const left = await bytesLeft(dropped);
  return {
    tables: [
      facts(`One client derived from a client with ${ENDPOINTS} endpoints`, [
        ['time', time, 'µs', 1],
        ['memory per endpoint', perEndpoint, 'bytes', 0],
        [`memory left per client after ${dropped.toLocaleString('en')} were dropped`, left, 'bytes'],
      ]),
    ],
    goals: [
      atMost('time to derive a client', time, 20, ' µs', 1),
      atMost('memory of a derived client per endpoint', perEndpoint, 200, ' bytes', 0),
      atMost('memory left per dropped client', left, 1, ' bytes'),
    ],
    charts: [],
  };
};
