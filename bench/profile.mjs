import { build, buildFolder } from './contenders/homing.mjs';
import { pathToFileURL } from 'node:url';
import { cpuProfile, selfShares } from './measure/cpu-profile.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { bareStub } from './measure/stubs.mjs';
import { chart, columns, table } from './report/suite-result.mjs';

export const title = 'Where the time of one call goes';

export const how = `The figures are self time from V8's sampling profiler, over a minimal stub, one call after the other, by the file of \`lib/\` in which it was spent. Each file contains one collaborator of the call. Functions that the compiler inlined are counted separately. Most of the language's own functions (\`JSON.parse\`, \`Object.assign\`) count to the file that calls them. The rest, and the engine's work for promises, is listed as *built-ins and the engine*. The nanoseconds are the share of the time that a call takes without the profiler. [Cost of each option](#cost-of-each-option) shows the same from outside.`;

const { createApi, defineRequest } = build;
const dist = pathToFileURL(buildFolder).href;

const api = createApi({
  baseUrl: 'https://api.example.com/v1',
  fetch: bareStub,
  headers: { accept: 'application/json' },
  requests: {
    getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
    addUser: defineRequest()({ method: 'POST', path: '/users' }),
  },
});
const { signal } = new AbortController();
const middleware = [(_ctx, next) => next()];

const CALLS = [
  ['a plain GET', (id) => api.getUser({ id })],
  ['a POST', (id) => api.addUser({ id, name: 'Ada' })],
  ['a GET with signal and timeout', (id) => api.getUser({ id }, { signal, timeout: 10_000 })],
  ['a GET with a middleware', (id) => api.getUser({ id }, { middleware })],
];

const placeOf = (frame, sourceOf) => {
  const { functionName, url } = frame;
  if (url.startsWith(dist)) return sourceOf(frame) ?? 'homing, code added by the build';
  if (url.includes('/measure/stubs.mjs')) return 'the stub';
  if (url.startsWith('file:')) return 'the calling loop';
  if (functionName === '(garbage collector)') return 'garbage collection';
  // Idle time, while the profiler works.
  if (functionName === '(idle)') return undefined;
  if (url.startsWith('node:')) return 'Node (timers, signals)';
  return 'built-ins and the engine';
};

const repeat = async (call, calls) => {
  for (let id = 1; id <= calls; id += 1) await call(id);
};

const profiled = async ([name, call], calls) => {
  await repeat(call, calls / 5);
  const start = cpuNs();
  await repeat(call, calls);
  const ns = (cpuNs() - start) / calls;
  const shares = selfShares(await cpuProfile(() => repeat(call, calls)), placeOf);
  const rest = shares.filter(({ share }) => share < 0.01);
  const rows = shares.filter(({ share }) => share >= 0.01);
  if (rest.length > 0)
    rows.push({
      name: `${rest.length} others below 1 %`,
      share: rest.reduce((sum, { share }) => sum + share, 0),
    });
  return { name, ns, rows: rows.map((row) => ({ ...row, percent: row.share * 100, ns: row.share * ns })) };
};

export const run = async ({ quick }) => {
  const result = { tables: [], goals: [], charts: [] };
  for (const entry of CALLS) {
    const { name, ns, rows } = await profiled(entry, quick ? 50_000 : 300_000);
    const heading = `${name}, ${Math.round(ns).toLocaleString('en')} ns`;
    result.tables.push(table(heading, columns('where', { percent: ['share, %', 1], ns: ['ns', 0] }), rows));
    if (entry === CALLS[0])
      result.charts.push(chart('profile', `Self time of ${name}`, 'ns', rows, 'ns', { digits: 0 }));
  }
  return result;
};
