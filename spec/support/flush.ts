// Taken before any spec replaces the timers.
const {
  setImmediate: immediate,
  MessageChannel: Channel,
  setTimeout: timeout,
} = globalThis as {
  setImmediate?: (callback: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
  setTimeout: (callback: () => void, ms: number) => unknown;
};

/** Starts the callback in the next turn of the event loop. Browsers delay nested timers, but not messages. */
function nextTurn(callback: () => void): void {
  if (immediate) immediate(callback);
  else if (Channel) {
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      callback();
    };
    port2.postMessage(null);
  } else timeout(callback, 0);
}

/**
 * Waits until everything has happened that waits for no timer: a turn of the event loop starts only once no microtask is
 * left. The second turn is for what the first one started, such as the end of a stream.
 */
export const flush = async (): Promise<void> => {
  await new Promise<void>(nextTurn);
  await new Promise<void>(nextTurn);
};
