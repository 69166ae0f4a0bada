// Needs `--expose-gc`: only a process that may collect at will can tell what is left.
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes in use once everything that can go is gone: finalizers, and what is due at once, have their turn between. */
export const settledHeap = async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await sleep(10);
  }
  return process.memoryUsage().heapUsed;
};
