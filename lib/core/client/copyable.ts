import type { MiddlewareEntry } from '../stages/plugin.js';
import type { WatchSlot } from '../stages/watch.js';
import type { HeadersOption } from '../wire/headers.js';

/** Options of `withHeaders`. */
export interface CopyOptions {
  /** `false`: the copy's calls supersede nothing and are superseded by nothing. */
  dedupe?: false | undefined;
  /**
   * Middleware of the copy, outermost of all. Counts into what copies must have in common for `share`, `dedupe` and
   * polls, by identity. Default: none.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
}

/** The key under which a client, and all its copies, carry what they look for who watches them in. */
export const WATCH: unique symbol = Symbol.for('homing.watch') as never;

/** The key of the method that copies a client; an object without it only looks like one. */
export const COPY: unique symbol = Symbol.for('homing.copy') as never;

/** A client, as far as `withHeaders` is concerned. */
export interface Copyable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  [COPY](headers: HeadersOption, options?: CopyOptions): object | undefined;
}

/** A client, as far as those are concerned who watch its calls. */
export interface Watchable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  readonly [WATCH]: WatchSlot | undefined;
}
