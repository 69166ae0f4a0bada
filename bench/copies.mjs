import { build } from './contenders/homing.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { settledHeap } from './measure/heap.mjs';
import { median } from './measure/statistics.mjs';
import { atMost, facts } from './report/suite-result.mjs';

export const title = 'Copies of a client';

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
  // Its length keeps them alive until the heap was read.
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
      facts(`One copy of a client of ${ENDPOINTS} endpoints`, [
        ['time', time, 'µs', 1],
        ['memory per endpoint', perEndpoint, 'bytes', 0],
        [`left per copy after ${dropped.toLocaleString('en')} that were dropped`, left, 'bytes'],
      ]),
    ],
    goals: [
      atMost('time of a copy', time, 20, ' µs', 1),
      atMost('memory of a copy per endpoint', perEndpoint, 200, ' bytes', 0),
      atMost('left per copy that was dropped', left, 1, ' bytes'),
    ],
    charts: [],
  };
};
