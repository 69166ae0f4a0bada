import { setTimeout as sleep } from 'node:timers/promises';

/** Megabytes that are still held when nothing runs and everything that can be collected was. */
export const retainedHeap = async () => {
  // Finalizers, and what they free, have their turn between the collections.
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc();
    await sleep(20);
  }
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * The growth from the first samples after the warm-up to the last ones, as medians of each.
 *
 * @param {number[]} samples Megabytes, evenly spread over the whole run.
 */
export const growthOf = (samples, { warmUp, count }) => {
  const warm = samples.slice(Math.ceil(samples.length * warmUp));
  const start = median(warm.slice(0, count));
  const end = median(warm.slice(-count));
  return { start, end, percent: ((end - start) / start) * 100 };
};
