import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onFetch, onOwnTransport } from './contenders/all.mjs';
import { homing } from './contenders/homing.mjs';
import { withServer } from './measure/with-server.mjs';
import { atMost, chart, columns, table } from './report/suite-result.mjs';

export const title = 'One long-lived signal';

export const how = `50 calls at a time all get the same \`AbortSignal\`, like the calls of a server's process or of a page. Each contender runs in its own process. The heap is measured after forced collections, so growth is memory that can't be collected. *Listeners at most* is the largest number on the signal while calls were in flight. Listeners that wait for a collection go every 5,000 calls, when one is forced. *Left* is the number at the end. *Dependents* are signals that \`AbortSignal.any\` attached to it. The fetch is a stub that follows the signal through its own \`Request\`, as the platform's does. Contenders with their own transport call a server, whose sockets allocate and free some 100 kB of heap. got and axios run with fewer calls.`;

const COLUMNS = columns('', {
  calls: ['calls', 0],
  kilobytes: ['heap growth, kB', 0],
  perCall: ['bytes per call', 2],
  peak: ['listeners at most', 0],
  left: ['left', 0],
  dependents: ['dependents left', 0],
});

const isOwn = (name) => name.startsWith(homing.name);

const SCRIPT = fileURLToPath(new URL('./measure/one-signal.mjs', import.meta.url));

const measure = async (name, calls, ...origin) => {
  const child = fork(SCRIPT, [name, String(calls), ...origin], {
    execArgv: ['--expose-gc', '--no-warnings'],
  });
  const [row] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} returned no figures.`))),
  ]);
  return { ...row, kilobytes: row.grown / 1000 };
};

/** Runs two contenders at a time. Other load doesn't affect memory figures. */
const measureAll = async (jobs) => {
  const rows = [];
  const worker = async () => {
    for (let at = rows.length; at < jobs.length; at = rows.length) {
      rows.push(undefined);
      rows[at] = await measure(...jobs[at]);
    }
  };
  await Promise.all([worker(), worker()]);
  return rows;
};

export const run = async ({ quick }) => {
  const calls = quick ? 20_000 : 200_000;
  const rows = await withServer((origin) =>
    measureAll([
      ...onFetch.map(({ name }) => [name, calls]),
      ...onOwnTransport.map(({ name }) => [name, isOwn(name) ? calls : calls / 10, `${origin}/small`]),
    ]),
  );
  const own = rows.filter(({ name }) => isOwn(name));
  const perCall = (wanted) => own.find(({ name }) => (name === homing.name) === wanted)?.perCall ?? 0;
  const most = (key) => Math.max(...own.map((row) => row[key]));
  return {
    tables: [table('GET with one signal', COLUMNS, rows)],
    goals: [
      atMost('heap growth of homing per call', perCall(true), 1, ' bytes'),
      atMost('heap growth of homing + nodeFetch per call', perCall(false), 5, ' bytes'),
      atMost('listeners that homing has on the signal while 50 calls run', most('peak'), 50, '', 0),
      atMost('listeners and dependents that homing leaves', most('left') + most('dependents'), 0, '', 0),
    ],
    charts: [chart('heap', 'Heap growth per call with one signal', 'bytes', rows, 'perCall', { digits: 1 })],
  };
};
