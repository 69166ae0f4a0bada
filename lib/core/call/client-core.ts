import { InvalidInputError } from '../platform/errors.js';
import { ownDefined, withArticle } from '../platform/values.js';
import type { JsonOptions } from '../http/json.js';
import type { FetchLike, OnError } from './context.js';
import { type CallLog, callLog, type LogOptions } from './log.js';
import { type LevelOptions, readSettings, type Settings } from './settings.js';
import { ShareRegistry } from './share-registry.js';
import type { ObserverHost, WatchSlot } from './watch.js';

/** What every client takes, whatever its protocol. */
export interface ClientOptions extends LevelOptions, JsonOptions {
  /**
   * Sends the requests. Default: the global `fetch`, looked up at each call. What is no function, or gives no
   * `Response`: a `'network'` error.
   */
  fetch?: FetchLike | undefined;
  /**
   * Called once for each failed call of a kind other than `'abort'`, with the endpoint's name and what the call carries
   * beside the error. Default: none. What it throws, or rejects with, is swallowed.
   */
  onError?: OnError | undefined;
  /** For those who watch calls, and for keys that adapters make. Default: none. Told as it is. */
  name?: string | undefined;
  /**
   * Who watches the calls: what `watch` of `homing/observe` gives. Default: nobody. Another value doesn't
   * compile.
   */
  observers?: ObserverHost | undefined;
  /**
   * Writes each call to the console: its request, and its final outcome. Default false. Any other value that is truthy
   * counts as `true`.
   */
  log?: boolean | LogOptions | undefined;
}

/** The own options of a config; throws unless those that `required` names are there, with the type it gives. */
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

/** What a client and all its copies have in common, whatever its protocol. */
export class ClientCore {
  /** For who watches calls; undefined for a client without one. */
  readonly name: string | undefined;
  /** As configured; undefined for the global one. */
  readonly fetch: FetchLike | undefined;
  /** Writes each call, with its final outcome, when the client has `log`. */
  readonly log: CallLog | undefined;
  readonly onError: OnError | undefined;
  readonly watch: WatchSlot;
  /** For endpoints without functions for JSON of their own. */
  readonly json: JsonOptions;
  readonly registry: ShareRegistry = new ShareRegistry();
  readonly settings: Settings;

  constructor(options: ClientOptions) {
    const own = ownDefined(options);
    const { name, fetch, log, onError, observers } = own;
    this.name = name;
    this.fetch = fetch;
    this.log = log ? callLog(Object(log) as LogOptions) : undefined;
    this.onError = onError;
    this.watch = { watch: observers };
    this.json = own;
    this.settings = readSettings(options);
  }
}
