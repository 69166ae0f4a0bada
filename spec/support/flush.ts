// Taken before any spec replaces the timers.
const { setImmediate: immediate, setTimeout: timeout } = globalThis as {
  setImmediate?: (callback: () => void) => unknown;
  setTimeout: (callback: () => void, ms: number) => unknown;
};

const turn = (): Promise<void> =>
  new Promise((resolve) => (immediate ? immediate(resolve) : timeout(resolve, 0)));

/**
 * Waits until everything has happened that waits for no timer: a turn of the event loop starts only once no microtask is
 * left. The second turn is for what the first one started, such as the end of a stream.
 */
export const flush = async (): Promise<void> => {
  await turn();
  await turn();
};
