import type { Exchange } from '../exchange/exchange.js';
import type { Clock } from '../platform/clock.js';
import type { ApiError } from '../result/api-error.js';
import type { CallOptions } from '../settings/call-options.js';
import { type Level, mergeLevels, readLevel } from '../settings/level.js';
import type { Protocol } from './protocol.js';

/** What the endpoints of a client have in common. */
export interface Surroundings {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly onError: ((error: ApiError) => unknown) | undefined;
}

/** Everything about one endpoint of one client that never varies per call. */
export class Endpoint {
  /** Its key in `requests`. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly surroundings: Surroundings;
  readonly #levels: readonly (() => Level)[];
  #merged: Level | undefined;

  /** @param levels From the least specific to the most; one that can't be used throws when it is asked for. */
  constructor(
    name: string,
    protocol: Protocol,
    surroundings: Surroundings,
    levels: readonly (() => Level)[],
  ) {
    this.name = name;
    this.protocol = protocol;
    this.surroundings = surroundings;
    this.#levels = levels;
  }

  /** The configured levels as one, merged at the first call. Throws a Refusal when one of them can't be used. */
  get configured(): Level {
    return (this.#merged ??= this.#levels.map((level) => level()).reduce(mergeLevels));
  }

  /** What a call with these options runs with. Throws a Refusal that names the option which can't be used. */
  settle(options: CallOptions | null | undefined): Level {
    return options == null ? this.configured : mergeLevels(this.configured, readLevel(options));
  }

  /** The same endpoint with one more level right above the client's. */
  withLevel(level: () => Level): Endpoint {
    const [client, ...own] = this.#levels;
    return new Endpoint(this.name, this.protocol, this.surroundings, [client ?? level, level, ...own]);
  }
}
