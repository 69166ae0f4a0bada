// Opens many streams with one long-lived signal, and counts the remaining listeners, timers and sockets. The arguments
// are the URL of a stream server and the number of streams.
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '../../dist/sse.js';
import { build } from '../contenders/homing.mjs';

const [, , baseUrl, count] = process.argv;
const IN_FLIGHT = 100;

const responseType = events({ until: '[DONE]', idleTimeout: 600_000, maxDuration: 600_000 });
const get = (path, type) => build.defineRequest()({ method: 'GET', path, responseType: type });
const api = build.createApi({
  baseUrl,
  timeout: 600_000,
  requests: {
    events: get('/events', responseType),
    held: get('/held', responseType),
    state: get('/state', 'json'),
  },
});

const controller = new AbortController();
const { signal } = controller;
const listeners = () => getEventListeners(signal, 'abort').length;
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** The ways to end a stream. Each resolves when the stream has ended. */
const WAYS = [
  async () => {
    for await (const { error } of (await api.events({}, { signal })).data) if (error) throw error;
  },
  async () => {
    for await (const { error } of (await api.held({}, { signal })).data) {
      if (error) throw error;
      break;
    }
  },
  async () => (await api.held({}, { signal })).data.cancel(),
];

/** Waits until the server has no open responses; undefined if that never happens. */
const openAtServer = async () => {
  for (let tries = 0; tries < 100; tries += 1) {
    const { open } = (await api.state()).data;
    if (open === 0) return open;
    await sleep(50);
  }
  return (await api.state()).data.open;
};

const timersBefore = timers();
let peak = 0;
const run = async (streams) => {
  for (let done = 0; done < streams; done += IN_FLIGHT) {
    const group = Array.from({ length: IN_FLIGHT }, (_, at) => WAYS[at % WAYS.length]());
    peak = Math.max(peak, listeners());
    await Promise.all(group);
  }
};

await run(Number(count) - IN_FLIGHT);
// The last streams still wait for data when the signal aborts.
const held = await Promise.all(Array.from({ length: IN_FLIGHT }, () => api.held({}, { signal })));
for (const { data } of held) await data.next();
const waiting = held.map(({ data }) => data.next());
peak = Math.max(peak, listeners());
controller.abort();
const ends = await Promise.all(waiting);
if (ends.some(({ value }) => value?.error?.kind !== 'abort'))
  throw new Error('A stream continued after its signal aborted.');
const open = await openAtServer();
// Ignore fetch's timers for keep-alive connections.
await sleep(2000);
process.send({ peak, listeners: listeners(), timers: timers() - timersBefore, open });
process.disconnect();
process.exit();
