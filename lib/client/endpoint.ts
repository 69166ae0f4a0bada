import type { Exchange } from '../exchange/exchange.js';
import type { Clock } from '../platform/clock.js';
import type { ApiError } from '../result/api-error.js';
import type { EndpointSettings } from '../settings/endpoint-settings.js';
import type { Protocol } from './protocol.js';

/** Everything about one endpoint of one client that never varies per call. */
export interface Endpoint {
  /** Its key in `requests`. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly settings: EndpointSettings;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly onError: ((error: ApiError) => unknown) | undefined;
}
