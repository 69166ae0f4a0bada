import {
  type CallOptions,
  givenOptions,
  MAX_DELAY,
  readDelay,
  InvalidInputError,
  type Result,
  type SuccessResult,
} from '../../core/internal.js';

/** Something that can be polled: an endpoint function, or one of your own. */
export type Pollable<TParams, TData, TErrors = {}> = (
  params: TParams,
  options: CallOptions,
) => Promise<Result<TData, TErrors>>;

/** Options of `poll`. Those of a call apply to every request; `signal` stops the poll, and not one request. */
export interface PollOptions extends CallOptions {
  /**
   * Milliseconds from an answer to the next request. Required. Below 1, not finite or missing: one request, one answer.
   * Above 2^31-1 it is that.
   */
  every: number;
  /** Goes on while a browser's tab is hidden. Default false. Any other value counts as it does in a condition. */
  inBackground?: boolean | undefined;
  /**
   * No wait is longer, in milliseconds, not even one that `Retry-After` asks for. Default max(`every`, 60000). Below
   * `every` it counts as `every`; NaN is the default; Infinity is 2^31-1.
   */
  maxEvery?: number | undefined;
}

/** Options of `pollUntil`. */
export interface PollUntilOptions<TData, TErrors = {}> extends PollOptions {
  /**
   * Whether this answer is the one that was waited for. Asked of successes only. Required. Only `true` ends the wait.
   * What it throws, or rejects with, is reported, and counts as not done.
   */
  until: (result: SuccessResult<TData, TErrors>) => boolean;
  /**
   * Gets every answer, errors and the last one included, before `until` is asked. Default: none. What it throws, or
   * rejects with, is reported.
   */
  onResult?: ((result: Result<TData, TErrors>) => unknown) | undefined;
  /**
   * Milliseconds after which it ends with a `'timeout'` error, paused or not. Default: never. 0, negative, not finite or
   * above 2^31-1: never.
   */
  giveUpAfter?: number | undefined;
}

/** The default of `maxEvery`, in milliseconds, unless `every` is longer. */
const DEFAULT_MAX_EVERY = 60_000;

/** What a caller asks of a poll. All times in milliseconds. */
export interface PollSettings {
  /** Infinity for one request and one answer. */
  readonly every: number;
  readonly maxEvery: number;
  readonly inBackground: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What a poll makes of its options. */
export interface ReadOptions {
  readonly settings: PollSettings;
  /** For each request. */
  readonly callOptions: CallOptions;
  readonly until: PollUntilOptions<never>['until'] | undefined;
  readonly onResult: PollUntilOptions<never>['onResult'];
  /** Milliseconds; 0 for never. */
  readonly giveUpAfter: number;
}

/** Reads the options of a poll. Throws a InvalidInputError for what are no options. */
export function readPollOptions(options: PollOptions): ReadOptions {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw InvalidInputError.of(
      'The poll options argument',
      options,
      'an object with `every` in milliseconds',
    );
  const {
    every = 0,
    maxEvery,
    inBackground = false,
    signal,
    until,
    onResult,
    giveUpAfter = 0,
    ...callOptions
  } = givenOptions(options as PollOptions & Partial<PollUntilOptions<never>>);
  const settings = {
    every: Number.isFinite(every) && every >= 1 ? Math.min(every, MAX_DELAY) : Infinity,
    maxEvery: readDelay(maxEvery, DEFAULT_MAX_EVERY),
    inBackground,
    signal,
  };
  return { settings, callOptions, until, onResult, giveUpAfter: giveUpAfter <= MAX_DELAY ? giveUpAfter : 0 };
}
