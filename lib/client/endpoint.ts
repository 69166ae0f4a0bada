import type { DedupeRegistry } from '../exchange/dedupe-registry.js';
import type { Exchange } from '../exchange/exchange.js';
import { shareKey } from '../exchange/share-key.js';
import type { ShareRegistry } from '../exchange/share-registry.js';
import type { SharedRequest } from '../exchange/shared-request.js';
import type { CallLog } from '../log/call-log.js';
import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Clock } from '../platform/clock.js';
import type { ApiError } from '../result/api-error.js';
import type { CallOptions } from '../settings/call-options.js';
import { DEFAULTS } from '../settings/defaults.js';
import { type Level, mergeLevels, readLevel } from '../settings/level.js';
import type { Protocol } from './protocol.js';

/** What the endpoints of a client, and of its copies, have in common. */
export interface Surroundings {
  readonly exchange: Exchange;
  readonly shares: ShareRegistry;
  readonly newest: DedupeRegistry;
  readonly clock: Clock;
  /** Writes each call, with its final outcome, when the client has `log`. */
  readonly log: CallLog | undefined;
  readonly onError: ((error: ApiError) => unknown) | undefined;
}

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

/** What sets a copy of a client apart from the client. */
export interface CopiedParts {
  /** The added headers, a level for each copying; they stand between the client's and the endpoint's. */
  readonly levels: readonly (() => Level)[];
  /** The added headers as text: copies with equal text count as one client, and without headers as the client. */
  readonly scope: string;
  /** False for a copy whose calls supersede nothing. */
  readonly dedupe: boolean;
}

/** Of a client that is no copy. */
export const NOT_COPIED: CopiedParts = { levels: [], scope: '[]', dedupe: true };

/** Everything about one endpoint of one client that never varies per call. */
export class Endpoint {
  /** The client's own, whichever copy this stands on. */
  readonly parts: EndpointParts;
  readonly copied: CopiedParts;
  /** Made when first asked for: of a copy for one user, most endpoints are never called. */
  #computed: { level: Level | undefined; scope: string | undefined } | undefined;

  constructor(parts: EndpointParts, copied: CopiedParts = NOT_COPIED) {
    this.parts = parts;
    this.copied = copied;
  }

  /** Whether a newer call takes the place of an older one. */
  get dedupe(): boolean {
    return this.parts.dedupe && this.copied.dedupe;
  }

  /** The configured levels as one, merged at the first call. Throws a Refusal when one of them can't be used. */
  get configured(): Level {
    const { levels } = this.parts;
    this.#computed ??= { level: undefined, scope: undefined };
    return (this.#computed.level ??= [levels[0], ...this.copied.levels, levels[1]]
      .map((level) => level())
      .reduce(mergeLevels));
  }

  /** What calls of this endpoint have to have in common to be joined, or to take each other's place. */
  get scope(): string {
    const { name, protocol } = this.parts;
    this.#computed ??= { level: undefined, scope: undefined };
    return (this.#computed.scope ??= JSON.stringify([this.copied.scope, name, protocol.operation]));
  }

  /** What a call with these options runs with. Throws a Refusal that names the option which can't be used. */
  settle(options: CallOptions | null | undefined): Level {
    return options == null ? this.configured : mergeLevels(this.configured, readLevel(options));
  }

  /** The request that this one is sent with, when the endpoint shares and the request can be compared. */
  join(request: OutgoingRequest): SharedRequest | undefined {
    const { share, surroundings } = this.parts;
    const key = share ? shareKey(request, this.scope) : undefined;
    if (key === undefined) return undefined;
    const { clock, exchange, shares } = surroundings;
    const timeout = this.configured.timeout ?? DEFAULTS.timeout;
    return shares.find(key, { clock, timeout, send: (signal) => exchange.send(request, signal) });
  }
}
