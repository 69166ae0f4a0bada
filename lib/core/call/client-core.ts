import { InvalidInputError } from '../platform/errors.js';
import { ownDefined, withArticle } from '../platform/values.js';
import type { JsonOptions } from '../http/json.js';
import type { FetchLike, InvalidData, OnError } from './context.js';
import { type CallLog, callLog, type LogOptions } from './log.js';
import { type LevelOptions, readSettings, type Settings } from './settings.js';
import { ShareRegistry } from './share-registry.js';
import type { ObserverHost, WatchSlot } from './watch.js';

/** Options that every client accepts, for REST and GraphQL. */
export interface ClientOptions extends LevelOptions, JsonOptions {
  /**
   * Sends the requests. Default: the global `fetch`, looked up at each call. If it isn't a function or doesn't return a
   * `Response`, the call returns a `'network'` error.
   */
  fetch?: FetchLike | undefined;
  /**
   * Called once for each failed call, except for the kind `'abort'`, with the error, the endpoint's name and the call's
   * context. Default: none. If it throws or rejects, the error is ignored.
   */
  onError?: OnError | undefined;
  /**
   * Called for each response whose data a schema rejected, under `onInvalid: 'report'`, and for each response with values
   * that a codec from `homing/codec` couldn't convert. Default: none. If it throws or rejects, the error is ignored.
   */
  onInvalidData?: ((found: InvalidData) => unknown) | undefined;
  /** The client's name for observers, and for keys that adapters create. Used as it is. Default: none. */
  name?: string | undefined;
  /**
   * Observers of the client's calls: the return value of `observers()` from `homing/observe`. Default: none. Another
   * value doesn't compile.
   */
  observers?: ObserverHost | undefined;
  /**
   * Writes each call: its request and its final outcome to the console, or one entry to `write` of these options.
   * Default: false. Any other truthy value counts as `true`.
   */
  log?: boolean | LogOptions | undefined;
}

/**
 * Returns the defined own options of a config. Throws a TypeError if an option of `required` is missing or has another
 * type.
 */
export function checked<T extends object>(
  owner: string,
  given: T,
  required: Readonly<Record<string, string>>,
): T {
  const config = ownDefined(given) as T & Record<string, unknown>;
  for (const [name, type] of Object.entries(required)) {
    if (typeof config[name] !== type)
      throw InvalidInputError.ofOption(`${owner}: "${name}"`, config[name], withArticle(type));
  }
  return config;
}

/** State that a client and all its copies share, for REST and GraphQL. */
export class ClientCore {
  /** The name for observers; undefined if the client has none. */
  readonly name: string | undefined;
  /** The configured function; undefined for the global `fetch`. */
  readonly fetch: FetchLike | undefined;
  /** Writes each call with its final outcome; undefined unless the client has `log`. */
  readonly log: CallLog | undefined;
  readonly onError: OnError | undefined;
  readonly onInvalidData: ClientOptions['onInvalidData'];
  readonly watch: WatchSlot;
  /** JSON functions for endpoints that have none of their own. */
  readonly json: JsonOptions;
  readonly registry: ShareRegistry = new ShareRegistry();
  readonly settings: Settings;

  constructor(options: ClientOptions) {
    const own = ownDefined(options);
    const { name, fetch, log, onError, onInvalidData, observers } = own;
    this.name = name;
    this.fetch = fetch;
    this.log = log ? callLog(Object(log) as LogOptions) : undefined;
    this.onError = onError;
    this.onInvalidData = onInvalidData;
    this.watch = { watch: observers };
    this.json = own;
    this.settings = readSettings(options);
  }
}
