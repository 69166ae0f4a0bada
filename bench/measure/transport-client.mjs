// The contenders of the transports, in the Node that carries a version of undici. Started with the package of undici to
// use; it measures what it is told, and ends with who started it.
import { createRequire } from 'node:module';
import { transports } from '../contenders/transports.mjs';
import { checkData } from './interleaved.mjs';
import { measure } from './runners.mjs';

const [, , packageName] = process.argv;

// undici makes itself the dispatcher of the global fetch, unless Node's own was there first.
await fetch('data:,');
const { Agent, request } = createRequire(import.meta.url)(packageName);

/** Node's own dispatcher, under the name of this undici. */
const builtIn =
  globalThis[Symbol.for('undici.globalDispatcher.2')] ?? globalThis[Symbol.for('undici.globalDispatcher.1')];

const DISPATCHERS = {
  'built in': () => builtIn,
  'HTTP/2': () => new Agent({ allowH2: true, connect: { rejectUnauthorized: false } }),
};

const made = new Map();
const dispatchers = new Map();

/** One for all contenders. */
const dispatcherOf = (kind) => {
  if (!dispatchers.has(kind)) dispatchers.set(kind, DISPATCHERS[kind]());
  return dispatchers.get(kind);
};

const callsTo = ({ name, kind, base }) => {
  const key = `${name} ${kind} ${base}`;
  if (!made.has(key)) made.set(key, transports[name]({ request, dispatcher: dispatcherOf(kind), base }));
  return made.get(key);
};

const heap = () => {
  for (let turn = 0; turn < 4; turn += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Bytes for each call that waits for its answer. */
const memory = async (call, calls) => {
  call(0).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = heap();
  const waiting = Array.from({ length: calls }, (_, id) => call(id).catch(() => undefined));
  // Until the last connection is open.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return (heap() - before) / waiting.length;
};

const answers = {
  warmUp: async (told) => {
    const call = callsTo(told)[told.method];
    await checkData(told.name, call);
    await measure(call, told.calls, told.inFlight);
  },
  measure: (told) => measure(callsTo(told)[told.method], told.calls, told.inFlight),
  memory: (told) => memory(callsTo(told)[told.method], told.calls),
  versions: () => ({ node: process.versions.node, undici: process.versions.undici }),
};

process.on('message', async ({ task, ...told }) => process.send((await answers[task](told)) ?? {}));
process.on('disconnect', () => process.exit());
