import type { EndpointDefinition } from '../call/endpoint.js';
import { ENDPOINT_HANDLE, type EndpointHandle, Endpoint } from '../call/endpoint.js';
import type { ClientCopy } from '../call/request-key.js';
import type { CallOptions } from '../call/settings.js';
import type { DeclaredError } from '../result/http-error.js';
import type { Result } from '../result/result.js';

/** What stands for params where there are none; the compiler names it when it refuses one. */
interface NoParams {
  readonly __noParams?: never;
}

/** The arguments of a call: params may be left out when none is required. */
export type CallArguments<TParams> = {} extends TParams
  ? [params?: TParams extends Record<string, never> ? NoParams : TParams, options?: CallOptions]
  : [params: TParams, options?: CallOptions];

/** One endpoint of a client, as a function. It never rejects: what goes wrong is an error Result. */
export interface EndpointFunction<TParams, TResponse, TErrors = {}> {
  // Without a doc comment, as an editor would show that at a call, in place of the endpoint's own.
  (...args: CallArguments<TParams>): Promise<Result<TResponse, TErrors>>;
  /**
   * The headers that client and endpoint configure, by lowercase name, on a fresh object; `{}` when one of them is
   * invalid. Never throws.
   */
  getHeaders(): Record<string, string>;
}

/** What a Request or an operation carries. */
interface Carried {
  readonly '~types': { readonly params: unknown; readonly response: unknown; readonly errors: unknown };
}

/** The function of an endpoint, on whatever client, or one of the user's own that is called alike. */
type Called = (...args: never) => Promise<{ readonly data: unknown; readonly error: unknown }>;

type ParamsIn<TArguments extends readonly unknown[]> = TArguments extends readonly [
  params?: infer TParams,
  ...rest: readonly unknown[],
]
  ? [keyof NonNullable<TParams>] extends ['__noParams']
    ? Record<string, never>
    : Exclude<TParams, undefined>
  : never;

/**
 * The params of an endpoint; `Record<string, never>` for none.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `ParamsOf<typeof api.users.get>`.
 */
export type ParamsOf<E extends Carried | Called> = E extends Carried
  ? E['~types']['params']
  : E extends (...args: infer TArguments) => unknown
    ? ParamsIn<TArguments>
    : never;

/**
 * The data of an endpoint's success.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `DataOf<typeof api.users.get>`.
 */
export type DataOf<E extends Carried | Called> = E extends Carried
  ? E['~types']['response']
  : E extends Called
    ? Extract<Awaited<ReturnType<E>>, { readonly error: null }>['data']
    : never;

/**
 * The error of an endpoint: `ApiError`, or the union of what it declares.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `ErrorOf<typeof api.users.get>`.
 */
export type ErrorOf<E extends Carried | Called> = E extends Carried
  ? DeclaredError<E['~types']['errors']>
  : E extends Called
    ? NonNullable<Awaited<ReturnType<E>>['error']>
    : never;

/** The function that stands on a client for an endpoint. */
export function endpointFunction(
  definition: EndpointDefinition,
  copy: ClientCopy,
): EndpointFunction<unknown, unknown> {
  const endpoint = new Endpoint(definition, copy);
  // Bound methods: half the size of closures, and a client may be copied for every user. What else a call is made with
  // is nothing that a user's third argument can say.
  const bound = endpoint.ask.bind(endpoint) as EndpointFunction<unknown, unknown> & {
    [ENDPOINT_HANDLE]: EndpointHandle;
  };
  bound.getHeaders = endpoint.headers.bind(endpoint);
  bound[ENDPOINT_HANDLE] = endpoint;
  return bound;
}

const noop = (): undefined => undefined;

/** The endpoints of a client, or of one of its groups, each by the name that it has there. */
export class EndpointGroup {
  /** An object with every name: spreading it makes another of its shape at once. */
  readonly #shape: object;
  readonly #entries: readonly (readonly [string, EndpointDefinition | EndpointGroup])[];

  /** Throws for an entry that would make a thenable of the object. */
  constructor(entries: readonly (readonly [string, EndpointDefinition | EndpointGroup])[]) {
    const shape = Object.fromEntries(entries.map(([name]) => [name, noop]));
    if (Object.hasOwn(shape, 'then'))
      throw new TypeError('await would call an endpoint named "then": choose another name.');
    this.#shape = shape;
    this.#entries = entries;
  }

  /**
   * An object with a function for each endpoint, and such an object for each group.
   *
   * @param prototype Set before the functions are, which is faster than after.
   */
  functions(copy: ClientCopy, prototype: object = Object.prototype): Record<string, unknown> {
    const functions = Object.setPrototypeOf({ ...this.#shape }, prototype) as Record<string, unknown>;
    // By assignment, which is much faster than a definition, and safe: every name is an own property already.
    for (const [name, entry] of this.#entries)
      functions[name] =
        entry instanceof EndpointGroup ? entry.functions(copy) : endpointFunction(entry, copy);
    return functions;
  }
}
