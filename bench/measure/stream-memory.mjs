// Measures the memory growth of a process that reads a large stream, or opens a stream without reading it. The
// arguments are `read` or `unread`, the URL of a stream server, `nodeFetch` or `fetch`, GB, and the maximum number of
// seconds.
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

/** The bytes read until the stream ends or the time is over. */
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

/** The peak of resident memory during the work, minus its value at the start. */
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

/** The bytes that the server sent until it stalled for one second. */
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

// Warm up: the first streams need memory that later streams reuse.
await readFor(0.3, 10_000);
const start = performance.now();
const { outcome, grown } = await growthDuring(() =>
  mode === 'read' ? readFor(gigabytes, Number(seconds) * 1000) : leaveUnread(),
);
process.send({ bytes: outcome, grown, seconds: (performance.now() - start) / 1000 });
process.disconnect();
process.exit();
