import { setImmediate } from 'node:timers/promises';
import type { Middleware } from '../../lib/index.js';

/** Lets the caller go on before the request is sent, as a middleware that awaits a token does. */
export const later: Middleware = async (_ctx, next) => {
  await setImmediate();
  return next();
};
