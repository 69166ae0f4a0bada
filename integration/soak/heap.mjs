import { setTimeout as sleep } from 'node:timers/promises';

/** The used memory in megabytes, when nothing runs and after garbage collections. */
export const retainedHeap = async () => {
  // Let finalizers run between the collections.
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc();
    await sleep(20);
  }
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * The growth from the median of the first samples after the warm-up to the median of the last samples.
 *
 * @param {number[]} samples Megabytes, sampled at regular intervals.
 */
export const growthOf = (samples, { warmUp, count }) => {
  const warm = samples.slice(Math.ceil(samples.length * warmUp));
  const start = median(warm.slice(0, count));
  const end = median(warm.slice(-count));
  return { start, end, percent: ((end - start) / start) * 100 };
};
