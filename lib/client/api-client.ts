import type { Request } from '../request/request.js';
import type { HeadersOption } from '../settings/headers.js';
import { readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { ApiConfig, Requests } from './api-config.js';
import { COPY, type CopyOptions } from './copyable.js';
import { compileEndpoints } from './compile-endpoints.js';
import type { Endpoint } from './endpoint.js';
import { type EndpointFunction, endpointFunction } from './endpoint-function.js';

/** The function of an endpoint, from the types that it carries. */
type FunctionOf<TRequest extends Request<unknown>> = EndpointFunction<
  TRequest['~types']['params'],
  TRequest['~types']['response']
>;

/** What a client has beside its endpoints. */
export interface ClientMethods<TRequests extends Requests> {
  /**
   * A copy that sends these headers too and shares everything else with the client. Endpoint headers win over them, a
   * call's over all. An invalid one makes every call through the copy a `'network'` error.
   */
  withHeaders(headers: HeadersOption, options?: CopyOptions): ApiClient<TRequests>;
}

/** One function per endpoint, as own, enumerable, writable, configurable properties: fit for `jest.spyOn`. */
export type ApiClient<TRequests extends Requests> = {
  [K in keyof TRequests]: FunctionOf<TRequests[K]>;
} & ('withHeaders' extends keyof TRequests ? unknown : ClientMethods<TRequests>);

class Client {
  readonly #endpoints: readonly Endpoint[];

  constructor(source: ApiConfig | readonly Endpoint[]) {
    this.#endpoints = Array.isArray(source)
      ? (source as readonly Endpoint[])
      : compileEndpoints(source as ApiConfig);
    for (const endpoint of this.#endpoints) {
      // Not by assignment: an endpoint may have a name that the prototype has too, `__proto__` at worst.
      Object.defineProperty(this, endpoint.name, {
        value: endpointFunction(endpoint),
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): Client {
    return this[COPY](headers, options);
  }

  [COPY](headers: HeadersOption, _options?: CopyOptions): Client {
    const level = snapshot(() => readLevel({ headers }));
    return new Client(this.#endpoints.map((endpoint) => endpoint.withLevel(level)));
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = Client as never;
