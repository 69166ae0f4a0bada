const handedOut = new Set();
let isRunning = false;
let lacked;

export const startRunning = () => void (isRunning = true);

/**
 * Called for a feature that a case needs and this runtime lacks. While cases are collected, returns the error for the
 * row of a table. When the case runs, throws it.
 */
export const lack = (what) => {
  const error = new Error(what);
  handedOut.add(error);
  if (!isRunning) return error;
  lacked ??= what;
  throw error;
};

/** Compares by identity, because a row can contain values that throw when they are inspected. */
export const isLack = (value) => handedOut.has(value);

/** The missing feature since the previous call of this function. A client might have caught the error. */
export const takeLacked = () => {
  const taken = lacked;
  lacked = undefined;
  return taken;
};
