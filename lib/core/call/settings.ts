import { readTimeout } from '../platform/time.js';
import { nullProto, ownDefined } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from '../http/headers.js';
import { type LevelQuery, levelQuery, type QueryOption } from '../http/query.js';
import type { FetchOptions } from '../http/response-reader.js';
import type { CarriedContext } from './context.js';
import {
  type BaseUrlOption,
  type LevelBase,
  type LevelHeaders,
  type LevelOfHeaders,
  readBase,
} from './late-options.js';
import type { MiddlewareEntry } from './middleware-pipeline.js';

/** Options that exist on three levels: client, endpoint, call. For each field, the most specific level wins. */
export interface LevelOptions {
  /**
   * Headers of the requests. Merged over the levels by lowercase name. Null and undefined values are left out. A name
   * that is repeated within one level is joined with `, `. Default: none. For an invalid name or value, or if it isn't
   * an object, the call returns a `'network'` error that names the header, never its value.
   *
   * A function runs once for each call, before its middleware; `retry()` of the Result runs it again. The deadline and
   * the signals of the call end the wait for it. If it throws or rejects, the call returns a `'network'` error.
   */
  headers?: LevelHeaders | undefined;
  /**
   * Base of the URL: absolute, root-relative or `''`, or a function that returns it. The most specific level wins; see
   * `ApiConfig.baseUrl`. A function runs once for each call, as a `headers` function does. Default: the client's. For
   * another value, the call returns a `'network'` error.
   */
  baseUrl?: BaseUrlOption | undefined;
  /**
   * Query params of every call, after those of its params. For each name, the most specific level wins; undefined
   * removes the name. A query param of the call's params wins over all levels. The query of `baseUrl` and of the path
   * stays. Default: none. For a value that a query can't contain, or if it isn't an object, the call returns a
   * `'network'` error that names it.
   */
  query?: QueryOption | null | undefined;
  /**
   * Options for fetch. Merged field by field over the levels; an undefined field leaves the level below. `method`,
   * `headers`, `body` and `signal` are ignored. Default: none. Another value doesn't compile.
   */
  fetchOptions?: FetchOptions | undefined;
  /**
   * Middleware that wraps the request: the client's outermost, then the endpoint's, then the call's. Default: none.
   * Another value doesn't compile. An entry that isn't a middleware or a plugin makes a `'middleware'` error.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /**
   * Milliseconds for the whole call: all middleware, every attempt and wait, the body, the schema. Default: no
   * deadline. 0, negative and NaN mean no deadline. Fractions round down to at least 1; the maximum is 2^31-1. Another
   * value doesn't compile.
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for each attempt, to the decoded body. The most specific level wins, and each level wins over an
   * `AttemptTimeoutPlugin`. Default: the plugin's value, else no limit. 0, negative and NaN mean no limit. Fractions
   * round down to at least 1; the maximum is 2^31-1. Another value doesn't compile.
   */
  attemptTimeout?: number | undefined;
  /**
   * What happens to data of a 2xx response that a schema rejects. `'fail'`: the call returns a `'parse'` error.
   * `'report'`: the call succeeds with the data as it came, without the schema's conversions, and `onInvalidData` of the
   * client is called. The most specific level wins. Default: `'fail'`. Another value doesn't compile.
   */
  onInvalid?: 'fail' | 'report' | undefined;
  /**
   * The application's data for middleware (`ctx.context`), observers, `onError` and the log's `label`. Never sent.
   * Merged field by field over the levels, one level deep; an undefined field leaves the level below. Default: empty.
   * Another value doesn't compile.
   */
  context?: CarriedContext | undefined;
}

/**
 * Options of one call, passed as its second argument. For each field, they win over the endpoint's and the client's.
 */
export interface CallOptions extends LevelOptions {
  /**
   * Ends the call with an `'abort'` error, whatever the signal's reason. For a poll, ends the whole poll, not one
   * request. If it is already aborted, nothing is sent. Default: none. Another value doesn't compile.
   */
  signal?: AbortSignal | null | undefined;
  /** Headers of this call; they win over all levels. See `LevelOptions.headers`. Not a function. */
  headers?: HeadersOption | undefined;
  /**
   * Middleware of any level that this call skips, matched by reference. An entry that isn't in use is ignored. Default:
   * none. Another value doesn't compile.
   */
  skipMiddleware?: readonly MiddlewareEntry[] | undefined;
}

/** The normalized options of one level, or of several merged levels. */
export interface Settings {
  /** The plain headers. */
  readonly headers: HeaderRecord;
  /** The headers of all levels, if one of them is a function; undefined otherwise. Then `headers` is incomplete. */
  readonly lateHeaders: readonly LevelOfHeaders[] | undefined;
  readonly baseUrl: LevelBase | undefined;
  readonly fetchOptions: FetchOptions;
  readonly middleware: readonly MiddlewareEntry[];
  readonly skipMiddleware: readonly MiddlewareEntry[];
  /** The deadline in whole milliseconds; 0 for none, undefined if no level sets it. */
  readonly timeout: number | undefined;
  /** Milliseconds for each attempt, as given; undefined if no level sets it. */
  readonly attemptTimeout: number | undefined;
  readonly onInvalid: LevelOptions['onInvalid'];
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
  /** Signals of the client copies that the call is made through. Each of them ends the call too. */
  readonly copySignals: readonly AbortSignal[];
  /** The application's data. Frozen. */
  readonly context: CarriedContext;
  readonly query: LevelQuery;
  /** The error for an invalid option, thrown when a call is prepared; undefined if all options are valid. */
  readonly refusal: unknown;
}

