import type { JsonOptions } from '../wire/json-format.js';
import type { FetchLike } from '../wire/fetch-options.js';
import type { LogOptions } from '../stages/log-options.js';
import type { OnError } from '../stages/on-error.js';
import type { Watch } from '../stages/watch.js';
import type { LevelOptions } from '../settings/level-options.js';

/** What every client takes, whatever its protocol. */
export interface ClientOptions extends LevelOptions, JsonOptions {
  /** Sends the requests. Default: the global `fetch`, looked up at each call. */
  fetch?: FetchLike | undefined;
  /**
   * Called once for each failed call of a kind other than `'abort'`, with the endpoint's name and what the call carries
   * beside the error. What it throws, or rejects with, is swallowed.
   */
  onError?: OnError | undefined;
  /** For those who watch calls, and for keys that adapters make. Default: none. */
  name?: string | undefined;
  /** Who watches the calls: what `watch` of `homing/observe` gives. Default: nobody. */
  watch?: Watch | undefined;
  /** Writes each call to the console: its request, and its final outcome. Default false. */
  log?: boolean | LogOptions | undefined;
}
