// One contender in a process of its own: many calls under one signal that outlives them, and what is left of them.
// Started with the contender's name, the number of calls, and a server's address where no stub can stand in.
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { contenderNamed } from '../contenders/all.mjs';
import { settledHeap } from './heap.mjs';
import { followingStub } from './stubs.mjs';

const [, , name, count, origin] = process.argv;
const IN_FLIGHT = 50;
const COLLECTED_EVERY = 5_000;

const { signal } = new AbortController();

const listeners = () => getEventListeners(signal, 'abort').length;

/** Signals that hang on this one, as those of `AbortSignal.any` do; Node shows them under a symbol only. */
const dependents = () => {
  const symbol = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === 'kDependantSignals',
  );
  return signal[symbol]?.size ?? 0;
};

const { make } = await contenderNamed(name);
const api = make(
  origin ?? 'https://api.example.com/v1',
  origin ? { signal } : { signal, fetch: followingStub },
);

let peak = 0;
const run = async (calls) => {
  for (let done = 0; done < calls; done += IN_FLIGHT) {
    const group = Array.from({ length: IN_FLIGHT }, (_, id) => api.get(done + id));
    // Counting walks the list as well.
    if (done % 1_000 === 950) peak = Math.max(peak, listeners());
    await Promise.all(group);
    // A network would give the event loop its turns.
    await setImmediate();
    // Adding a listener walks the list of them, so that lists that grow until a collection would take all the time.
    if (done % COLLECTED_EVERY === 0) globalThis.gc();
  }
};

const calls = Number(count);
// What is compiled, and what a pool of connections needs, is not the cost of a call.
await run(origin ? 5_000 : 25_000);
const before = await settledHeap();
await run(calls);
const grown = (await settledHeap()) - before;
process.send({
  name,
  calls,
  grown,
  perCall: grown / calls,
  peak,
  left: listeners(),
  dependents: dependents(),
});
process.disconnect();
// Connections that are kept alive would keep the process.
process.exit();
