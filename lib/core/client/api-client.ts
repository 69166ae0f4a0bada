import type { ClientCore } from '../call/client-core.js';
import type { CarriedContext } from '../call/context.js';
import type { BaseUrlOption, LevelHeaders } from '../call/late-options.js';
import type { MiddlewareEntry } from '../call/middleware-pipeline.js';
import type { ClientCopy } from '../call/request-key.js';
import { mergeSettings, NO_SETTINGS, readSettings } from '../call/settings.js';
import type { WatchSlot } from '../call/watch.js';
import { nullProto, describeType, isObject, ownDefined } from '../platform/values.js';
import type { Request } from '../request/request.js';
import { InvalidInputError } from '../platform/errors.js';
import { failure, type Result } from '../result/result.js';
import type { PagesAt } from '../http/page-rules.js';
import type { QueryOption } from '../http/query.js';
import type { FetchOptions } from '../http/response-reader.js';
import type { EndpointFunction, EndpointGroup, StatusFunction } from './endpoint-function.js';
import { type ApiConfig, compileEndpoints, type DefineEndpoint, type Requests } from './rest.js';

/** Options of a copy of a client. They apply to all its calls, and rank between the client's and the endpoint's. */
export interface CopyOptions {
  /**
   * Headers, merged by lowercase name over the client's. Default: none. If a header is invalid, every call through the
   * copy returns a `'network'` error. A function runs once for each call; see `LevelOptions.headers`.
   */
  headers?: LevelHeaders | undefined;
  /**
   * Base URL, or a function that returns it; wins over the client's. See `LevelOptions.baseUrl`. Default: the client's.
   * If it is invalid, every call through the copy returns a `'network'` error.
   */
  baseUrl?: BaseUrlOption | undefined;
  /**
   * Query params, merged by name over the client's; undefined removes a name. See `LevelOptions.query`. Default: none.
   * If a param is invalid, every call through the copy returns a `'network'` error.
   */
  query?: QueryOption | null | undefined;
  /**
   * Ends every call and poll through the copy, in addition to the call's own signal. Default: none. Another value
   * doesn't compile.
   */
  signal?: AbortSignal | null | undefined;
  /**
   * Milliseconds for a whole call; wins over the client's. Never applies to a shared request. Default: the client's.
   * Valid values: as in `CallOptions.timeout`. Another value doesn't compile.
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for each attempt; wins over the client's. Default: the client's. Valid values: as in
   * `CallOptions.attemptTimeout`.
   */
  attemptTimeout?: number | undefined;
  /**
   * Middleware of the copy. Runs outermost. Calls of two copies can be shared, superseded or polled together only if
   * their middleware is identical. Default: none. Another value doesn't compile.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /**
   * Fetch options, merged field by field over the client's. `dedupe` and polls compare them: plain values by content,
   * others by identity. Default: none. If they can't be read, every call returns a `'network'` error.
   */
  fetchOptions?: FetchOptions | undefined;
  /**
   * The application's data, merged field by field over the client's. `dedupe` and polls compare it: plain values by
   * content, others by identity. Default: none. If it isn't an object, every call returns a `'network'` error.
   */
  context?: CarriedContext | undefined;
  /**
   * `false`: the copy's calls don't supersede other calls and aren't superseded. `true`, on a copy of such a copy:
   * follows the endpoints again. Default: the value of the copied client. Another value doesn't compile.
   */
  dedupe?: boolean | undefined;
}

/**
 * The function of an endpoint that has `pages`, or whose Results depend on the status or have declared headers. Other
 * parts of `TSuccess` don't count: it can be the data of a reader, or the unknown output of a schema.
 */
type FunctionBySuccess<TParams, TResponse, TErrors, TSuccess> = unknown extends TSuccess
  ? EndpointFunction<TParams, TResponse, TErrors>
  : ([Extract<TSuccess, { readonly error: null }>] extends [never]
      ? EndpointFunction<TParams, TResponse, TErrors>
      : StatusFunction<TParams, TResponse, TErrors, Extract<TSuccess, { readonly error: null }>>) &
      ([Extract<TSuccess, PagesAt<string>>] extends [never] ? unknown : Extract<TSuccess, PagesAt<string>>);

