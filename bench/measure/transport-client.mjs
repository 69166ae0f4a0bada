// The transport contenders, in the version of Node that contains a version of undici. The argument is the undici
// package to use. The process receives its tasks as messages, and exits with its parent process.
import { createRequire } from 'node:module';
import { transports } from '../contenders/transports.mjs';
import { cpuProfile, selfTimes } from './cpu-profile.mjs';
import { checkData } from './interleaved.mjs';
import { measure } from './runners.mjs';

const [, , packageName] = process.argv;

// Load Node's own undici first. Otherwise the package becomes the dispatcher of the global fetch.
await fetch('data:,');
const { Agent, request } = createRequire(import.meta.url)(packageName);

/** Node's own dispatcher, registered for this undici. */
const builtIn =
  globalThis[Symbol.for('undici.globalDispatcher.2')] ?? globalThis[Symbol.for('undici.globalDispatcher.1')];

const DISPATCHERS = {
  'built in': () => builtIn,
  'HTTP/2': () => new Agent({ allowH2: true, connect: { rejectUnauthorized: false } }),
};

/** undici 8 accepts only the newer form of handlers. For earlier versions, the older form is less work. */
const isLegacy = Number.parseInt(process.versions.undici, 10) < 8;

const made = new Map();
const dispatchers = new Map();

/** One dispatcher for all contenders. */
const dispatcherOf = (kind) => {
  if (!dispatchers.has(kind)) dispatchers.set(kind, DISPATCHERS[kind]());
  return dispatchers.get(kind);
};

const callsTo = ({ name, kind, base }) => {
  const key = `${name} ${kind} ${base}`;
  if (!made.has(key))
    made.set(key, transports[name]({ request, dispatcher: dispatcherOf(kind), base, isLegacy }));
  return made.get(key);
};

const heap = () => {
  for (let turn = 0; turn < 4; turn += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Bytes per call that waits for its response. */
const memory = async (call, calls) => {
  call(0).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = heap();
  const waiting = Array.from({ length: calls }, (_, id) => call(id).catch(() => undefined));
  // Wait until the last connection is open.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return (heap() - before) / waiting.length;
};

/** The category of a function, by its file and name. */
const placeOf = ({ functionName, url }) => {
  // Idle time, and the profiler itself.
  if (functionName === '(idle)' || url === 'node:inspector') return undefined;
  if (url.includes('/dist/')) return 'nodeFetch';
  if (url.includes('node_modules/undici')) return 'request';
  if (url.startsWith('node:internal/deps/undici')) return 'the dispatcher';
  if (url.startsWith('file:')) return 'the caller';
  if (/^writev?|^write.*String$/.test(functionName)) return 'writing to the socket';
  if (functionName === '(garbage collector)') return 'garbage collection';
  return url.startsWith('node:') ? 'streams, timers, sockets of Node' : 'the engine and the event loop';
};

const sumOf = (times) => Object.values(times).reduce((sum, time) => sum + time, 0);

/** Microseconds per call by category: the median of three runs, because runs vary. */
const profile = async (call, calls, inFlight) => {
  const runs = [];
  for (let run = 0; run < 3; run += 1) {
    await measure(call, calls, inFlight);
    const times = selfTimes(await cpuProfile(() => measure(call, calls, inFlight)), placeOf);
    runs.push(Object.fromEntries([...times].map(([place, time]) => [place, time / calls])));
  }
  return runs.sort((a, b) => sumOf(a) - sumOf(b))[1];
};

const answers = {
  warmUp: async (told) => {
    const call = callsTo(told)[told.method];
    await checkData(told.name, call);
    await measure(call, told.calls, told.inFlight);
  },
  measure: (told) => measure(callsTo(told)[told.method], told.calls, told.inFlight),
  profile: (told) => profile(callsTo(told)[told.method], told.calls, told.inFlight),
  memory: (told) => memory(callsTo(told)[told.method], told.calls),
  versions: () => ({ node: process.versions.node, undici: process.versions.undici }),
};

process.on('message', async ({ task, ...told }) => process.send((await answers[task](told)) ?? {}));
process.on('disconnect', () => process.exit());
