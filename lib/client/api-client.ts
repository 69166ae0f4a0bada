import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import type { Request } from '../request/request.js';
import type { HeadersOption } from '../settings/headers.js';
import { type Level, mergeRecords, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { ApiConfig, Requests } from './api-config.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { compileEndpoints } from './compile-endpoints.js';
import { Endpoint } from './endpoint.js';
import { type EndpointFunction, endpointFunction } from './endpoint-function.js';

/** The function of an endpoint, from the types that it carries. */
type FunctionOf<TRequest> =
  TRequest extends Request<infer TParams, infer TResponse> ? EndpointFunction<TParams, TResponse> : never;

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
  -readonly [K in keyof TRequests]: FunctionOf<TRequests[K]>;
} & ('withHeaders' extends keyof TRequests ? unknown : ClientMethods<TRequests>);

/** None of a level that can't be used: no call through such a copy gets far enough to be joined with another. */
const headersOf = (level: () => Level): HeaderRecord => {
  try {
    return level().headers;
  } catch {
    return {};
  }
};

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable {
  readonly #endpoints: readonly Endpoint[];
  /** The headers that `withHeaders` added on the way from the first client to this one. */
  readonly #added: HeaderRecord;

  constructor(source: ApiConfig | readonly Endpoint[], added: HeaderRecord = {}) {
    this.#endpoints = Array.isArray(source) ? (source as Endpoint[]) : compileEndpoints(source as ApiConfig);
    this.#added = added;
    for (const endpoint of this.#endpoints) {
      // Not by assignment: an endpoint may have a name that the prototype has too, `__proto__` at worst.
      Object.defineProperty(this, endpoint.parts.name, {
        __proto__: null,
        value: endpointFunction(endpoint),
        configurable: true,
        enumerable: true,
        writable: true,
      } as PropertyDescriptor);
    }
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): Client | undefined {
    return this[COPY](headers, options);
  }

  [COPY](headers: HeadersOption, options?: CopyOptions): Client | undefined {
    if (!(#endpoints in this)) return undefined;
    const level = snapshot(() => readLevel({ headers }));
    const added = mergeRecords(this.#added, headersOf(level));
    const scope = JSON.stringify(Object.entries(added).sort());
    return new Client(
      this.#endpoints.map(({ parts }) => {
        const dedupe = parts.dedupe && options?.dedupe !== false;
        return new Endpoint({
          ...parts,
          dedupe,
          scope,
          levels: [...parts.levels.slice(0, -1), level, ...parts.levels.slice(-1)],
        });
      }),
      added,
    );
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = Client as never;
