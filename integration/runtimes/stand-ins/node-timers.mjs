// `node:timers/promises`.
const { setTimeout: start } = globalThis;
export const setTimeout = (ms, value) => new Promise((resolve) => start(resolve, ms, value));
export const setImmediate = (value) => setTimeout(0, value);
