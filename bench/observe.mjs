import { pathToFileURL } from 'node:url';
import { observe, observers } from '../dist/observe.js';
import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'Cost of observers';

export const how = `A GET over a minimal stub, of three clients: one that was never observed, one that was observed once, and one with an observer whose hooks do nothing. With \`--build\`, the same call of another build is listed too. Use it to compare with a build without the extension point for observers, and so to see what an unused one costs.`;

const COLUMNS = columns('', {
  ns: ['ns per call', 0],
  overhead: ['added, ns', 0],
  ratio: ['relative to no observer', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const callOf = ({ createApi, defineRequest }, config = {}) => {
  const api = createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch: bareStub,
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id' }) },
    ...config,
  });
  return { api, call: (id) => api.getUser({ id }) };
};

const nothing = () => undefined;
const deaf = { call: nothing };
const attempt = { around: (send) => send(), response: nothing, end: nothing };
const call = { around: (run) => run(), attempt: () => attempt, note: nothing, end: nothing };
const listening = { call: () => call };

const detached = () => {
  const { api, call: made } = callOf(build);
  observe(api, listening)();
  return made;
};

/** @param {{ quick: boolean, builds: string[] }} options `builds`: other builds of homing, as paths to their index.js. */
export const run = async ({ quick, builds }) => {
  const others = builds.map(async (path) => [path, callOf(await import(pathToFileURL(path))).call]);
  const calls = new Map([
    ['no observer', callOf(build).call],
    ['observer detached', detached()],
    ['an observer without hooks', callOf(build, { observers: observers(deaf) }).call],
    ['an observer with every hook', callOf(build, { observers: observers(listening) }).call],
    ...(await Promise.all(others)),
  ]);
  const rows = await interleaved(calls, quick);
  const overheadOf = (path) => rows.find(({ name }) => name === path).overhead;
  return {
    tables: [table('GET, a minimal stub', COLUMNS, [{ ...rows[0], overhead: null }, ...rows.slice(1)])],
    goals: builds.map((path) =>
      atMost(`cost without an observer, added to ${path}`, -overheadOf(path), 10, ' ns'),
    ),
    charts: [],
  };
};
