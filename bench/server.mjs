import { fetchPeers } from './contenders/fetch-peers.mjs';
import { homing, homingOnNode } from './contenders/homing.mjs';
import { nodePeers } from './contenders/node-peers.mjs';
import { byHand, plainFetch } from './contenders/plain.mjs';
import { checkData } from './measure/interleaved.mjs';
import { measure } from './measure/runners.mjs';
import { median, quartiles } from './measure/statistics.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { withServer } from './measure/with-server.mjs';
import { atLeast, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Throughput and CPU';

export const how = `The server uses Node's own \`http\` in its own process, on the loopback interface, with connections kept alive. *Requests per second* are in wall-clock time. *CPU per call* is the CPU time of all threads of the client's process, without waiting. Both are compared with plain fetch in the same round. *Quartiles* are the quartiles of the ratio of requests per second. *plain fetch, again* is the same code once more: the distance of its ratio from 1 is the error of this run. *by hand* is the cost of fetch with an init that has a method. Plain fetch saves this for a GET, but every library has to pass an init. Libraries on fetch use the global one. undici's \`request\` uses its own agent (over the same one it is listed [next to nodeFetch](#nodefetch-and-undicis-request)). got and axios use \`node:http\`, which is axios's default here (with its fetch adapter it is listed as *axios (fetch)*). undici 7 is the newest that runs on the oldest Node that homing supports.`;

const COLUMNS = columns('', {
  perSecond: ['requests per second', 0],
  ratio: ['relative to plain fetch', 3],
  low: ['quartiles', 3],
  high: ['', 3],
  cpu: ['CPU per call, µs', 1],
  cpuRatio: ['relative to plain fetch', 2],
});

const REQUESTS = [
  {
    label: 'GET of a small JSON',
    file: 'small',
    path: '/small',
    kind: 'get',
    calls: 600,
    onNode: [2.5, 4.5],
  },
  {
    label: 'GET of 50 kB of JSON',
    file: 'large',
    path: '/large',
    kind: 'get',
    calls: 200,
    onNode: [1.5, 1.5],
  },
  { label: 'POST', file: 'post', path: '/small', kind: 'post', calls: 500, onNode: [2.5, 4.5] },
];
const WAYS = [
  { label: 'one after the other', file: 'sequential', inFlight: 1, share: 0.4 },
  { label: '50 in flight', file: 'in-flight', inFlight: 50, share: 1 },
];

const rowsOf = (names, rounds) =>
  names.map((name) => {
    const of = (pick) => rounds.map((round) => pick(round[name], round[plainFetch.name]));
    const ratios = of((own, plain) => plain.wall / own.wall);
    const [low, high] = quartiles(ratios);
    return {
      name,
      perSecond: 1e6 / median(of(({ wall }) => wall)),
      ratio: median(ratios),
      low,
      high,
      cpu: median(of(({ cpu }) => cpu)),
      cpuRatio: median(of((own, plain) => own.cpu / plain.cpu)),
    };
  });

/** Plain fetch a second time. The distance of its ratio from 1 is the error of this run. */
const control = { ...plainFetch, name: 'plain fetch, again' };

const isClose = (name) =>
  [plainFetch.name, control.name, byHand.name].includes(name) || name.startsWith(homing.name);

/** Plain fetch, handwritten code and homing differ by a few percent at most, so they need more rounds. */
const measureAll = async (calls, { calls: perBatch }, { inFlight, share }, quick) => {
  const names = [...calls.keys()];
  const close = names.filter(isClose);
  const count = Math.round(perBatch * share * (quick ? 0.4 : 1));
  const batch = (name) => measure(calls.get(name), count, inFlight);
  const all = await takeTurns(names, { rounds: quick ? 4 : 10, warmUp: 1, batch });
  const short = (name) => measure(calls.get(name), Math.round(count / 2), inFlight);
  const duels = await takeTurns(close, { rounds: quick ? 12 : 60, warmUp: 0, batch: short });
  const rows = new Map(rowsOf(names, all).map((row) => [row.name, row]));
  for (const row of rowsOf(close, [...all, ...duels])) rows.set(row.name, row);
  return [...rows.values()];
};

/** The calls by name. Each call returned the data, and ran often enough to be compiled. */
const ready = async (origin, contenders, { path, kind, calls }, quick) => {
  const byName = new Map(contenders.map(({ name, make }) => [name, make(`${origin}${path}`)[kind]]));
  for (const [name, call] of byName) {
    await checkData(name, call);
    await measure(call, quick ? calls : 3 * calls, 50);
  }
  return byName;
};

/** @param {number} onNode The goal for homing with nodeFetch, relative to plain fetch. */
const goalsOf = (rows, label, onNode) => {
  const of = (name) => rows.find((row) => row.name === name)?.ratio ?? NaN;
  const goal = (what, ratio, limit) =>
    atLeast(`requests per second of ${what}: ${label}`, ratio, limit, '', 3);
  const overNode = of(`${homing.name} + nodeFetch`);
  return [
    goal('plain fetch’s', of(homing.name), 0.98),
    goal('what is written by hand', of(homing.name) / of(byHand.name), 0.98),
    goal('plain fetch’s, over nodeFetch', overNode, onNode),
  ];
};

export const run = ({ quick }) =>
  withServer(async (origin) => {
    const contenders = [
      plainFetch,
      control,
      byHand,
      homing,
      ...(await homingOnNode()),
      ...nodePeers,
      ...fetchPeers,
    ];
    const result = { tables: [], goals: [], charts: [] };
    for (const request of REQUESTS) {
      const calls = await ready(origin, contenders, request, quick);
      for (const way of WAYS) {
        const rows = await measureAll(calls, request, way, quick);
        const label = `${request.label}, ${way.label}`;
        const file = `${request.file}-${way.file}`;
        result.tables.push(table(label, COLUMNS, rows));
        result.goals.push(...goalsOf(rows, label, request.onNode[WAYS.indexOf(way)]));
        result.charts.push(
          chart(
            `throughput-${file}`,
            label,
            'requests per second',
            rows.filter(({ name }) => name !== control.name),
            'perSecond',
            {
              better: 'higher',
              digits: 0,
            },
          ),
        );
      }
    }
    return result;
  });
