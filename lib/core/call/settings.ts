import { readTimeout } from '../platform/clock.js';
import { bare, ownDefined } from '../platform/values.js';
import { Refusal } from '../result/refusal.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from '../wire/headers.js';
import { callQuery, type QueryOption } from '../wire/params.js';
import type { FetchOptions } from '../wire/response-reader.js';
import type { CarriedContext } from './context.js';
import type { MiddlewareEntry } from './middleware-pipeline.js';

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

/** What the options of one level come to, or those of several merged: nothing is missing. */
export interface Settings {
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  readonly middleware: readonly MiddlewareEntry[];
  readonly skipMiddleware: readonly MiddlewareEntry[];
  /** Whole milliseconds; 0 for no deadline, undefined where no level says anything. */
  readonly timeout: number | undefined;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
  /** Those of the copies of the client that the call is made through: each ends it, too. */
  readonly copySignals: readonly AbortSignal[];
  /** Frozen. */
  readonly context: CarriedContext;
  /** Of a call alone, as it is sent; empty for none. */
  readonly query: string;
  /** What can't be used in them, and so is thrown when a call is prepared; undefined where all can. */
  readonly refusal: unknown;
}

/** The headers, fetch options or context of a level that has none; merging with it is free. */
const NONE: Readonly<Record<string, never>> = /* @__PURE__ */ Object.freeze(bare<Record<string, never>>());

/** What a level comes to that has no options. */
export const NO_SETTINGS: Settings = {
  headers: NONE,
  fetchOptions: NONE,
  middleware: [],
  skipMiddleware: [],
  timeout: undefined,
  signal: undefined,
  copySignals: [],
  context: NONE,
  query: '',
  refusal: undefined,
};

/** Options as given, which may be missing -> settings, which may not. What can't be used in them is their `refusal`. */
export function readSettings(given: CallOptions | null | undefined): Settings {
  if (given === null || given === undefined) return NO_SETTINGS;
  try {
    if (typeof given !== 'object')
      throw Refusal.of('The second argument of a call', given, 'an object of options');
    const { headers, fetchOptions, middleware, skipMiddleware, timeout, signal, context, query } =
      ownDefined(given);
    return {
      headers: headers === undefined ? NONE : bare(readHeaders(headers)),
      fetchOptions: fetchOptions === undefined ? NONE : ownDefined(fetchOptions),
      middleware: [...(middleware ?? [])],
      skipMiddleware: [...(skipMiddleware ?? [])],
      timeout: timeout === undefined ? undefined : readTimeout(timeout),
      // Null, as fetch takes it, is none.
      signal: signal ?? undefined,
      copySignals: [],
      context: context === undefined ? NONE : Object.freeze(ownDefined(context)),
      query: query == null ? '' : callQuery(query),
      refusal: undefined,
    };
  } catch (thrown) {
    return { ...NO_SETTINGS, refusal: thrown };
  }
}

/** The settings of a client or an endpoint: what is an option of calls alone is none of theirs. */
export const readLevel = (given: LevelOptions): Settings => {
  const { headers, fetchOptions, middleware, timeout, context } = ownDefined(given);
  return readSettings({ headers, fetchOptions, middleware, timeout, context });
};

/** The fields of both; `under` itself when there is nothing over it. */
const mergeRecords = <T extends object>(under: T, over: T): T => {
  if (over === NONE) return under;
  return under === NONE ? over : bare(under, over);
};

/** Two levels as one; `over` is the more specific. */
export function mergeSettings(under: Settings, over: Settings): Settings {
  if (over === NO_SETTINGS) return under;
  const { middleware, skipMiddleware } = over;
  const hasOwnList = middleware.length > 0 || skipMiddleware.length > 0;
  return {
    ...over,
    headers: mergeRecords(under.headers, over.headers),
    fetchOptions: mergeRecords(under.fetchOptions, over.fetchOptions),
    // The list itself where nothing is added: what was worked out for it holds.
    middleware: hasOwnList
      ? [...under.middleware, ...middleware].filter((entry) => !skipMiddleware.includes(entry))
      : under.middleware,
    timeout: over.timeout ?? under.timeout,
    copySignals: [...under.copySignals, ...over.copySignals],
    // Frozen, as all calls of an endpoint may have the same one.
    context: Object.freeze(mergeRecords(under.context, over.context)),
    refusal: under.refusal ?? over.refusal,
  };
}
