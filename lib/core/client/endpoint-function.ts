import type { EndpointDefinition } from '../call/endpoint.js';
import { ENDPOINT_HANDLE, type EndpointHandle, Endpoint } from '../call/endpoint.js';
import type { ClientCopy } from '../call/request-key.js';
import type { CallOptions } from '../call/settings.js';
import type { DeclaredError } from '../result/http-error.js';
import type { ErrorResult, Result } from '../result/result.js';

/** The params type of an endpoint without params. The compiler names it if a param is passed. */
interface NoParams {
  readonly __noParams?: never;
}

/** The arguments of a call. Params can be omitted if none is required. */
export type CallArguments<TParams> = {} extends TParams
  ? [params?: TParams extends Record<string, never> ? NoParams : TParams, options?: CallOptions]
  : [params: TParams, options?: CallOptions];

/** The function of one endpoint on a client. It never rejects: a failure is an error Result. */
export interface EndpointFunction<TParams, TResponse, TErrors = {}> {
  // No doc comment here: an editor would show it at each call, instead of the endpoint's own.
  (...args: CallArguments<TParams>): Promise<Result<TResponse, TErrors>>;
  /**
   * Returns the headers that client and endpoint configure, by lowercase name, as a new object; `{}` if one of them is
   * invalid. Never throws.
   */
  getHeaders(): Record<string, string>;
}

/** The function of an endpoint whose Results depend on the status, or that declares response headers. */
export interface StatusFunction<TParams, TResponse, TErrors, TSuccess> extends EndpointFunction<
  TParams,
  TResponse,
  TErrors
> {
  (...args: CallArguments<TParams>): Promise<TSuccess | ErrorResult<TResponse, TErrors>>;
}

/** A Request or an operation, with its types. */
interface Carried {
  /** The types of the endpoint; only for the compiler. */
  readonly '~types': { readonly params: unknown; readonly response: unknown; readonly errors: unknown };
}

/** The function of an endpoint on any client, or your own function with the same signature. */
type Called = (...args: never) => Promise<{ readonly data: unknown; readonly error: unknown }>;

/**
 * Any endpoint: a Request, an operation, or the function of an endpoint. For generic code that uses `ParamsOf`, `DataOf`
 * or `ErrorOf`: `<E extends AnyEndpoint>(endpoint: E, params: ParamsOf<E>)`.
 */
export type AnyEndpoint = Carried | Called;

type ParamsIn<TArguments extends readonly unknown[]> = TArguments extends readonly [
  params?: infer TParams,
  ...rest: readonly unknown[],
]
  ? [keyof NonNullable<TParams>] extends ['__noParams']
    ? Record<string, never>
    : Exclude<TParams, undefined>
  : never;

/**
 * The params of an endpoint; `Record<string, never>` if it has none.
 *
 * @typeParam E The type of a Request, an operation, or an endpoint function: `ParamsOf<typeof api.users.get>`.
 */
export type ParamsOf<E extends AnyEndpoint> = E extends Carried
  ? E['~types']['params']
  : E extends (...args: infer TArguments) => unknown
    ? ParamsIn<TArguments>
    : never;

/**
 * The data of an endpoint's success.
 *
 * @typeParam E The type of a Request, an operation, or an endpoint function: `DataOf<typeof api.users.get>`.
 */
export type DataOf<E extends AnyEndpoint> = E extends Carried
  ? E['~types']['response']
  : E extends Called
    ? Extract<Awaited<ReturnType<E>>, { readonly error: null }>['data']
    : never;

/**
 * The error of an endpoint: `ApiError`, or the union that the endpoint declares.
 *
 * @typeParam E The type of a Request, an operation, or an endpoint function: `ErrorOf<typeof api.users.get>`.
 */
export type ErrorOf<E extends AnyEndpoint> = E extends Carried
  ? DeclaredError<E['~types']['errors']>
  : E extends Called
    ? NonNullable<Awaited<ReturnType<E>>['error']>
    : never;

/** Creates the function of an endpoint on a client. */
export function endpointFunction(
  definition: EndpointDefinition,
  copy: ClientCopy,
): EndpointFunction<unknown, unknown> {
  const endpoint = new Endpoint(definition, copy);
  // Bound methods take half the memory of closures, and a client can be copied for every user. A third argument of the
  // user must not reach internal parameters.
  const bound = endpoint.ask.bind(endpoint) as EndpointFunction<unknown, unknown> & {
    [ENDPOINT_HANDLE]: EndpointHandle;
  };
  bound.getHeaders = endpoint.headers.bind(endpoint);
  bound[ENDPOINT_HANDLE] = endpoint;
  return bound;
}

const noop = (): undefined => undefined;

/** The endpoints of a client or of one of its groups, by their names there. */
export class EndpointGroup {
  /** An object with every name: spreading it creates another object of the same shape in one step. */
  readonly #shape: object;
  readonly #entries: readonly (readonly [string, EndpointDefinition | EndpointGroup])[];

  /** Throws for an entry named `then`, which would make the object a thenable. */
  constructor(entries: readonly (readonly [string, EndpointDefinition | EndpointGroup])[]) {
    const shape = Object.fromEntries(entries.map(([name]) => [name, noop]));
    if (Object.hasOwn(shape, 'then'))
      throw new TypeError('await would call an endpoint named "then": choose another name.');
    this.#shape = shape;
    this.#entries = entries;
  }

  /**
   * Returns an object with a function for each endpoint, and with such an object for each group.
   *
   * @param prototype Set before the functions are added, which is faster than after.
   */
  functions(copy: ClientCopy, prototype: object = Object.prototype): Record<string, unknown> {
    const functions = Object.setPrototypeOf({ ...this.#shape }, prototype) as Record<string, unknown>;
    // Assignment is much faster than a definition, and safe: every name is an own property already.
    for (const [name, entry] of this.#entries)
      functions[name] =
        entry instanceof EndpointGroup ? entry.functions(copy) : endpointFunction(entry, copy);
    return functions;
  }
}