/**
 * The function of an endpoint, typed by the types that the endpoint carries. For a group: an object of such functions.
 * Most endpoints match the first condition, which is the cheapest.
 */
type FunctionOf<TRequest> =
  TRequest extends Request<infer TParams, infer TResponse, infer TErrors>
    ? EndpointFunction<TParams, TResponse, TErrors>
    : TRequest extends Request<infer TParams, infer TResponse, infer TErrors, unknown, infer TSuccess>
      ? FunctionBySuccess<TParams, TResponse, TErrors, TSuccess>
      : { -readonly [K in keyof TRequest]: FunctionOf<TRequest[K]> };

/** Methods of a client, in addition to its endpoints. */
export interface ClientMethods<TRequests extends Requests> {
  /**
   * Returns a copy that also sends these headers and shares everything else with the client. Endpoint headers win over
   * them, and call headers win over all. If a header is invalid, every call through the copy returns a `'network'`
   * error.
   */
  withHeaders(headers: LevelHeaders, options?: Omit<CopyOptions, 'headers'>): ApiClient<TRequests>;
}

/** The method `with` of a client. An endpoint of that name hides it. */
export interface CopyMethod<TRequests extends Requests> {
  /**
   * Returns a copy with additional options for all its calls, for example one copy for each incoming request. It shares
   * everything else with the client. The options rank between the client's and the endpoint's; the middleware runs
   * outermost. If an option is invalid, every call through the copy returns a `'network'` error.
   */
  with(options: CopyOptions): ApiClient<TRequests>;
}

/**
 * A client: one function per endpoint, as own, enumerable, writable, configurable properties, so `jest.spyOn` works. A
 * group of endpoints is an object of such functions.
 */
export type ApiClient<TRequests extends Requests> = {
  -readonly [K in keyof TRequests]: FunctionOf<TRequests[K]>;
} & ('withHeaders' extends keyof TRequests ? unknown : ClientMethods<TRequests>) &
  ('with' extends keyof TRequests ? unknown : CopyMethod<TRequests>);

/** The key under which a client and all its copies store their observers. */
export const WATCH: unique symbol = Symbol.for('homing.watch') as never;

/** The key of the method that copies a client. An object without it isn't a client. */
export const COPY: unique symbol = Symbol.for('homing.with') as never;

/** A client, as `withOptions` uses it. */
export interface Copyable {
  /** Returns undefined for an object that only inherits from a client, or wraps one. */
  [COPY](options: CopyOptions): object | undefined;
}

/** The key under which a client returns its state. */
export const ORIGIN: unique symbol = Symbol.for('homing.origin') as never;

/** The internal state of a client. */
export interface ClientOrigin extends ClientCopy {
  readonly core: ClientCore;
  readonly endpoints: EndpointGroup;
  /** Creates an endpoint that isn't a function of the client; undefined for GraphQL. Throws for an invalid one. */
  readonly define: DefineEndpoint | undefined;
}

/** Not a private field: engines store an object with many properties more slowly once it gets another one. */
const origins = /* @__PURE__ */ new WeakMap<object, ClientOrigin>();

/** Creates an object with the functions of all endpoints. */
const furnished = <T extends object>(origin: ClientOrigin, prototype: T): T => {
  const client = origin.endpoints.functions(origin, prototype) as T;
  origins.set(client, origin);
  return client;
};

/** A client for REST or GraphQL: an object with one function per endpoint. */
export class Client implements Copyable {
  constructor(core: ClientCore, endpoints: EndpointGroup, define?: DefineEndpoint) {
    const origin = { core, endpoints, define, settings: NO_SETTINGS, middleware: [], dedupe: true };
    return furnished(origin, new.target.prototype);
  }

  with(options: CopyOptions): Client | undefined {
    return this[COPY](options);
  }

  withHeaders(headers: LevelHeaders, options?: CopyOptions): Client | undefined {
    return this[COPY](nullProto(options ?? {}, { headers }));
  }

