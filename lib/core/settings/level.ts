import type { MiddlewareEntry } from '../stages/middleware-pipeline.js';
import type { FetchOptions, HeaderRecord } from '../stages/outgoing-request.js';
import { MAX_DELAY } from '../platform/clock.js';
import { bare } from '../platform/bare.js';
import { ownDefined } from '../platform/own-properties.js';
import { Refusal } from '../wire/refusal.js';
import type { CallOptions } from './call-options.js';
import { readHeaders } from './headers.js';
import { copyData } from '../platform/copy-data.js';
import { readList } from './read-list.js';
import { readSignal } from './signal.js';

/** The options of one level, or of several merged: nothing is missing and nothing is the caller's any more. */
export interface Level {
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  readonly middleware: readonly MiddlewareEntry[];
  readonly skipMiddleware: readonly MiddlewareEntry[];
  /** Whole milliseconds; 0 for no deadline, undefined for what the level below says. */
  readonly timeout: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What a level has that says nothing; merging with it is free. */
const NOTHING: Readonly<Record<string, never>> = /* @__PURE__ */ Object.freeze(bare<Record<string, never>>());

/** At every depth: what the caller does to them later changes nothing. Agents and the like stay what they are. */
const readFetchOptions = (given: FetchOptions): FetchOptions => {
  const options = ownDefined(given) as Record<string, unknown>;
  for (const [name, value] of Object.entries(options)) options[name] = copyData(value);
  return options;
};

/** Options as given -> one level. Throws a Refusal that names the option which can't be used. */
export function readLevel(given: CallOptions): Level {
  if (typeof given !== 'object')
    throw Refusal.of('The second argument of a call', given, 'an object of options');
  const { headers, fetchOptions, middleware = [], skipMiddleware = [], timeout, signal } = ownDefined(given);
  if (timeout !== undefined && typeof timeout !== 'number')
    throw Refusal.of('timeout', timeout, 'a number of milliseconds');
  return {
    headers: headers === undefined ? NOTHING : bare(readHeaders(headers)),
    fetchOptions: fetchOptions === undefined ? NOTHING : readFetchOptions(fetchOptions),
    middleware: readList('middleware', middleware),
    skipMiddleware: readList('skipMiddleware', skipMiddleware),
    timeout: timeout && (timeout > 0 ? Math.min(Math.max(Math.floor(timeout), 1), MAX_DELAY) : 0),
    signal: readSignal(signal),
  };
}

/** The fields of both; `under` itself when there is nothing over it. */
export const mergeRecords = <T extends object>(under: T, over: T): T =>
  over === NOTHING ? under : bare(under, over);

/** Two levels as one; `over` is the more specific. */
export function mergeLevels(under: Level, over: Level): Level {
  return {
    ...over,
    headers: mergeRecords(under.headers, over.headers),
    fetchOptions: mergeRecords(under.fetchOptions, over.fetchOptions),
    middleware: [...under.middleware, ...over.middleware].filter(
      (entry) => !over.skipMiddleware.includes(entry),
    ),
    timeout: over.timeout ?? under.timeout,
  };
}
