import { bare } from '../platform/bare.js';
import { readTimeout } from '../platform/clock.js';
import { copyData } from '../platform/copy-data.js';
import { ownDefined } from '../platform/own-properties.js';
import type { CallSettings } from '../stages/call-settings.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import { readSignal } from '../stages/read-signal.js';
import { callQuery } from '../wire/call-query.js';
import type { FetchOptions } from '../wire/fetch-options.js';
import { readHeaders } from '../wire/headers.js';
import { readList } from '../wire/read-list.js';
import { Refusal } from '../result/refusal.js';
import type { ResponseReader } from '../wire/response-reader.js';
import type { CallOptions } from './call-options.js';

/** The options of one level, or of several merged: nothing is missing and nothing is the caller's any more. */
export interface Level extends CallSettings {
  readonly skipMiddleware: readonly MiddlewareEntry[];
  /** Of a call alone, as it is sent; empty for none. */
  readonly query: string;
}

/** The headers, fetch options or context of a level that has none; merging with it is free. */
export const NONE: Readonly<Record<string, never>> =
  /* @__PURE__ */ Object.freeze(bare<Record<string, never>>());

/** The members stay what they are: an application may want the very object that it put into the context. */
const readMembers = <T extends object>(name: string, given: T): T => {
  if (typeof given !== 'object' || Array.isArray(given)) throw Refusal.of(name, given, 'an object');
  return ownDefined(given) as T;
};

/** At every depth: what the caller does to them later changes nothing. Agents and the like stay what they are. */
const readFetchOptions = (given: FetchOptions): FetchOptions => {
  const options = readMembers('fetchOptions', given) as Record<string, unknown>;
  for (const [name, value] of Object.entries(options)) options[name] = copyData(value);
  return options;
};

/** Options as given -> one level. Throws a Refusal that names the option which can't be used. */
export function readLevel(given: CallOptions): Level {
  if (typeof given !== 'object')
    throw Refusal.of('The second argument of a call', given, 'an object of options');
  const {
    headers,
    fetchOptions,
    middleware = [],
    skipMiddleware = [],
    timeout,
    signal,
    context,
    query,
  } = ownDefined(given);
  if (timeout !== undefined && typeof timeout !== 'number')
    throw Refusal.of('timeout', timeout, 'a number of milliseconds');
  return {
    headers: headers === undefined ? NONE : bare(readHeaders(headers)),
    fetchOptions: fetchOptions === undefined ? NONE : readFetchOptions(fetchOptions),
    middleware: readList('middleware', middleware),
    skipMiddleware: readList('skipMiddleware', skipMiddleware),
    timeout: timeout === undefined ? undefined : readTimeout(timeout),
    signal: readSignal(signal),
    copySignals: [],
    context: context === undefined ? NONE : Object.freeze(readMembers('context', context)),
    query: query == null ? '' : callQuery(query),
  };
}

/** What a reader asks for, as the level below all others. */
export const levelOfReader = (reader: ResponseReader<unknown> | undefined): Level => {
  const { headers, fetchOptions } = ownDefined(reader);
  return readLevel({ headers: headers || undefined, fetchOptions: fetchOptions || undefined });
};

/** The fields of both; `under` itself when there is nothing over it. */
const mergeRecords = <T extends object>(under: T, over: T): T => {
  if (over === NONE) return under;
  return under === NONE ? over : bare(under, over);
};

/** The list under a level with what that adds and leaves out; the list itself where that is nothing. */
const mergeLists = (
  under: readonly MiddlewareEntry[],
  { middleware, skipMiddleware }: Level,
): readonly MiddlewareEntry[] =>
  middleware.length === 0 && skipMiddleware.length === 0
    ? under
    : [...under, ...middleware].filter((entry) => !skipMiddleware.includes(entry));

/** Two levels as one; `over` is the more specific. */
export function mergeLevels(under: Level, over: Level): Level {
  return {
    ...over,
    headers: mergeRecords(under.headers, over.headers),
    fetchOptions: mergeRecords(under.fetchOptions, over.fetchOptions),
    middleware: mergeLists(under.middleware, over),
    timeout: over.timeout ?? under.timeout,
    copySignals: [...under.copySignals, ...over.copySignals],
    // Frozen, as all calls of an endpoint may have the same one.
    context: Object.freeze(mergeRecords(under.context, over.context)),
  };
}

/** What a copy of a client adds, as it was given, but for its middleware. Its signal ends a call beside the call's own. */
export function levelOfCopy(given: CallOptions): Level {
  const { headers, fetchOptions, timeout, signal, context } = given;
  const level = readLevel({ headers, fetchOptions, timeout, signal, context });
  return { ...level, signal: undefined, copySignals: level.signal ? [level.signal] : [] };
}
