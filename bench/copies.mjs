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
const tenantClient = createApi({
  baseUrl: 'https://api.example.com/v1',
  fetch: () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })),
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

const TENANTS = 5000;
const CALLED = 5;

/** The bytes of a tenant whose client has its own base URL, and the CPU time to create it and make its first calls. */
const tenantCosts = async (called, optionsOf) => {
  const before = await settledHeap();
  const start = cpuNs();
  const tenants = [];
  for (let tenant = 0; tenant < TENANTS; tenant += 1) {
    const client = tenantClient.with(optionsOf(tenant));
    for (const name of names.slice(0, called)) await client[name]({ id: 1 });
    tenants.push(client);
  }
  const micros = (cpuNs() - start) / 1000 / TENANTS;
  const bytes = (await settledHeap()) - before;
  return { micros, bytes: bytes / tenants.length };
};

const ownBase = (tenant) => ({ baseUrl: `https://tenant${tenant}.example.com/v1` });

export const run = async ({ quick }) => {
  const time = micros(quick ? 9 : 25);
  const perEndpoint = (await bytesKept()) / ENDPOINTS;
  const dropped = quick ? 20_000 : 100_000;
  const left = await bytesLeft(dropped);
  const plain = await tenantCosts(0, () => ({}));
  const uncalled = await tenantCosts(0, ownBase);
  const called = await tenantCosts(CALLED, ownBase);
  const perCalled = (called.bytes - uncalled.bytes) / CALLED;
  const perUncalled = (uncalled.bytes - plain.bytes) / ENDPOINTS;
  return {
    tables: [
      facts(`One client derived from a client with ${ENDPOINTS} endpoints`, [
        ['time', time, 'µs', 1],
        ['memory per endpoint', perEndpoint, 'bytes', 0],
        [`memory left per client after ${dropped.toLocaleString('en')} were dropped`, left, 'bytes'],
      ]),
      facts(
        `${TENANTS.toLocaleString('en')} tenants: \`with({ baseUrl })\` on a client with ${ENDPOINTS} endpoints`,
        [
          ['time to create a tenant', uncalled.micros, 'µs', 1],
          [`time to create a tenant and make ${CALLED} calls`, called.micros, 'µs', 1],
          ['memory per endpoint that is called', perCalled, 'bytes', 0],
          ['memory per endpoint that is not called, above a copy without options', perUncalled, 'bytes', 1],
        ],
      ),
    ],
    goals: [
      atMost('time to derive a client', time, 20, ' µs', 1),
      atMost('memory of a derived client per endpoint', perEndpoint, 200, ' bytes', 0),
      atMost('memory of a tenant per endpoint that is called', perCalled, 250, ' bytes', 0),
      atMost('memory of a tenant per other endpoint', perUncalled, 5, ' bytes', 1),
      atMost('memory left per dropped client', left, 1, ' bytes'),
    ],
    charts: [],
  };
};
