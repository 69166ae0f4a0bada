import { DedupeRegistry } from '../exchange/dedupe-registry.js';
import { Exchange } from '../exchange/exchange.js';
import { ShareRegistry } from '../exchange/share-registry.js';
import { CallLog } from '../log/call-log.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import { type Level, readLevel } from '../settings/level.js';
import type { LevelOptions } from '../settings/level-options.js';
import { snapshot } from '../settings/snapshot.js';
import type { ClientOptions } from './client-options.js';
import { EndpointCaller } from './endpoint-caller.js';
import type { Surroundings } from './endpoint.js';
import type { Protocol } from './protocol.js';

/** Makes the endpoints of one client, with what they have in common. */
export class EndpointFactory {
  readonly #surroundings: Surroundings;
  readonly #level: () => Level;

  constructor(options: ClientOptions) {
    const { fetch, log, onError } = ownDefined(options);
    this.#level = snapshot(() => readLevel(options));
    this.#surroundings = {
      exchange: new Exchange(fetch),
      shares: new ShareRegistry(),
      newest: new DedupeRegistry(),
      clock: systemClock,
      log: log ? new CallLog(log === true ? {} : log) : undefined,
      onError,
    };
  }

  /** @throws TypeError for options that exclude each other. */
  make(
    name: string,
    protocol: Protocol,
    config: LevelOptions & { share?: boolean | undefined; dedupe?: boolean | undefined },
  ): EndpointCaller {
    const { share = false, dedupe = false } = config;
    if (share && dedupe) throw new TypeError(`"${name}" can't both share and dedupe: choose one.`);
    return new EndpointCaller({
      name,
      protocol,
      surroundings: this.#surroundings,
      share,
      dedupe,
      levels: [this.#level, snapshot(() => readLevel(config))],
    });
  }
}
