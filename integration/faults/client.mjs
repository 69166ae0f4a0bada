// The client side of the rows, in its own process: a resource that homing leaves open would keep the process alive.
import dns from 'node:dns';
import { getEventListeners, setMaxListeners } from 'node:events';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { createApi, defineRequest } from '../../dist/index.js';
import { FEW_MEGABYTES } from './judge.mjs';
import { outcomeOf } from './outcome.mjs';
import { allRows } from './rows/all.mjs';
import { TRANSPORTS } from './transports.mjs';
import { Words } from './words.mjs';

/** A call that exceeds its timeout by this much counts as hung. It is long, so that a busy machine doesn't matter. */
const GRACE = 15_000;
/** The number of concurrent rows: low, so that a short timeout doesn't expire before the request is sent. */
const BATCH = 20;

const transport = await TRANSPORTS[process.argv[2]].load();
const words = new Map(allRows.map(({ name }) => [name, new Words()]));
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));

// Don't use a name server: all names except these loopback names are unknown here.
const { lookup } = dns;
dns.lookup = (host, ...rest) => {
  if (host === 'localhost') return lookup(host, ...rest);
  const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  process.nextTick(rest.at(-1), unknown);
};

const usedMemory = async () => {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

/** Memory growth in megabytes. Waits until it is small, because closing sockets takes a moment. */
const heldSince = async (before) => {
  const until = Date.now() + GRACE;
  let held = (await usedMemory()) - before;
  while (held > FEW_MEGABYTES && Date.now() < until) {
    await sleep(50);
    held = (await usedMemory()) - before;
  }
  return held;
};

/** Sends with the transport, and notifies the server when the head of a response has arrived. */
const telling = (tell) => async (url, init) => {
  const response = await transport(url, init);
  tell(`head ${new URL(url).pathname}`);
  return response;
};

const makeKit = (row, url) => {
  const tell = (word) => process.send({ row: row.name, word });
  const controller = new AbortController();
  // The rows with hundreds of calls share one signal. homing adds one listener to it, which is checked below.
  setMaxListeners(1, controller.signal);
  const endpoint = defineRequest()({ method: 'GET', path: '/x', ...row.endpoint });
  const numbered = defineRequest()({ method: 'GET', path: '/x/:n', ...row.endpoint });
  const api = createApi({
    baseUrl: row.baseUrl?.(url) ?? url,
    fetch: telling(tell),
    requests: { ask: endpoint, numbered },
  });
  const options = { signal: controller.signal, timeout: row.deadline ?? 0 };
  return {
    api,
    ask: () => api.ask(row.params?.(), options),
    controller,
    heard: (word) => words.get(row.name).heard(word),
    options,
    tell,
  };
};

/** Clears its timer: a pending timer would keep the results in memory. */
const within = async (ms, work) => {
  const timer = new AbortController();
  const late = sleep(ms, [{ error: { kind: `nothing after ${ms} ms`, status: 0 } }], timer);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    await late.catch(() => undefined);
  }
};

/** A separate function, so that the results can be collected before memory is measured. */
const callRow = async (row, kit) => {
  const work = row.call ? row.call(kit) : kit.ask();
  const results = [await within((row.deadline ?? 0) + GRACE, work)].flat();
  return {
    outcome: outcomeOf(results),
    data: row.data === undefined ? undefined : (results.at(-1).data ?? null),
    listeners: getEventListeners(kit.controller.signal, 'abort').length,
  };
};

const runRow = async (row, url) => {
  const before = row.memory ? await usedMemory() : 0;
  const report = await callRow(row, makeKit(row, url));
  const heldMegabytes = row.memory ? await heldSince(before) : 0;
  process.send({ row: row.name, report: { ...report, heldMegabytes } });
};

/** The kinds of resources that keep the process alive, except for the channel to the parent. */
const leftOpen = () =>
  process.getActiveResourcesInfo().filter((kind) => !['PipeWrap', 'TTYWrap'].includes(kind));

const finish = async () => {
  const until = Date.now() + GRACE;
  while (leftOpen().length > 0 && Date.now() < until) await sleep(20);
  process.send({ left: leftOpen(), warnings }, () => process.disconnect());
};

process.on('message', async (message) => {
  if (message.word) words.get(message.row).take(message.word);
  if (message.finish) await finish();
  if (!message.start) return;
  const together = allRows.filter(({ isAlone }) => !isAlone);
  for (let at = 0; at < together.length; at += BATCH) {
    await Promise.all(together.slice(at, at + BATCH).map((row) => runRow(row, message.start[row.name])));
  }
  for (const row of allRows.filter((each) => !together.includes(each)))
    await runRow(row, message.start[row.name]);
});
