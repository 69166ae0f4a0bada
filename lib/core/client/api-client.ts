import { ownDefined } from '../platform/own-properties.js';
import type { Request } from '../request/request.js';
import type { HeadersOption } from '../settings/headers.js';
import { mergeLevels, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { ApiConfig, Requests } from './api-config.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { compileEndpoints } from './compile-endpoints.js';
import { type CopiedParts, Endpoint } from './endpoint.js';
import { type EndpointFunction, endpointFunction } from './endpoint-function.js';
import type { EndpointParts } from './endpoint-parts.js';

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

/** What stands behind a client. */
interface Origin extends CopiedParts {
  readonly endpoints: readonly EndpointParts[];
  /** An object with every name: spreading it makes another of its shape at once. */
  readonly shape: object;
}

const noop = (): undefined => undefined;

/** Not in a private field: an object that already has many properties takes one more only in a larger, slower form. */
const origins = /* @__PURE__ */ new WeakMap<object, Origin>();

/** An object with a function for each endpoint. */
const furnished = <T extends object>(origin: Origin, prototype: T): T => {
  const client = Object.setPrototypeOf({ ...origin.shape }, prototype) as T & Record<string, unknown>;
  // By assignment, which is much faster than a definition, and safe: every name is an own property already.
  for (const parts of origin.endpoints)
    client[parts.name as keyof T] = endpointFunction(new Endpoint(parts, origin)) as never;
  origins.set(client, origin);
  return client;
};

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable {
  constructor(source: ApiConfig | readonly EndpointParts[]) {
    const endpoints = Array.isArray(source)
      ? (source as EndpointParts[])
      : compileEndpoints(source as ApiConfig);
    const shape = Object.fromEntries(endpoints.map(({ name }) => [name, noop]));
    const level = readLevel({});
    return furnished(
      { endpoints, shape, level: () => level, scope: '[]', dedupe: true },
      new.target.prototype,
    );
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): Client | undefined {
    return this[COPY](headers, options);
  }

  [COPY](headers: HeadersOption, options?: CopyOptions): Client | undefined {
    const origin = origins.get(this);
    if (!origin) return undefined;
    const level = snapshot(() => mergeLevels(origin.level(), readLevel({ headers })));
    let scope = '';
    try {
      scope = JSON.stringify(Object.entries(level().headers).sort());
    } catch {
      // No call through such a copy gets far enough to be joined with another.
    }
    const dedupe = origin.dedupe && ownDefined(options).dedupe !== false;
    return furnished({ ...origin, level, scope, dedupe }, Client.prototype);
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = Client as never;
