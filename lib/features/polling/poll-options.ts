import {
  type CallOptions,
  givenOptions,
  MAX_DELAY,
  readDelay,
  InvalidInputError,
  type Result,
  type SuccessResult,
} from '../../core/internal.js';

/** A function that can be polled: an endpoint function or your own. */
export type Pollable<TParams, TData, TErrors = {}> = (
  params: TParams,
  options: CallOptions,
) => Promise<Result<TData, TErrors>>;

/** Options of `poll`. The call options apply to every request, but `signal` stops the poll, not a single request. */
export interface PollOptions extends CallOptions {
  /**
   * Milliseconds between a response and the next request. Required. Below 1, not finite or missing: the poll sends one
   * request only. Above 2^31-1: 2^31-1.
   */
  every: number;
  /**
   * Whether to continue while the browser tab is hidden. Any truthy value counts as true.
   *
   * @default false
   */
  inBackground?: boolean | undefined;
  /**
   * Longest wait in milliseconds, which also limits `Retry-After`. Default: max(`every`, 60000). Below `every`:
   * `every`. NaN: the default. Infinity: 2^31-1.
   */
  maxEvery?: number | undefined;
}

/** Options of `pollUntil`. */
export interface PollUntilOptions<TData, TErrors = {}> extends PollOptions {
  /**
   * Whether this response ends the poll. Required: for anything but a function, the poll ends with a `'network'` error.
   * Called for successful Results only. Only `true` ends the poll. If it throws or rejects, the error is reported and
   * the poll continues.
   */
  until: (result: SuccessResult<TData, TErrors>) => boolean;
  /**
   * Called with every Result before `until`, including errors and the last Result. Default: none. If it throws or
   * rejects, the error is reported.
   */
  onResult?: ((result: Result<TData, TErrors>) => unknown) | undefined;
  /**
   * Milliseconds after which the poll ends with a `'timeout'` error, even while it's paused. Default: never. 0,
   * negative, not finite or above 2^31-1: never.
   */
  giveUpAfter?: number | undefined;
}

/** Milliseconds: the default of `maxEvery`, unless `every` is longer. */
const DEFAULT_MAX_EVERY = 60_000;

/** Poll settings of a caller. All times are milliseconds. */
export interface PollSettings {
  /** Milliseconds between a response and the next request. Infinity: one request only. */
  readonly every: number;
  readonly maxEvery: number;
  readonly inBackground: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The parsed options of a poll. */
export interface ReadOptions {
  readonly settings: PollSettings;
  /** Options of each request. */
  readonly callOptions: CallOptions;
  readonly until: PollUntilOptions<never>['until'] | undefined;
  readonly onResult: PollUntilOptions<never>['onResult'];
  /** Milliseconds until the poll ends with a `'timeout'` error; 0 for never. */
  readonly giveUpAfter: number;
}

/** Parses the options of a poll. Throws an InvalidInputError if `options` isn't an object. */
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
