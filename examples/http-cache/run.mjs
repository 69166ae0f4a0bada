// One HTTP cache for eight processes: a Redis, a server that counts what it is asked for, and eight clients that all ask
// for the same. Each line is what the server saw.
//
//   npm run example -- http-cache
//
// client.mjs is what such a process looks like, origin.mjs the server. Redis is one of this machine: it is started here,
// keeps nothing, and is ended at the end. The exit code is 0 only when everything came out as it should.
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
  console.error(`There is no redis-server to be started: ${error.message}`);
  console.error('Install one, such as Debian’s (apt-get install redis-server), and run this again.');
  process.exit(1);
}

/** Whether the next process that asks the server for something is killed while it waits for the answer. */
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
  // One that dies has nothing to say.
  const [result] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  over.abort();
  return result;
};

const isDead = ({ signalCode }) => signalCode !== null;

const clients = await Promise.all(Array.from({ length: PROCESSES }, begin));

/** All clients ask for all keys at once. */
const ask = async (policy, about = policy) => {
  const all = Array.from({ length: KEYS }, (_, index) => ({ policy, id: `${about}-${index}` }));
  const told = await Promise.all(clients.map((client) => tell(client, 'getAll', all)));
  // What goes on behind the calls.
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

console.log(`${PROCESSES} processes, each of which asks for ${KEYS} URLs at once\n`);
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
show('forgotten by tag, in one process', forgotten, isForgotten && forgotten.requests === KEYS);

isFatal = true;
const killed = await ask('long', 'killed');
show('the first to ask is killed', killed, killed.most === 2, `${clients.filter(isDead).length} dead`);
for (const [index, client] of clients.entries()) if (isDead(client)) clients[index] = await begin();

await redis.stop();
const alone = await ask('long', 'stopped');
show('Redis is stopped', alone, alone.most <= PROCESSES);

await redis.start();
// The clients connect again, and the caches ask a store that failed again after a second.
await pause(2000);
const back = await ask('long', 'restarted');
show('Redis is back, and empty', back, back.requests === KEYS);

for (const client of clients) client.disconnect();
origin.close();
await redis.stop();