  [COPY](options: CopyOptions): Client | undefined {
    const origin = origins.get(this);
    if (!origin) return undefined;
    // An invalid option makes each call of the copy fail, instead of throwing here.
    const { middleware, signal, ...added } = readSettings(options);
    // The copy's signal ends a call in addition to the call's own signal. The copy's middleware runs outermost.
    const copySignals = signal ? [signal] : [];
    const copy: ClientOrigin = {
      ...origin,
      merged: undefined,
      settings: mergeSettings(origin.settings, { ...added, middleware: [], signal: undefined, copySignals }),
      middleware: [...middleware, ...origin.middleware],
      dedupe: ownDefined(options).dedupe ?? origin.dedupe,
    };
    return furnished(copy, Client.prototype);
  }

  get [ORIGIN](): ClientOrigin | undefined {
    return origins.get(this);
  }

  /** The observers of the client; undefined for an object that only inherits from a client, or wraps one. */
  get [WATCH](): WatchSlot | undefined {
    return origins.get(this)?.core.watch;
  }
}

/** A client of REST endpoints. */
class RestClient extends Client {
  constructor(config: ApiConfig) {
    super(...compileEndpoints(config));
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake; the message
 * says how to fix it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = RestClient as never;

/**
 * Creates a client with one async function per entry of `requests`.
 *
 * @throws TypeError for a configuration mistake; the message says how to fix it. A call never throws.
 */
export function createApi<const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
): ApiClient<TRequests> {
  return new ApiClient(config);
}

/**
 * Creates an object with the same names, inherited ones too. Every call through it returns an error that explains the
 * mistake.
 */
const standIn = (
  impostor: Readonly<Record<string, unknown>>,
  sentence: string,
  outer: readonly object[] = [],
): object => {
  const refusedCall = (params?: unknown): Promise<Result<never>> =>
    Promise.resolve(failure('network', new InvalidInputError(sentence), params, () => refusedCall(params)));
  const members: [string, unknown][] = [];
  const seen = [...outer, impostor];
  for (const name in impostor) {
    const value = impostor[name];
    const isNested = isObject(value) && !seen.includes(value);
    const member = isNested
      ? standIn(value as typeof impostor, sentence, seen)
      : Object.assign(refusedCall.bind(null), { getHeaders: () => ({}) });
    members.push([name, member]);
  }
  return Object.fromEntries(members);
};

/** Copies a client; `owner` is the function that was called, for messages. */
function copyClient<TClient extends object>(owner: string, client: TClient, options: CopyOptions): TClient {
  if (typeof client === 'function')
    throw new TypeError(`${owner} got a function: pass the client, and call the endpoint of its copy.`);
  if (Object(client) !== client)
    throw new TypeError(`${owner} got ${describeType(client)}: pass the client from createApi.`);
  const sentence = `${owner} got an object that is not a client, such as a spread copy: pass the client from createApi.`;
  const copy = (client as Partial<Copyable>)[COPY]?.(options);
  return (copy ?? standIn(client as Readonly<Record<string, unknown>>, sentence)) as TClient;
}

/** An object that isn't a function. */
export interface NoFunction {
  /** All functions have this member, but never with this type, so the compiler shows the sentence. */
  readonly [Symbol.hasInstance]?: 'Pass the client, not one of its functions, and call the endpoint of the copy.';
}

/**
 * Returns a copy of the client with additional options for all its calls; see `CopyMethod.with`. Also works if an
 * endpoint is named `with`. If you pass another object, such as a spread copy, every call through the result returns a
 * `'network'` error that explains the mistake.
 */
export function withOptions<TClient extends object & NoFunction>(
  client: TClient,
  options: CopyOptions,
): TClient {
  return copyClient('withOptions', client, options);
}

/**
 * Returns a copy of the client that also sends these headers; see `ClientMethods.withHeaders`. Also works if an
 * endpoint is named `withHeaders`. If you pass another object, such as a spread copy, every call through the result
 * returns a `'network'` error that explains the mistake.
 */
export function withHeaders<TClient extends object & NoFunction>(
  client: TClient,
  headers: LevelHeaders,
  options?: Omit<CopyOptions, 'headers'>,
): TClient {
  return copyClient('withHeaders', client, nullProto<CopyOptions>(options ?? {}, { headers }));
}
