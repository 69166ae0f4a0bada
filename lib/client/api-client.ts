import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import type { Request } from '../request/request.js';
import type { HeadersOption } from '../settings/headers.js';
import { type Level, mergeRecords, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { ApiConfig, Requests } from './api-config.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { compileEndpoints } from './compile-endpoints.js';
import type { CopiedParts } from './endpoint.js';
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

const placeholder = (): undefined => undefined;

/** What a client and its copies have in common. */
class Family {
  readonly endpoints: readonly EndpointCaller[];
  #shape: object | undefined;

  constructor(endpoints: readonly EndpointCaller[]) {
    this.endpoints = endpoints;
  }

  /** An object with every name, as spreading it makes an object of that shape at once. */
  get shape(): object {
    return (this.#shape ??= Object.fromEntries(this.endpoints.map(({ parts }) => [parts.name, placeholder])));
  }
}

/** What stands behind a client. */
interface Origin {
  readonly family: Family;
  readonly copied: CopiedParts | undefined;
}

/** Not in a private field: an object that already has many properties takes one more only in a larger, slower form. */
const origins = /* @__PURE__ */ new WeakMap<object, Origin>();

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable {
  constructor(source: ApiConfig | readonly EndpointCaller[]) {
    const endpoints = Array.isArray(source)
      ? (source as EndpointCaller[])
      : compileEndpoints(source as ApiConfig);
    origins.set(this, { family: new Family(endpoints), copied: undefined });
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
    const { copied, family } = origin;
    const levels = [...(copied?.levels ?? []), snapshot(() => readLevel({ headers }))];
    const added = levels.map(headersOf).reduce(mergeRecords);
    const parts: CopiedParts = {
      levels,
      scope: JSON.stringify(Object.entries(added).sort()),
      dedupe: copied?.dedupe !== false && options?.dedupe !== false,
    };
    const copy = Object.setPrototypeOf({ ...family.shape }, Client.prototype) as Client &
      Record<string, unknown>;
    // By assignment, which is much faster: every name is an own property already.
    for (const endpoint of family.endpoints)
      copy[endpoint.parts.name] = endpointFunction(new EndpointCaller(endpoint.parts, parts));
    origins.set(copy, { family, copied: parts });
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
