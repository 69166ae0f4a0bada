import type { MiddlewareEntry } from '../pipeline/middleware-pipeline.js';
import type { FetchOptions, HeaderRecord } from '../pipeline/outgoing-request.js';
import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-defined.js';
import { Refusal } from '../wire/refusal.js';
import { type HeadersOption, readHeaders } from './headers.js';
import { readTimeout } from './timeout.js';

/** The options that each of the three levels has: client, endpoint, call. The most specific wins, field by field. */
export interface LevelOptions {
  /** Merged by lowercase name over the levels; null and undefined values are left out. */
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
}

/** One level, read: nothing is missing and nothing belongs to the caller any more. */
export interface Level {
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  readonly middleware: readonly MiddlewareEntry[];
  readonly timeout: number | undefined;
}

/** A list of middleware as the caller gave it, copied. */
export function readList(name: string, list: unknown): readonly MiddlewareEntry[] {
  if (list == null) return [];
  if (!Array.isArray(list)) throw new Refusal(`${name} is ${describeType(list)}: pass an array.`);
  return [...(list as MiddlewareEntry[])];
}

/** Options as given -> one level. Throws a Refusal that names the option which can't be used. */
export function readLevel(options: LevelOptions): Level {
  const fetchOptions: Record<string, unknown> = ownDefined(options.fetchOptions);
  // Types keep these out; a cast or plain JavaScript might not, and homing sets them itself.
  for (const name of ['method', 'headers', 'body', 'signal']) Reflect.deleteProperty(fetchOptions, name);
  return {
    headers: readHeaders(options.headers),
    fetchOptions,
    middleware: readList('middleware', options.middleware),
    timeout: readTimeout(options.timeout),
  };
}

/** The fields of both on a fresh object without a prototype; `under` itself when there is nothing over it. */
export function joinRecords<T extends object>(under: T, over: T): T {
  return Object.keys(over).length > 0 ? Object.assign(Object.create(null) as T, under, over) : under;
}

/** Two levels as one; `over` is the more specific. */
export function mergeLevels(under: Level, over: Level): Level {
  return {
    headers: joinRecords(under.headers, over.headers),
    fetchOptions: joinRecords(under.fetchOptions, over.fetchOptions),
    middleware: [...under.middleware, ...over.middleware],
    timeout: over.timeout ?? under.timeout,
  };
}
