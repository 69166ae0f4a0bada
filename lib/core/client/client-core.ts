import { type Clock, systemClock } from '../platform/clock.js';
import type { Cutoff } from '../platform/cutoff.js';
import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-properties.js';
import { type Level, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import { type CallLog, callLog } from '../stages/call-log.js';
import { InFlight } from '../stages/in-flight.js';
import type { OnError } from '../stages/on-error.js';
import type { SharedRequest } from '../stages/shared-request.js';
import type { WatchSlot } from '../stages/watch.js';
import type { JsonOptions } from '../wire/json-format.js';
import type { FetchLike } from '../wire/fetch-options.js';
import { checkJson } from './checked.js';
import type { ClientOptions } from './client-options.js';

/** What a client and all its copies have in common, whatever its protocol. */
export class ClientCore {
  /** For who watches calls; undefined for a client without one. */
  readonly name: string | undefined;
  /** As configured; undefined for the global one. */
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock = systemClock;
  /** Writes each call, with its final outcome, when the client has `log`. */
  readonly log: CallLog | undefined;
  readonly onError: OnError | undefined;
  readonly watch: WatchSlot;
  /** For endpoints without functions for JSON of their own. */
  readonly json: JsonOptions;
  /** The requests in flight of endpoints with `share`. */
  readonly shared: InFlight<SharedRequest> = new InFlight();
  /** What ends the newest request of each endpoint with `dedupe`. */
  readonly newest: InFlight<Cutoff> = new InFlight();
  /** The client's options as a level; throws what can't be used in them. */
  readonly level: () => Level;

  constructor(options: ClientOptions) {
    const { name, fetch, log, onError, watch, parseJson, stringifyJson } = ownDefined(options);
    this.name = name;
    this.fetch = fetch;
    this.log = log ? callLog(log === true ? {} : log) : undefined;
    this.onError = onError;
    if (watch && typeof watch.begin !== 'function')
      throw new TypeError(
        `"watch" is ${describeType(watch)}: pass what \`watch(observer)\` of homing/observe gives.`,
      );
    this.watch = { watch };
    this.json = { parseJson, stringifyJson };
    checkJson('The client', this.json);
    this.level = snapshot(() => readLevel(options));
  }
}
