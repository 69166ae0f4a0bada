// What a copy of a client costs: `withHeaders` once for every incoming request of a server, on a client of 100
// endpoints. It prints and judges nothing: times depend on the machine.
//
// npm run bench:copies -- [another build of homing, as path to its index.js]
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ENDPOINTS = 100;
const KEPT = 1000;
const DROPPED = 100_000;
const ROUNDS = 25;
const COPIES = 400;

// Only a process that may collect at will can tell what is left.
if (!globalThis.gc) {
  const again = ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1);
}

const [, , build] = process.argv;
const { createApi, defineRequest } = await import(
  build ? pathToFileURL(build) : new URL('../dist/index.js', import.meta.url)
);

const names = Array.from({ length: ENDPOINTS }, (_, number) => `getThing${number}`);
const endpoint = (name) => [name, defineRequest()({ method: 'GET', path: `/${name}/:id` })];
const api = createApi({
  baseUrl: 'https://api.example.com/v1',
  headers: { accept: 'application/json' },
  requests: Object.fromEntries(names.map(endpoint)),
});
const copyFor = (user) => api.withHeaders({ authorization: `Bearer ${user}` });

const heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const round = () => {
  const start = performance.now();
  for (let user = 0; user < COPIES; user += 1) copyFor(user);
  return ((performance.now() - start) * 1000) / COPIES;
};

const micros = () => {
  for (let warmUp = 0; warmUp < 10; warmUp += 1) round();
  const times = Array.from({ length: ROUNDS }, round).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)];
};

const bytesKept = () => {
  const before = heap();
  const copies = Array.from({ length: KEPT }, (_, user) => copyFor(user));
  const bytes = heap() - before;
  // Keeps them alive until the heap was read.
  return bytes / copies.length;
};

const bytesLeft = () => {
  const before = heap();
  for (let user = 0; user < DROPPED; user += 1) copyFor(user);
  return heap() - before;
};

console.log(`node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? 'unknown cpu'}`);
const time = micros();
const bytes = bytesKept();
const left = bytesLeft();
console.log(`one copy of a client of ${ENDPOINTS} endpoints
  ${time.toFixed(1)} µs
  ${(bytes / 1000).toFixed(1)} kB, ${(bytes / ENDPOINTS).toFixed(0)} bytes an endpoint
heap after ${DROPPED.toLocaleString('en')} copies that were dropped
  ${(left / 1000).toFixed(1)} kB more than before, ${(left / DROPPED).toFixed(2)} bytes a copy

Goals: at most 20 µs and 200 bytes an endpoint; nothing left.`);
