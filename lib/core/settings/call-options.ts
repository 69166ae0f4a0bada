import type { MiddlewareEntry } from '../stages/plugin.js';
import type { LevelOptions } from './level-options.js';

/** Options of one call, its second argument. They win over the endpoint's and the client's, field by field. */
export interface CallOptions extends LevelOptions {
  /** Aborts the call, which then ends with an `'abort'` error. */
  signal?: AbortSignal | null | undefined;
  /** Middleware of any level that this call runs without; matched by reference. */
  skipMiddleware?: readonly MiddlewareEntry[] | undefined;
}
