import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { CALLER, type Caller } from './caller.js';
import type { Endpoint } from './endpoint.js';

/** The arguments of a call: params may be left out when none is required. */
export type CallArguments<TParams> = {} extends TParams
  ? [params?: TParams, options?: CallOptions]
  : [params: TParams, options?: CallOptions];

/** One endpoint of a client, as a function. */
export interface EndpointFunction<TParams, TResponse> {
  /** Calls the endpoint. Never rejects: what goes wrong is an error Result. */
  (...args: CallArguments<TParams>): Promise<Result<TResponse>>;
  /**
   * The headers that client and endpoint configure, by lowercase name, on a fresh object; `{}` when one of them is
   * invalid. Never throws.
   */
  getHeaders(): Record<string, string>;
}

/** The function that stands on a client for an endpoint. */
export function endpointFunction(endpoint: Endpoint): EndpointFunction<unknown, unknown> {
  // Bound methods: half the size of closures, and a client may be copied for every user.
  const bound = endpoint.call.bind(endpoint) as EndpointFunction<unknown, unknown> & { [CALLER]: Caller };
  bound.getHeaders = endpoint.headers.bind(endpoint);
  bound[CALLER] = endpoint;
  return bound;
}
