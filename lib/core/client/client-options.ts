import type { FetchLike } from '../wire/fetch-like.js';
import type { LogOptions } from './log-options.js';
import type { ApiError } from '../result/api-error.js';
import type { LevelOptions } from '../settings/level-options.js';

/** What every client takes, whatever its protocol. */
export interface ClientOptions extends LevelOptions {
  /** Sends the requests. Default: the global `fetch`, looked up at each call. */
  fetch?: FetchLike | undefined;
  /**
   * Called once for each failed call of a kind other than `'abort'`. What it throws, or rejects with, is swallowed.
   */
  onError?: ((error: ApiError) => unknown) | undefined;
  /** Writes each call to the console: its request, and its final outcome. Default false. */
  log?: boolean | LogOptions | undefined;
}
