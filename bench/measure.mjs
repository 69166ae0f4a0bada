import { setImmediate } from 'node:timers/promises';

const ROUNDS = 41;
const CALLS = 2000;
const WARM_UP_ROUNDS = 8;

const time = async (call) => {
  // What the one before left for the next turn of the event loop is not this one's.
  await setImmediate();
  const start = performance.now();
  for (let id = 1; id <= CALLS; id += 1) await call(id);
  return ((performance.now() - start) * 1e6) / CALLS;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const shuffled = (values) =>
  values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

/** Everyone must come home with the data: who does less work would win. */
const check = async (calls) => {
  for (const [name, call] of calls) {
    const outcome = await call(1);
    const id = outcome.id ?? outcome.data?.id;
    if (id !== 1) throw new Error(`${name} came home without the data.`);
  }
};

/**
 * Medians by name: nanoseconds per call, and what that is beside the first of `calls` in the same round, as a
 * difference and as a ratio.
 *
 * All take turns within a round, so that what the machine does meanwhile hits all alike, in an order that is drawn
 * anew for each, so that no one always runs after the same neighbour.
 *
 * @param {Map<string, (id: number) => Promise<unknown>>} calls
 */
export const interleaved = async (calls) => {
  await check(calls);
  const [baseline] = calls.keys();
  const rounds = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const times = {};
    for (const [name, call] of shuffled([...calls])) times[name] = await time(call);
    if (round >= 0) rounds.push(times);
  }
  const of = (name) => ({
    ns: median(rounds.map((times) => times[name])),
    overhead: median(rounds.map((times) => times[name] - times[baseline])),
    ratio: median(rounds.map((times) => times[name] / times[baseline])),
  });
  return new Map([...calls.keys()].map((name) => [name, of(name)]));
};
