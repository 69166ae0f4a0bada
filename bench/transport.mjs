import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installRuntimes } from '../integration/runtimes/prepare.mjs';
import { nodeBinary } from '../integration/transport/runtimes.mjs';
import { median, quartiles } from './measure/statistics.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { withServer } from './measure/with-server.mjs';
import { atLeast, atMost, columns, table } from './report/suite-result.mjs';

export const title = 'nodeFetch and undici’s request';

export const how = `Both use the same dispatcher: for HTTP/1.1 the one that is built into each Node, and for HTTP/2, over TLS, an \`Agent\` of the package with \`allowH2\`. *request* is the function of the package \`undici\` of the same major version. They take turns in batches of some tenth of a second, each in its own process, which pays only for its own garbage. This is repeated three times with new processes, because one process can be faster by chance for its whole life. If the system allows it, they run on one core, because the kernel's cost depends more on where it puts a process than on the code. *Speed* is the time of \`request\` divided by the time of the contender in the same round: above 1 the contender is faster. It is given by CPU time of all threads of its process and by the clock. *Quartiles* are the quartiles of the ratio by CPU. \`nodeFetch\` also sends five headers, as fetch does, and \`request\` sends none. *A whole call* is a call of homing with a deadline, compared with handwritten \`request\`, \`JSON.parse\` and \`AbortSignal.timeout\`. *Memory* is the memory per call of 10,000 calls that wait for their responses, each with its connection. It doesn't include the kernel's memory. *Where the time is* comes from V8’s sampling profiler, in microseconds per call, of the process’s own thread. It includes neither waiting nor the kernel's work to wake the thread and to read.`;

const VERSIONS = [
  { node: 20, undici: 'undici-6', major: 6 },
  { node: 24, undici: 'undici', major: 7 },
  { node: 26, undici: 'undici-8', major: 8 },
];

const CLIENT = fileURLToPath(new URL('./measure/transport-client.mjs', import.meta.url));
const GROUPS = {
  transport: ['request', 'nodeFetch'],
  floor: ['request', 'nodeFetch', 'a bare handler'],
  call: ['request, JSON.parse, AbortSignal.timeout', 'homing + nodeFetch'],
};

const SIZES = [
  { label: 'GET of a small JSON', path: '/small', method: 'get', calls: 3000 },
  { label: 'GET of 50 kB of JSON', path: '/large', method: 'get', calls: 500 },
  { label: 'POST', path: '/small', method: 'post', calls: 3000 },
];
const WAYS = [
  { label: 'one after the other', inFlight: 1, share: 0.4 },
  { label: '50 in flight', inFlight: 50, share: 1 },
];

const rowsOver = (kind, group, label) =>
  SIZES.flatMap((size) =>
    WAYS.map((way) => ({
      name: `${label}${size.label}, ${way.label}`,
      kind,
      group,
      path: size.path,
      method: size.method,
      inFlight: way.inFlight,
      calls: Math.round(size.calls * way.share),
    })),
  );

const ROWS = [
  ...rowsOver('built in', 'floor', ''),
  ...rowsOver('HTTP/2', 'transport', 'HTTP/2: '),
  {
    ...{ name: 'GET of a small JSON, 1,000 connections', kind: 'built in', group: 'floor' },
    ...{ path: '/small', method: 'get', inFlight: 1000, calls: 3000 },
  },
  ...rowsOver('built in', 'call', 'A whole call: ').filter(({ path }) => path === '/small'),
];

const COLUMNS = columns('', {
  cpuRatio: ['speed by CPU', 2],
  low: ['quartiles', 2],
  high: ['', 2],
  floor: ['speed of a bare handler', 2],
  wallRatio: ['speed by the clock', 2],
  peer: ['CPU a call of request, µs', 1],
  own: ['CPU a call of homing, µs', 1],
});

/** Pins a command to the first core, if the system has a command for this. */
const onOneCore = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : [];

