// What a call costs over the wire of the loopback: plain fetch, undici's `request`, nodeFetch, and homing over both.
// The server is a process of its own. It prints and judges nothing: times depend on the machine, ratios hardly do.
// No collection is forced between the rounds: that would throw compiled code away and distort what follows.
//
// npm run bench:transport [-- seconds] [-- name of a case]
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createApi, defineRequest } from '../dist/index.js';
import { nodeFetch } from '../dist/node.js';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 5;
const SMALL = '{"id":1,"name":"Ada","role":"admin"}';
const LARGE = JSON.stringify({
  id: 1,
  rows: Array.from({ length: 500 }, (_, id) => ({
    id,
    name: `row number ${id}`,
    tags: ['a', 'b'],
    text: 'x'.repeat(40),
  })),
});
const BODY = { name: 'Ada', role: 'admin' };
const CASES = [
  { name: 'GET small', path: '/small', method: 'GET', calls: 400 },
  { name: 'POST small', path: '/small', method: 'POST', calls: 400 },
  { name: 'GET 50 kB', path: '/large', method: 'GET', calls: 200 },
];
const IN_FLIGHT = [1, 50];

const serve = () => {
  const texts = { '/small': SMALL, '/large': LARGE };
  const server = createServer((request, response) => {
    const text = texts[request.url];
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    request.resume().on('end', () => response.writeHead(200, headers).end(text));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
};

const start = () =>
  new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ['serve']);
    child.once('message', (port) => resolve({ child, origin: `http://127.0.0.1:${port}` }));
  });

const shuffled = (values) =>
  values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const homingOver = (fetch, origin, { path, method }) => {
  const api = createApi({ baseUrl: origin, fetch, requests: { run: defineRequest()({ method, path }) } });
  const params = method === 'POST' ? BODY : {};
  return async () => (await api.run(params)).data;
};

const plainOver = (fetch, origin, { path, method }) => {
  const url = origin + path;
  if (method === 'GET') return async () => (await fetch(url)).json();
  const headers = { 'content-type': 'application/json' };
  return async () => (await fetch(url, { method, headers, body: JSON.stringify(BODY) })).json();
};

const requestOver = (request, origin, { path, method }) => {
  const url = origin + path;
  if (method === 'GET') return async () => (await request(url)).body.json();
  const headers = { 'content-type': 'application/json' };
  return async () => (await request(url, { method, headers, body: JSON.stringify(BODY) })).body.json();
};

const contenders = async (origin, oneCase) => {
  const own = nodeFetch();
  const undici = await import('undici').catch(() => undefined);
  const all = {
    fetch: plainOver(fetch, origin, oneCase),
    nodeFetch: plainOver(own, origin, oneCase),
    'homing, fetch': homingOver(fetch, origin, oneCase),
    'homing, nodeFetch': homingOver(own, origin, oneCase),
  };
  if (!undici) return all;
  // The same undici for both, for they differ in speed.
  const dispatcher = new undici.Agent();
  return {
    ...all,
    'undici request': requestOver(
      (url, options) => undici.request(url, { ...options, dispatcher }),
      origin,
      oneCase,
    ),
    'nodeFetch, same undici': plainOver(nodeFetch({ dispatcher }), origin, oneCase),
  };
};

/** Microseconds per call: of the clock, and of this process. */
const time = async (call, calls, inFlight) => {
  const lane = async () => {
    for (let done = 0; done < calls; done += inFlight) await call();
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const count = Math.ceil(calls / inFlight) * inFlight;
  return { wall: (wall * 1000) / count, cpu: (user + system) / count };
};

const run = async (origin, oneCase, inFlight) => {
  const calls = Object.entries(await contenders(origin, oneCase));
  for (const [name, call] of calls)
    if ((await call())?.id !== 1) throw new Error(`${name} came home without the data.`);
  const rounds = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const times = {};
    for (const [name, call] of shuffled(calls))
      times[name] = await time(call, oneCase.calls * (inFlight > 1 ? 3 : 1), inFlight);
    if (round >= 0) rounds.push(times);
  }
  const of = (pick) => median(rounds.map(pick));
  console.log(
    `\n${oneCase.name}, ${inFlight} in flight${' '.repeat(8)}µs wall   times fetch    µs CPU   times fetch`,
  );
  for (const [name] of calls) {
    const cells = ['wall', 'cpu'].flatMap((kind) => [
      of((times) => times[name][kind]).toFixed(1),
      of((times) => times.fetch[kind] / times[name][kind]).toFixed(2),
    ]);
    console.log(`  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`);
  }
};

if (process.argv[2] === 'serve') serve();
else {
  const { child, origin } = await start();
  const wanted = process.argv[2] ?? '';
  for (const oneCase of CASES.filter(({ name }) => name.includes(wanted)))
    for (const inFlight of IN_FLIGHT) await run(origin, oneCase, inFlight);
  child.kill();
}
