import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { Call } from './call.js';
import { CALLER } from './caller.js';
import { EndpointCaller } from './endpoint-caller.js';
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

const configuredHeaders = (endpoint: Endpoint): Record<string, string> => {
  try {
    return { ...endpoint.configured.headers };
  } catch {
    return {};
  }
};

/** The function that stands on a client for an endpoint. */
export function endpointFunction(endpoint: Endpoint): EndpointFunction<unknown, unknown> {
  const call = (params?: unknown, options?: CallOptions): Promise<Result<unknown>> =>
    new Call(endpoint, params, options).run();
  return Object.assign(call, {
    getHeaders: () => configuredHeaders(endpoint),
    [CALLER]: new EndpointCaller(endpoint),
  });
}
