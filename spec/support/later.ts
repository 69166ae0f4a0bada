import { setImmediate } from 'node:timers/promises';
import type { Middleware } from '../../lib/index.js';

/** Lets the caller continue before the request is sent, like a middleware that awaits a token. */
export const later: Middleware = async (_ctx, next) => {
  await setImmediate();
  return next();
};
