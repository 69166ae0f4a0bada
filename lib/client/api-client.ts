import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import { ownDefined } from '../platform/own-defined.js';
import type { Request } from '../request/request.js';
import type { HeadersOption } from '../settings/headers.js';
import { type Level, mergeRecords, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { ApiConfig, Requests } from './api-config.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { compileEndpoints } from './compile-endpoints.js';
import { type CopiedParts, NOT_COPIED } from './endpoint.js';
import { EndpointCaller } from './endpoint-caller.js';
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

/** What stands behind a client. */
interface Origin extends CopiedParts {
  /** Those of the client that was copied first. */
  readonly endpoints: readonly EndpointCaller[];
  /** An object with every name: spreading it makes another of its shape at once. */
  readonly shape: object;
}

const noop = (): undefined => undefined;

/** Not in a private field: an object that already has many properties takes one more only in a larger, slower form. */
const origins = /* @__PURE__ */ new WeakMap<object, Origin>();

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable {
  constructor(source: ApiConfig | readonly EndpointCaller[]) {
    const endpoints = Array.isArray(source)
      ? (source as EndpointCaller[])
      : compileEndpoints(source as ApiConfig);
    const shape = Object.fromEntries(endpoints.map(({ parts }) => [parts.name, noop]));
    origins.set(this, { ...NOT_COPIED, endpoints, shape });
    for (const endpoint of endpoints) {
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
    const origin = origins.get(this);
    if (!origin) return undefined;
    const levels = [...origin.levels, snapshot(() => readLevel({ headers }))];
    const added = levels.map(headersOf).reduce(mergeRecords);
    const copied: Origin = {
      ...origin,
      levels,
      scope: JSON.stringify(Object.entries(added).sort()),
      dedupe: origin.dedupe && ownDefined(options).dedupe !== false,
    };
    const copy = Object.setPrototypeOf({ ...origin.shape }, Client.prototype) as Client &
      Record<string, unknown>;
    // By assignment, which is much faster: every name is an own property already.
    for (const { parts } of origin.endpoints)
      copy[parts.name] = endpointFunction(new EndpointCaller(parts, copied));
    origins.set(copy, copied);
    return copy;
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = Client as never;
