import type { MiddlewareEntry } from '../stages/plugin.js';
import type { QueryOption } from '../wire/call-query.js';
import type { LevelOptions } from './level-options.js';

/** Options of one call, its second argument. They win over the endpoint's and the client's, field by field. */
export interface CallOptions extends LevelOptions {
  /** Aborts the call, which then ends with an `'abort'` error. */
  signal?: AbortSignal | null | undefined;
  /**
   * Put behind the query that the params make, whatever the method; a name in both is sent twice. A value of another
   * type makes the call a `'network'` error that names it. Default: none.
   */
  query?: QueryOption | null | undefined;
  /** Middleware of any level that this call runs without; matched by reference. */
  skipMiddleware?: readonly MiddlewareEntry[] | undefined;
}
