import { DedupeRegistry } from '../stages/dedupe-registry.js';
import { ShareRegistry } from '../stages/share-registry.js';
import { callLog } from './call-log.js';
import { ownDefined } from '../platform/own-properties.js';
import { systemClock } from '../platform/clock.js';
import { readLevel } from '../settings/level.js';
import type { LevelOptions } from '../settings/level-options.js';
import { snapshot } from '../settings/snapshot.js';
import type { ClientOptions } from './client-options.js';
import type { EndpointParts } from './endpoint-parts.js';
import type { Protocol } from './protocol.js';
import type { Surroundings } from './surroundings.js';

/** Makes an endpoint of one client. Throws a TypeError for options that exclude each other. */
export type EndpointMaker = (
  name: string,
  protocol: Protocol,
  config: LevelOptions & { share?: boolean | undefined; dedupe?: boolean | undefined },
) => EndpointParts;

/** Reads what the endpoints of one client have in common. */
export function endpointMaker(options: ClientOptions): EndpointMaker {
  const { fetch, log, onError } = ownDefined(options);
  const level = snapshot(() => readLevel(options));
  const surroundings: Surroundings = {
    fetch,
    shares: new ShareRegistry(),
    newest: new DedupeRegistry(),
    clock: systemClock,
    log: log ? callLog(log === true ? {} : log) : undefined,
    onError,
  };
  return (name, protocol, config) => {
    const { share = false, dedupe = false } = config;
    if (share && dedupe) throw new TypeError(`"${name}" can't both share and dedupe: choose one.`);
    const levels = [level, snapshot(() => readLevel(config))] as const;
    return { name, protocol, surroundings, share, dedupe, levels };
  };
}
