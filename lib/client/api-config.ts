import type { FetchLike } from '../exchange/fetch-like.js';
import type { LogOptions } from '../log/log-options.js';
import type { Request } from '../request/request.js';
import type { ApiError } from '../result/api-error.js';
import type { LevelOptions } from '../settings/level-options.js';
import type { BodyStrategy } from '../wire/body-strategy.js';

/** Endpoints by the name that their function gets. */
export type Requests = Readonly<Record<string, Request<unknown>>>;

/** What `createApi` takes. */
export interface ApiConfig<TRequests extends Requests = Requests> extends LevelOptions {
  /**
   * Absolute (`https://api.example.com/v1`), root-relative (`/api`) or `''` for the page's own origin. Its trailing
   * slashes are dropped; its query stands before that of the path and the call.
   */
  baseUrl: string;
  /** The endpoints; each becomes a function on the client. */
  requests: TRequests;
  /** Sends the requests. Default: the global `fetch`, looked up at each call. */
  fetch?: FetchLike | undefined;
  /**
   * Called once for each failed call of a kind other than `'abort'`. What it throws, or rejects with, is swallowed.
   */
  onError?: ((error: ApiError) => unknown) | undefined;
  /** Writes each call to the console: its request, and its final outcome. Default false. */
  log?: boolean | LogOptions | undefined;
  /** Body kinds of your own (MessagePack, say), asked before the built-in ones. */
  bodyStrategies?: readonly BodyStrategy[] | undefined;
}
