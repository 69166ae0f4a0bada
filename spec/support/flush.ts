// Taken before any spec replaces them.
const {
  document: page,
  setImmediate: immediate,
  setTimeout: timeout,
  MessageChannel: Channel,
} = globalThis as {
  document?: unknown;
  setImmediate?: (callback: () => void) => unknown;
  setTimeout: (callback: () => void, ms: number) => unknown;
  MessageChannel?: typeof MessageChannel;
};

/** Returns a function that calls back in a later turn of the event loop. */
const startTurn = (): ((callback: () => void) => unknown) => {
  // A page has no setImmediate of its own, and delays nested timers by 4 ms. It doesn't delay messages.
  if (page !== undefined && Channel) {
    const { port1, port2 } = new Channel();
    const waiting: (() => void)[] = [];
    port1.onmessage = () => waiting.shift()?.();
    return (callback) => {
      waiting.push(callback);
      port2.postMessage(undefined);
    };
  }
  return immediate ?? ((callback) => timeout(callback, 0));
};

const nextTurn = startTurn();

const turn = (): Promise<void> => new Promise((resolve) => void nextTurn(resolve));

/**
 * Waits until everything has happened that waits for no timer: a turn of the event loop starts only once no microtask is
 * left. The second turn is for what the first one started, such as the end of a stream.
 */
export const flush = async (): Promise<void> => {
  await turn();
  await turn();
};
