import type { CallOptions, Result, SuccessResult } from '../../core/seats.js';

/** Something that can be polled: an endpoint function, or one of your own. */
export type Pollable<TParams, TData, TErrors = {}> = (
  params: TParams,
  options: CallOptions,
) => Promise<Result<TData, TErrors>>;

/** Options of `poll`. Those of a call apply to every request; `signal` stops the poll, and not one request. */
export interface PollOptions extends CallOptions {
  /** Milliseconds from an answer to the next request. Below 1, or not finite: one request, one answer. */
  every: number;
  /** Goes on while a browser's tab is hidden. Default false. */
  inBackground?: boolean | undefined;
  /**
   * No wait is longer, in milliseconds, not even one that `Retry-After` asks for. Default max(`every`, 60000). Below
   * `every` it counts as `every`; NaN is the default.
   */
  maxEvery?: number | undefined;
}

/** Options of `pollUntil`. */
export interface PollUntilOptions<TData, TErrors = {}> extends PollOptions {
  /** Whether this answer is the one that was waited for; only `true` is. Asked of successes only. */
  until: (result: SuccessResult<TData, TErrors>) => boolean;
  /** Gets every answer, errors and the last one included, before `until` is asked. What it throws is reported and stops nobody. */
  onResult?: ((result: Result<TData, TErrors>) => unknown) | undefined;
  /**
   * Milliseconds after which it ends with a `'timeout'` error, paused or not. Default: never. 0, negative, not finite or
   * above 2^31-1: never.
   */
  giveUpAfter?: number | undefined;
}
