// How the memory of a process grows that reads a large stream, or opens one and does not read. Started with `read` or
// `unread`, the address of a stream server, `nodeFetch` or `fetch`, GB, and the seconds that it may take.
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFetch } from '../../dist/node.js';
import { bytes } from '../../dist/stream.js';
import { build } from '../contenders/homing.mjs';

const [, , mode, baseUrl, transport, gigabytes, seconds] = process.argv;
const MB = 1e6;

const api = build.createApi({
  baseUrl,
  ...(transport === 'nodeFetch' && { fetch: nodeFetch({ maxResponseSize: Infinity }) }),
  requests: {
    stream: build.defineRequest()({ method: 'GET', path: '/bytes/:size', responseType: bytes() }),
    state: build.defineRequest()({ method: 'GET', path: '/state', responseType: 'json' }),
  },
});

const open = async (size) => {
  const { data, error } = await api.stream({ size });
  if (error) throw error;
  return data;
};

/** Bytes that are read until the stream or the time is over. */
const readFor = async (size, ms) => {
  const until = performance.now() + ms;
  let read = 0;
  for await (const { data, error } of await open(size)) {
    if (error) throw error;
    read += data.byteLength;
    if (performance.now() > until) break;
  }
  return read;
};

/** The most that was resident while the work went on, above what was at its beginning. */
const growthDuring = async (work) => {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 20);
  const outcome = await work();
  look();
  clearInterval(timer);
  return { outcome, grown: (most - before) / MB };
};

const sentSoFar = async () => (await api.state()).data.sent;

/** What the sender got rid of until nothing moved for a second. */
const leaveUnread = async () => {
  const before = await sentSoFar();
  const stream = await open(gigabytes);
  let sent = -1;
  for (let now = await sentSoFar(); now !== sent; now = await sentSoFar()) {
    sent = now;
    await sleep(1000);
  }
  await stream.cancel();
  return sent - before;
};

// What the first streams need once is not the cost of one.
await readFor(0.3, 10_000);
const start = performance.now();
const { outcome, grown } = await growthDuring(() =>
  mode === 'read' ? readFor(gigabytes, Number(seconds) * 1000) : leaveUnread(),
);
process.send({ bytes: outcome, grown, seconds: (performance.now() - start) / 1000 });
process.disconnect();
process.exit();
