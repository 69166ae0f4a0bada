import { flush } from './flush.js';

// Taken before any spec replaces the timers.
const { setTimeout: timeout } = globalThis;

/**
 * Waits until `isSo` returns true, for work that the platform does outside the event loop, such as I/O. The time limit of
 * the spec ends the wait otherwise.
 */
export const until = async (isSo: () => boolean): Promise<void> => {
  await flush();
  while (!isSo()) {
    await new Promise<void>((resolve) => void timeout(resolve, 1));
    await flush();
  }
};
