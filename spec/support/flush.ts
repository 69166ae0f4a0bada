// Saved before any spec replaces the timers.
const { setImmediate: immediate, setTimeout: timeout } = globalThis as {
  setImmediate?: (callback: () => void) => unknown;
  setTimeout: (callback: () => void, ms: number) => unknown;
};

const turn = (): Promise<void> =>
  new Promise((resolve) => (immediate ? immediate(resolve) : timeout(resolve, 0)));

/**
 * Runs all work that doesn't wait for a timer. A turn of the event loop starts only when no microtask is left. The
 * second turn runs the work that the first turn started, for example the end of a stream.
 */
export const flush = async (): Promise<void> => {
  await turn();
  await turn();
};
