import { readTimeout } from '../platform/time.js';
import { nullProto, ownDefined } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from '../http/headers.js';
import { callQuery, type QueryOption } from '../http/params.js';
import type { FetchOptions } from '../http/response-reader.js';
import type { CarriedContext } from './context.js';
import type { MiddlewareEntry } from './middleware-pipeline.js';

/** The options that each of the three levels has: client, endpoint, call. The most specific wins, field by field. */
export interface LevelOptions {
  /**
   * Merged by lowercase name over the levels; null and undefined values are left out, and a name repeated within one
   * level is joined with `, `. Default: none. An invalid name or value, or no object: the call is a `'network'` error
   * that names the header, never its value.
   */
  headers?: HeadersOption | undefined;
  /**
   * Handed to fetch. Merged field by field over the levels; an undefined field leaves the level below. Default: none.
   * `method`, `headers`, `body` and `signal` are dropped. Another value doesn't compile.
   */
  fetchOptions?: FetchOptions | undefined;
  /**
   * Run around the request: the client's outermost, then the endpoint's, then the call's. Default: none.
   * Another value doesn't compile. An entry that is neither middleware nor plugin: a `'middleware'` error.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /**
   * Deadline of the whole call, in milliseconds: all middleware, every attempt and wait, the body, the schema. Default:
   * none. Fractions round down to at least 1; above 2^31-1 it is that; 0, negative and NaN: no deadline.
   * Another value doesn't compile.
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for each attempt, to the decoded body. The most specific level wins, and each wins over an
   * `AttemptTimeoutPlugin`. Default: what the plugin says, else no limit. 0, negative and NaN: no limit. Fractions
   * round down to at least 1; above 2^31-1 it is that. Another value doesn't compile.
   */
  attemptTimeout?: number | undefined;
  /**
   * What the calls carry for middleware (`ctx.context`), observers, `onError` and the log's `label`. Never sent. Merged
   * field by field over the levels, one level deep; an undefined field leaves the level below. Default: nothing.
   * Another value doesn't compile.
   */
  context?: CarriedContext | undefined;
}

/** Options of one call, its second argument. They win over the endpoint's and the client's, field by field. */
export interface CallOptions extends LevelOptions {
  /**
   * Ends the call with an `'abort'` error, whatever its reason; of a poll the poll, and not one request. Default: none.
   * Aborted already: nothing is sent. Another value doesn't compile.
   */
  signal?: AbortSignal | null | undefined;
  /**
   * Put behind the query that the params make, whatever the method; a name in both is sent twice. Default: none. A
   * value that no query takes, or no object: a `'network'` error that names it.
   */
  query?: QueryOption | null | undefined;
  /**
   * Middleware of any level that this call runs without; matched by reference. Default: none. One that is not in use is
   * ignored. Another value doesn't compile.
   */
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
  /** As given; undefined where no level says anything. */
  readonly attemptTimeout: number | undefined;
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
const NONE: Readonly<Record<string, never>> =
  /* @__PURE__ */ Object.freeze(nullProto<Record<string, never>>());

/** What a level comes to that has no options. Bare: what it leaves out is undefined, whatever `Object.prototype` has. */
export const NO_SETTINGS: Settings = /* @__PURE__ */ nullProto<Settings>({
  headers: NONE,
  fetchOptions: NONE,
  middleware: [],
  skipMiddleware: [],
  copySignals: [],
  context: NONE,
  query: '',
});

/** Options as given, which may be missing -> settings, which may not. What can't be used in them is their `refusal`. */
export function readSettings(given: CallOptions | null | undefined): Settings {
  if (given === null || given === undefined) return NO_SETTINGS;
  let refusal: unknown;
  // One that can't be used leaves the others as they are.
  const read = <T>(option: () => T, otherwise: T): T => {
    try {
      return option();
    } catch (thrown) {
      refusal ??= thrown;
      return otherwise;
    }
  };
  const own = read(() => {
    if (typeof given === 'object') return ownDefined(given);
    throw InvalidInputError.of('The options argument', given, 'an object');
  }, {});
  const {
    headers,
    fetchOptions,
    middleware,
    skipMiddleware,
    timeout,
    attemptTimeout,
    signal,
    context,
    query,
  } = own;
  return {
    headers: headers === undefined ? NONE : read(() => readHeaders(headers), NONE),
    fetchOptions: fetchOptions ? read(() => ownDefined(fetchOptions), NONE) : NONE,
    middleware: read(() => [...(middleware ?? [])], []),
    skipMiddleware: skipMiddleware ?? [],
    timeout: timeout && readTimeout(timeout),
    attemptTimeout,
    // Null, as fetch takes it, is none.
    signal: signal ?? undefined,
    copySignals: [],
    context: context ? read(() => Object.freeze(ownDefined(context)), NONE) : NONE,
    query: query == null ? '' : read(() => callQuery(query), ''),
    refusal,
  };
}

/** The fields of both; `under` itself when there is nothing over it. */
const mergeRecords = <T extends object>(under: T, over: T): T => {
  if (over === NONE) return under;
  return under === NONE ? over : nullProto(under, over);
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
    attemptTimeout: over.attemptTimeout ?? under.attemptTimeout,
    copySignals: [...under.copySignals, ...over.copySignals],
    // Frozen, as all calls of an endpoint may have the same one.
    context: Object.freeze(mergeRecords(under.context, over.context)),
    refusal: under.refusal ?? over.refusal,
  };
}
