import type { HeadersOption } from '../settings/headers.js';

/** Options of `withHeaders`. */
export interface CopyOptions {
  /** `false`: the copy's calls supersede nothing and are superseded by nothing. */
  dedupe?: false | undefined;
}

/** The key of the method that copies a client; an object without it only looks like one. */
export const COPY: unique symbol = Symbol.for('homing.copy') as never;

/** A client, as far as `withHeaders` is concerned. */
export interface Copyable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  [COPY](headers: HeadersOption, options?: CopyOptions): object | undefined;
}
