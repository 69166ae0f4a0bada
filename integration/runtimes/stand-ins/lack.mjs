const handedOut = new Set();
let isRunning = false;
let lacked;

export const startRunning = () => void (isRunning = true);

/**
 * Called for what a case needs and this runtime has not. While cases are collected the error that it gives stands in
 * the row of a table; when the case runs it is thrown.
 */
export const lack = (what) => {
  const error = new Error(what);
  handedOut.add(error);
  if (!isRunning) return error;
  lacked ??= what;
  throw error;
};

/** By identity: a row may hold anything, and not all of it bears to be looked at. */
export const isLack = (value) => handedOut.has(value);

/** What the case lacked that ran since this was last asked; a client may have caught the error. */
export const takeLacked = () => {
  const taken = lacked;
  lacked = undefined;
  return taken;
};
