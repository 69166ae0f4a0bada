import type { CarriedContext } from '../stages/carried-context.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import type { WatchSlot } from '../stages/watch.js';
import type { FetchOptions } from '../wire/fetch-options.js';
import type { HeadersOption } from '../wire/headers.js';

/**
 * Options of a copy of a client, which all of its calls have. They stand between the client's and the endpoint's.
 */
export interface CopyOptions {
  /** Merged by lowercase name over the client's. An invalid one makes every call through the copy a `'network'` error. */
  headers?: HeadersOption | undefined;
  /** Ends every call through the copy, as the call's own does. */
  signal?: AbortSignal | null | undefined;
  /** Deadline of a whole call, in milliseconds, over the client's; never that of a request which several calls share. */
  timeout?: number | undefined;
  /**
   * Middleware of the copy, outermost of all. Counts into what copies must have in common for `share`, `dedupe` and
   * polls, by identity. Default: none.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /** Merged field by field over the client's. Counts for `dedupe` and polls: plain values by content, others by identity. */
  fetchOptions?: FetchOptions | undefined;
  /** Merged field by field over the client's. Counts as `fetchOptions` does. */
  context?: CarriedContext | undefined;
  /** `false`: the copy's calls supersede nothing and are superseded by nothing. */
  dedupe?: false | undefined;
}

/** The key under which a client, and all its copies, carry what they look for who watches them in. */
export const WATCH: unique symbol = Symbol.for('homing.watch') as never;

/** The key of the method that copies a client; an object without it only looks like one. */
export const COPY: unique symbol = Symbol.for('homing.with') as never;

/** A client, as far as `withOptions` is concerned. */
export interface Copyable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  [COPY](options: CopyOptions): object | undefined;
}

/** A client, as far as those are concerned who watch its calls. */
export interface Watchable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  readonly [WATCH]: WatchSlot | undefined;
}
