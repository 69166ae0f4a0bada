import type { MiddlewareEntry } from '../stages/plugin.js';
import type { CarriedContext } from '../stages/carried-context.js';
import type { FetchOptions } from '../wire/fetch-options.js';
import type { HeadersOption } from '../wire/headers.js';

/** The options that each of the three levels has: client, endpoint, call. The most specific wins, field by field. */
export interface LevelOptions {
  /**
   * Merged by lowercase name over the levels; null and undefined values are left out. An invalid one makes the call a
   * `'network'` error that names it.
   */
  headers?: HeadersOption | undefined;
  /** Merged field by field over the levels; an undefined field leaves the level below. */
  fetchOptions?: FetchOptions | undefined;
  /** Run around the request: the client's outermost, then the endpoint's, then the call's. */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /**
   * Deadline of the whole call, in milliseconds. Default: none. Fractions round down to at least 1; above 2^31-1 it
   * is capped; 0, negative and NaN mean no deadline.
   */
  timeout?: number | undefined;
  /**
   * What the calls carry for middleware (`ctx.context`), observers, `onError` and the log's `label`. Never sent. Merged
   * field by field over the levels, one level deep; an undefined field leaves the level below. Default: nothing.
   */
  context?: CarriedContext | undefined;
}
