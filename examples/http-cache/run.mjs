// One HTTP cache for eight processes: Redis, a server that counts its requests, and eight clients that request the same
// URLs. Each printed line shows what the server received.
//
//   npm run example -- http-cache
//
// client.mjs is the program of each process, origin.mjs is the server. This program starts a local Redis without
// persistence, and stops it at the end. The exit code is 0 only if all checks pass.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { SLOWNESS, startOrigin } from './origin.mjs';
import { RedisServer } from './redis-server.mjs';

const PROCESSES = 8;
const KEYS = 10;

const redis = new RedisServer();
try {
  await redis.start();
} catch (error) {
  console.error(`Can't start redis-server: ${error.message}`);
  console.error('Install it (on Debian: apt-get install redis-server) and run this again.');
  process.exit(1);
}

/** Whether to kill the next process that sends a request, while it waits for the response. */
let isFatal = false;
const origin = await startOrigin((client) => {
  if (!isFatal) return;
  isFatal = false;
  process.kill(Number(client), 'SIGKILL');
});

const begin = async () => {
  const child = fork(new URL('client.mjs', import.meta.url), [origin.url, String(redis.port)]);
  await once(child, 'message');
  return child;
};

const tell = async (child, task, about) => {
  const over = new AbortController();
  const { signal } = over;
  child.send({ task, about });
  // A killed process sends no result.
  const [result] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  over.abort();
  return result;
};

const isDead = ({ signalCode }) => signalCode !== null;

const clients = await Promise.all(Array.from({ length: PROCESSES }, begin));

/** Every client requests every key at the same time. */
const ask = async (policy, about = policy) => {
  const all = Array.from({ length: KEYS }, (_, index) => ({ policy, id: `${about}-${index}` }));
  const told = await Promise.all(clients.map((client) => tell(client, 'getAll', all)));
  // Wait for background work, such as revalidation.
  await pause(2 * SLOWNESS);
  const requests = origin.taken();
  const urls = requests.map(({ url }) => url);
  return {
    calls: told.flatMap((each) => each ?? []),
    requests: requests.length,
    validations: requests.filter(({ status }) => status === 304).length,
    most: Math.max(0, ...urls.map((url) => urls.filter((each) => each === url).length)),
  };
};

const rows = [];
const show = (what, { calls, requests, validations, most }, isRight, more = '') => {
  const failed = calls.filter((call) => call.failed);
  const right = isRight && failed.length === 0;
  if (!right) process.exitCode = 1;
  const cells = [what, calls.length, failed.length, requests, validations, most].map(String);
  rows.push(cells);
  console.log(
    `${right ? '✓' : '✗'} ${cells[0].padEnd(32)}${cells
      .slice(1)
      .map((cell) => cell.padStart(10))
      .join('')}${more && `  ${more}`}`,
  );
  for (const each of new Set(failed.map((call) => call.failed))) console.log(`    ${each}`);
};

console.log(`${PROCESSES} processes, each requests ${KEYS} URLs at once\n`);
const heads = ['calls', 'failed', 'requests', '304', 'for a URL'];
console.log(`${' '.repeat(34)}${heads.map((head) => head.padStart(10)).join('')}`);

const cold = await ask('long');
show('nothing is stored', cold, cold.requests === KEYS);
const warm = await ask('long');
show('all is fresh', warm, warm.requests === 0);

await ask('short');
await pause(4000);
const expired = await ask('short');
show('all has expired', expired, expired.requests === KEYS && expired.validations === KEYS);

await ask('swr');
await pause(4000);
const behind = await ask('swr');
const slowest = Math.round(Math.max(...behind.calls.map(({ took }) => took)));
show(
  'stale-while-revalidate',
  behind,
  behind.requests === KEYS && behind.calls.every(({ hit }) => hit),
  `served stale: ${behind.calls.filter(({ detail }) => detail).length}; the slowest in ${slowest} ms`,
);

const isForgotten = await tell(clients[0], 'invalidate', { tags: ['getItem'] });
const forgotten = await ask('long');
show('invalidated by tag, in one process', forgotten, isForgotten && forgotten.requests === KEYS);

isFatal = true;
const killed = await ask('long', 'killed');
show('the first requester is killed', killed, killed.most === 2, `${clients.filter(isDead).length} dead`);
for (const [index, client] of clients.entries()) if (isDead(client)) clients[index] = await begin();

await redis.stop();
const alone = await ask('long', 'stopped');
show('Redis is stopped', alone, alone.most <= PROCESSES);

await redis.start();
// The clients reconnect. A cache tries a failed store again after one second.
await pause(2000);
const back = await ask('long', 'restarted');
show('Redis runs again, empty', back, back.requests === KEYS);

for (const client of clients) client.disconnect();
origin.close();
await redis.stop();
