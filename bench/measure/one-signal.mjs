// Runs one contender in its own process: many calls with one long-lived signal, and the memory that they leave. The
// arguments are the contender's name, the number of calls, and a server's URL if a stub can't replace fetch.
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

/** The signals that depend on this signal, for example from `AbortSignal.any`. Node exposes them only with a symbol. */
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
    // Counting also iterates over the list.
    if (done % 1_000 === 950) peak = Math.max(peak, listeners());
    await Promise.all(group);
    // Yield to the event loop, as a network would.
    await setImmediate();
    // Collect regularly: adding a listener iterates over all listeners, and a long list would take most of the time.
    if (done % COLLECTED_EVERY === 0) globalThis.gc();
  }
};

const calls = Number(count);
// Warm up, so that compiled code and connection pools don't count as the cost of a call.
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
// Exit explicitly: keep-alive connections would keep the process running.
process.exit();