/** Sends one task after another to a client. */
const startClient = ({ node, undici }, where = onOneCore) => {
  const [execPath, ...execArgv] = [...where, nodeBinary(node), '--expose-gc', '--no-warnings'];
  const child = fork(CLIENT, [undici], { execPath, execArgv });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The client on Node ${node} exited with code ${code}.`)),
  );
  ended.catch(() => undefined);
  const ask = async (task, told) => {
    child.send({ task, ...told });
    return (await Promise.race([once(child, 'message'), ended]))[0];
  };
  return { ask, end: () => child.disconnect() };
};

/** Measures the contenders of a row, in rounds. */
const roundsOf = async (row, clients, origins, quick) => {
  const names = GROUPS[row.group];
  const { kind, method, inFlight } = row;
  const base = `${origins[kind === 'HTTP/2' ? 'h2' : 'h1']}${row.path}`;
  const calls = quick ? Math.max(inFlight, row.calls / 2) : row.calls;
  for (const name of names) {
    const warm = { name, kind, base, method, calls: 2 * row.calls, inFlight: Math.max(inFlight, 10) };
    await clients[name].ask('warmUp', warm);
  }
  const batch = (name) => clients[name].ask('measure', { name, kind, base, method, inFlight, calls });
  return takeTurns(names, { rounds: quick ? 3 : 6, warmUp: 1, batch });
};

const figuresOf = ({ name, group }, rounds) => {
  const [peer, own, floor] = GROUPS[group];
  const cpuOf = ({ cpu }) => cpu;
  const ratios = (pick, contender = own) => rounds.map((round) => pick(round[peer]) / pick(round[contender]));
  const [low, high] = quartiles(ratios(cpuOf));
  return {
    name,
    cpuRatio: median(ratios(cpuOf)),
    low,
    high,
    floor: floor ? median(ratios(cpuOf, floor)) : null,
    wallRatio: median(ratios(({ wall }) => wall)),
    peer: median(rounds.map((round) => round[peer].cpu)),
    own: median(rounds.map((round) => round[own].cpu)),
  };
};

const PROFILED = [
  { name: 'GET of a small JSON, one after the other', method: 'get', inFlight: 1, calls: 20_000 },
  { name: 'POST, 50 in flight', method: 'post', inFlight: 50, calls: 50_000 },
];

const profiled = async (name, version, base, { method, inFlight, calls }) => {
  // Not pinned to a core: the sampling thread must not wait for the thread that it samples.
  const client = startClient(version, []);
  const told = { name, kind: 'built in', base: `${base}/small`, method, inFlight, calls };
  await client.ask('warmUp', told);
  const times = await client.ask('profile', told);
  client.end();
  return times;
};

const profileTable = async (row, version, base, quick) => {
  const names = GROUPS.floor;
  const calls = quick ? row.calls / 10 : row.calls;
  const all = [];
  for (const name of names) all.push(await profiled(name, version, base, { ...row, calls }));
  const line = (name, figures) => ({
    name,
    ...Object.fromEntries(names.map((each, at) => [each, figures[at]])),
  });
  const places = [...new Set(all.flatMap((times) => Object.keys(times)))];
  const rows = places.map((place) =>
    line(
      place,
      all.map((times) => times[place] ?? null),
    ),
  );
  const sums = all.map((times) => Object.values(times).reduce((sum, time) => sum + time, 0));
  return table(row.name, columns('', Object.fromEntries(names.map((name) => [name, [`${name}, µs`, 1]]))), [
    ...rows.sort((a, b) => b.request - a.request),
    line('total', sums),
  ]);
};

const WAITING = 10_000;

/** Runs in its own process, because its calls never get a response. */
const memoryOf = async (name, version, base) => {
  const client = startClient(version);
  const told = { name, kind: 'built in', base, method: 'get', calls: WAITING };
  const bytes = await client.ask('memory', told);
  client.end();
  return bytes / 1000;
};

const onVersion = async (version, origins, quick) => {
  const names = [...new Set(Object.values(GROUPS).flat())];
  const rounds = ROWS.map(() => []);
  let versions;
  for (let pass = 0; pass < (quick ? 1 : 3); pass += 1) {
    const clients = Object.fromEntries(names.map((name) => [name, startClient(version)]));
    versions ??= await clients.request.ask('versions');
    for (const [at, row] of ROWS.entries())
      rounds[at].push(...(await roundsOf(row, clients, origins, quick)));
    for (const client of Object.values(clients)) client.end();
  }
  const rows = ROWS.map((row, at) => figuresOf(row, rounds[at]));
  const { node, undici } = versions;
  const memory = [];
  for (const name of GROUPS.transport)
    memory.push({ name, kilobytes: await memoryOf(name, version, `${origins.h1}/held`) });
  const profiles = [];
  for (const row of PROFILED) profiles.push(await profileTable(row, version, origins.h1, quick));
  return {
    heading: `undici ${undici}, Node ${node}`,
    label: `undici ${version.major}, Node ${version.node}`,
    rows,
    memory,
    profiles,
  };
};

const isGoal = ({ group, inFlight }) => group === 'floor' && inFlight <= 50;

const goalsOf = ({ label, rows, memory }) => {
  const [peer, own] = memory;
  return [
    ...rows
      .filter((_, at) => isGoal(ROWS[at]))
      .map(({ name, cpuRatio }) =>
        atLeast(`speed of nodeFetch by CPU, relative to request:  ${name}; ${label}`, cpuRatio, 1),
      ),
    atMost(`memory of a waiting call, relative to request;  ${label}`, own.kilobytes / peer.kilobytes, 1),
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
              `${figures.heading}: ${WAITING.toLocaleString('en')} waiting calls`,
              columns('', { kilobytes: ['kB a call', 2] }),
              figures.memory,
            ),
            ...figures.profiles.map(({ title, ...rest }) => ({
              ...rest,
              title: `${figures.heading}: where the time is, ${title}`,
            })),
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
