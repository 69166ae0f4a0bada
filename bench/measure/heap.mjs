// Needs `--expose-gc`: the heap is measured after a forced garbage collection.
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes in use after repeated collections. Finalizers and pending tasks run between the collections. */
export const settledHeap = async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await sleep(10);
  }
  return process.memoryUsage().heapUsed;
};
