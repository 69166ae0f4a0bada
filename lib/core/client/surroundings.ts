import type { DedupeRegistry } from '../stages/dedupe-registry.js';
import type { ShareRegistry } from '../stages/share-registry.js';
import type { CallLog } from './call-log.js';
import type { FetchLike } from '../wire/fetch-like.js';
import type { Clock } from '../platform/clock.js';
import type { ApiError } from '../result/api-error.js';

/** What the endpoints of a client, and of its copies, have in common. */
export interface Surroundings {
  /** As configured; undefined for the global one. */
  readonly fetch: FetchLike | undefined;
  readonly shares: ShareRegistry;
  readonly newest: DedupeRegistry;
  readonly clock: Clock;
  /** Writes each call, with its final outcome, when the client has `log`. */
  readonly log: CallLog | undefined;
  readonly onError: ((error: ApiError) => unknown) | undefined;
}
