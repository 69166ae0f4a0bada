import type { Level } from '../settings/level.js';
import type { Protocol } from './protocol.js';
import type { Surroundings } from './surroundings.js';

/** One endpoint of one client, as its definition makes it. */
export interface EndpointParts {
  /** Its key in `requests`. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly surroundings: Surroundings;
  readonly share: boolean;
  readonly dedupe: boolean;
  /** The client's and the endpoint's; one that can't be used throws when it is asked for. */
  readonly levels: readonly [client: () => Level, endpoint: () => Level];
}