/** The headers, fetch options or context of a level without any. Merging with it costs nothing. */
const NONE: Readonly<Record<string, never>> =
  /* @__PURE__ */ Object.freeze(nullProto<Record<string, never>>());

/**
 * The settings of a level without options. Has no prototype: a missing field is undefined, even if `Object.prototype`
 * has it.
 */
export const NO_SETTINGS: Settings = /* @__PURE__ */ nullProto<Settings>({
  headers: NONE,
  lateHeaders: undefined,
  baseUrl: undefined,
  fetchOptions: NONE,
  middleware: [],
  skipMiddleware: [],
  timeout: undefined,
  attemptTimeout: undefined,
  onInvalid: undefined,
  signal: undefined,
  copySignals: [],
  context: NONE,
  query: /* @__PURE__ */ new Map(),
  refusal: undefined,
});

/** All options that any level can have. */
type AnyOptions = LevelOptions &
  Omit<CallOptions, 'headers'> & {
    /** The error for invalid options of a feature. */
    readonly '~refusal'?: Error | undefined;
  };

/** Returns options that make a call fail with this error, for a feature that checks its own options. */
export const refusedOptions = (error: Error): CallOptions =>
  nullProto<AnyOptions>({ '~refusal': error }) as CallOptions;

/** Normalizes options. An invalid option becomes the `refusal` of the settings. */
export function readSettings(given: AnyOptions | null | undefined): Settings {
  if (given === null || given === undefined) return NO_SETTINGS;
  let refusal: unknown;
  // An invalid option doesn't affect the others.
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
    onInvalid,
    signal,
    context,
    baseUrl,
    query,
    '~refusal': ofFeature,
  } = own;
  refusal ??= ofFeature;
  const isLate = typeof headers === 'function';
  return {
    headers: headers === undefined || isLate ? NONE : read(() => readHeaders(headers), NONE),
    lateHeaders: isLate ? [headers] : undefined,
    baseUrl: baseUrl === undefined ? undefined : read(() => readBase(baseUrl), undefined),
    fetchOptions: fetchOptions ? read(() => ownDefined(fetchOptions), NONE) : NONE,
    middleware: middleware ? read(() => [...middleware], []) : NO_SETTINGS.middleware,
    skipMiddleware: skipMiddleware ?? NO_SETTINGS.skipMiddleware,
    timeout: timeout && readTimeout(timeout),
    attemptTimeout,
    onInvalid,
    // fetch accepts null for no signal.
    signal: signal ?? undefined,
    copySignals: NO_SETTINGS.copySignals,
    context: context ? read(() => Object.freeze(ownDefined(context)), NONE) : NONE,
    query: query == null ? NO_SETTINGS.query : read(() => levelQuery(query), NO_SETTINGS.query),
    refusal,
  };
}

/** Returns the settings of an endpoint. Endpoints without options have the same settings object. */
export function endpointSettings(given: AnyOptions): Settings {
  const settings = readSettings(given);
  return Object.entries(settings).every(([name, value]) => value === NO_SETTINGS[name as keyof Settings])
    ? NO_SETTINGS
    : settings;
}

/** Merges the fields of two records. Returns `under` itself if `over` adds nothing. */
const mergeRecords = <T extends object>(under: T, over: T): T => {
  if (over === NONE) return under;
  return under === NONE ? over : nullProto(under, over);
};

const mergeQueries = (under: LevelQuery, over: LevelQuery): LevelQuery => {
  if (over.size === 0) return under;
  return under.size > 0 ? new Map([...under, ...over]) : over;
};

/** Merges two levels; `over` is the more specific one. */
export function mergeSettings(under: Settings, over: Settings): Settings {
  if (over === NO_SETTINGS) return under;
  if (under === NO_SETTINGS) return over;
  const { middleware, skipMiddleware } = over;
  const hasOwnList = middleware.length > 0 || skipMiddleware.length > 0;
  return {
    ...over,
    headers: mergeRecords(under.headers, over.headers),
    lateHeaders:
      under.lateHeaders || over.lateHeaders
        ? [...(under.lateHeaders ?? [under.headers]), ...(over.lateHeaders ?? [over.headers])]
        : undefined,
    baseUrl: over.baseUrl ?? under.baseUrl,
    query: mergeQueries(under.query, over.query),
    fetchOptions: mergeRecords(under.fetchOptions, over.fetchOptions),
    // Keep the same array if nothing is added: the pipeline prepared for it can be reused.
    middleware: hasOwnList
      ? [...under.middleware, ...middleware].filter((entry) => !skipMiddleware.includes(entry))
      : under.middleware,
    timeout: over.timeout ?? under.timeout,
    attemptTimeout: over.attemptTimeout ?? under.attemptTimeout,
    onInvalid: over.onInvalid ?? under.onInvalid,
    copySignals: [...under.copySignals, ...over.copySignals],
    // Frozen, because all calls of an endpoint can have the same object.
    context: Object.freeze(mergeRecords(under.context, over.context)),
    refusal: under.refusal ?? over.refusal,
  };
}
