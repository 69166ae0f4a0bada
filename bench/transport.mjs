import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installRuntimes } from '../proof/runtimes/prepare.mjs';
import { nodeBinary } from '../proof/transport/runtimes.mjs';
import { median, quartiles } from './measure/statistics.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { withServer } from './measure/with-server.mjs';
import { atLeast, atMost, columns, table } from './report/suite-result.mjs';

export const title = 'nodeFetch beside undici’s request';

export const how = `Both over the same dispatcher: the one that is built into each Node, for HTTP/1.1, and an \`Agent\` of the package with \`allowH2\` for HTTP/2, over TLS. *request* is that of the package \`undici\` of the same major version. They take turns in short batches, in one process: where calls follow one another, what a process costs the kernel depends more on where that puts it than on what it runs. *Speed* is that of \`request\` in the same round by that of the contender: above 1 the contender is faster, by CPU time of all threads of its process and by the clock; *quartiles* are those of the ratio by CPU. \`nodeFetch\` sends five headers besides, as fetch does, and \`request\` none. *A whole call* is one of homing with a deadline, beside \`request\`, \`JSON.parse\` and \`AbortSignal.timeout\` as one writes them by hand. *Memory* is that of 10,000 calls that wait for their answers, each with its connection, by call; what the kernel holds is not in it.`;

const VERSIONS = [
  { node: 20, undici: 'undici-6', major: 6 },
  { node: 24, undici: 'undici', major: 7 },
  { node: 26, undici: 'undici-8', major: 8 },
];

const CLIENT = fileURLToPath(new URL('./measure/transport-client.mjs', import.meta.url));
const PAIRS = {
  transport: ['request', 'nodeFetch'],
  call: ['request, JSON.parse, AbortSignal.timeout', 'homing + nodeFetch'],
};

const SIZES = [
  { label: 'GET of a small JSON', path: '/small', method: 'get', calls: 600 },
  { label: 'GET of 50 kB of JSON', path: '/large', method: 'get', calls: 120 },
  { label: 'POST', path: '/small', method: 'post', calls: 500 },
];
const WAYS = [
  { label: 'one after the other', inFlight: 1, share: 0.4 },
  { label: '50 in flight', inFlight: 50, share: 1 },
];

const rowsOver = (kind, pair, label) =>
  SIZES.flatMap((size) =>
    WAYS.map((way) => ({
      name: `${label}${size.label}, ${way.label}`,
      kind,
      pair,
      path: size.path,
      method: size.method,
      inFlight: way.inFlight,
      calls: Math.round(size.calls * way.share),
    })),
  );

const ROWS = [
  ...rowsOver('built in', 'transport', ''),
  ...rowsOver('HTTP/2', 'transport', 'HTTP/2: '),
  {
    ...{ name: 'GET of a small JSON, 1,000 connections', kind: 'built in', pair: 'transport' },
    ...{ path: '/small', method: 'get', inFlight: 1000, calls: 3000 },
  },
  ...rowsOver('built in', 'call', 'A whole call: ').filter(({ path }) => path === '/small'),
];

const COLUMNS = columns('', {
  cpuRatio: ['speed by CPU', 2],
  low: ['quartiles', 2],
  high: ['', 2],
  wallRatio: ['speed by the clock', 2],
  peer: ['CPU a call of request, µs', 1],
  own: ['of homing’s, µs', 1],
});

/** Asks a client for one thing after the other. */
const startClient = ({ node, undici }) => {
  const child = fork(CLIENT, [undici], {
    execPath: nodeBinary(node),
    execArgv: ['--expose-gc', '--no-warnings'],
  });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The client on Node ${node} ended with ${code}.`)),
  );
  ended.catch(() => undefined);
  const ask = async (task, told) => {
    child.send({ task, ...told });
    return (await Promise.race([once(child, 'message'), ended]))[0];
  };
  return { ask, end: () => child.disconnect() };
};

const measured = async (row, client, origins, quick) => {
  const names = PAIRS[row.pair];
  const [peer, own] = names;
  const { kind, method, inFlight } = row;
  const base = `${origins[kind === 'HTTP/2' ? 'h2' : 'h1']}${row.path}`;
  const calls = quick ? Math.max(inFlight, row.calls / 2) : row.calls;
  for (const name of names) {
    const warm = { name, kind, base, method, calls: 6 * row.calls, inFlight: Math.max(inFlight, 10) };
    await client.ask('warmUp', warm);
  }
  const batch = (name) => client.ask('measure', { name, kind, base, method, inFlight, calls });
  const rounds = await takeTurns(names, { rounds: quick ? 10 : 40, warmUp: 2, batch });
  const ratios = (pick) => rounds.map((round) => pick(round[peer]) / pick(round[own]));
  const cpu = ratios((figures) => figures.cpu);
  const [low, high] = quartiles(cpu);
  return {
    name: row.name,
    cpuRatio: median(cpu),
    low,
    high,
    wallRatio: median(ratios(({ wall }) => wall)),
    peer: median(rounds.map((round) => round[peer].cpu)),
    own: median(rounds.map((round) => round[own].cpu)),
  };
};

const WAITING = 10_000;

/** In a process of its own, for its calls are never answered. */
const memoryOf = async (name, version, base) => {
  const client = startClient(version);
  const told = { name, kind: 'built in', base, method: 'get', calls: WAITING };
  const bytes = await client.ask('memory', told);
  client.end();
  return bytes / 1000;
};

const onVersion = async (version, origins, quick) => {
  const client = startClient(version);
  const { node, undici } = await client.ask('versions');
  const rows = [];
  for (const row of ROWS) rows.push(await measured(row, client, origins, quick));
  client.end();
  const memory = [];
  for (const name of PAIRS.transport)
    memory.push({ name, kilobytes: await memoryOf(name, version, `${origins.h1}/held`) });
  return {
    heading: `undici ${undici}, Node ${node}`,
    label: `undici ${version.major}, Node ${version.node}`,
    rows,
    memory,
  };
};

const isGoal = ({ kind, pair, inFlight }) => kind === 'built in' && pair === 'transport' && inFlight <= 50;

const goalsOf = ({ label, rows, memory }) => {
  const [peer, own] = memory;
  return [
    ...rows
      .filter((_, at) => isGoal(ROWS[at]))
      .map(({ name, cpuRatio }) =>
        atLeast(`speed of nodeFetch by CPU, of request’s: ${name}; ${label}`, cpuRatio, 1),
      ),
    atMost(`memory of a call that waits, of request’s; ${label}`, own.kilobytes / peer.kilobytes, 1),
  ];
};

export const run = async ({ quick }) => {
  await installRuntimes();
  const result = { tables: [], goals: [], charts: [] };
  await withServer((h1) =>
    withServer(
      async (h2) => {
        for (const version of VERSIONS) {
          const figures = await onVersion(version, { h1, h2 }, quick);
          result.tables.push(
            table(figures.heading, COLUMNS, figures.rows),
            table(
              `${figures.heading}: ${WAITING.toLocaleString('en')} calls that wait`,
              columns('', { kilobytes: ['kB a call', 2] }),
              figures.memory,
            ),
          );
          result.goals.push(...goalsOf(figures));
        }
      },
      './server.mjs',
      'h2',
    ),
  );
  return result;
};
