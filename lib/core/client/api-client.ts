import type { ClientCore } from '../call/client-core.js';
import type { CarriedContext } from '../call/context.js';
import type { MiddlewareEntry } from '../call/middleware-pipeline.js';
import type { ClientCopy } from '../call/request-key.js';
import { mergeSettings, NO_SETTINGS, readSettings } from '../call/settings.js';
import type { WatchSlot } from '../call/watch.js';
import { nullProto, describeType, isObject, ownDefined } from '../platform/values.js';
import type { Request } from '../request/request.js';
import { InvalidInputError } from '../platform/errors.js';
import { failure, type Result } from '../result/result.js';
import type { HeadersOption } from '../http/headers.js';
import type { FetchOptions } from '../http/response-reader.js';
import type { EndpointFunction, EndpointGroup } from './endpoint-function.js';
import { type ApiConfig, compileEndpoints, type Requests } from './rest.js';

/**
 * Options of a copy of a client, which all of its calls have. They stand between the client's and the endpoint's.
 */
export interface CopyOptions {
  /**
   * Merged by lowercase name over the client's. Default: none. An invalid one: every call through the copy is a
   * `'network'` error.
   */
  headers?: HeadersOption | undefined;
  /**
   * Ends every call and poll through the copy, as the call's own does. Default: none. Another value doesn't
   * compile.
   */
  signal?: AbortSignal | null | undefined;
  /**
   * Deadline of a whole call, in milliseconds, over the client's; never that of a request which several calls share.
   * Default: the client's. As that of a call. Another value doesn't compile.
   */
  timeout?: number | undefined;
  /** Milliseconds for each attempt, over the client's. Default: the client's. As that of a call. */
  attemptTimeout?: number | undefined;
  /**
   * Middleware of the copy, outermost of all. Counts into what copies must have in common for `share`, `dedupe` and
   * polls, by identity. Default: none. Another value doesn't compile.
   */
  middleware?: readonly MiddlewareEntry[] | undefined;
  /**
   * Merged field by field over the client's. Counts for `dedupe` and polls: plain values by content, others by
   * identity. Default: none. What can't be read: every call is a `'network'` error.
   */
  fetchOptions?: FetchOptions | undefined;
  /**
   * Merged field by field over the client's. Counts as `fetchOptions` does. Default: none. No object: every call is a
   * `'network'` error.
   */
  context?: CarriedContext | undefined;
  /**
   * `false`: the copy's calls supersede nothing and are superseded by nothing. `true`, on a copy of such a copy: as the
   * endpoints say again. Default: as the client that is copied. Another value doesn't compile.
   */
  dedupe?: boolean | undefined;
}

/** The function of an endpoint, from the types that it carries; of a group, an object of such. */
type FunctionOf<TRequest> =
  TRequest extends Request<infer TParams, infer TResponse, infer TErrors>
    ? EndpointFunction<TParams, TResponse, TErrors>
    : { -readonly [K in keyof TRequest]: FunctionOf<TRequest[K]> };

/** What a client has beside its endpoints. */
export interface ClientMethods<TRequests extends Requests> {
  /**
   * A copy that sends these headers too and shares everything else with the client. Endpoint headers win over them, a
   * call's over all. An invalid one makes every call through the copy a `'network'` error.
   */
  withHeaders(headers: HeadersOption, options?: Omit<CopyOptions, 'headers'>): ApiClient<TRequests>;
}

/** What a client has beside its endpoints, too. */
export interface CopyMethod<TRequests extends Requests> {
  /**
   * A copy all of whose calls have these options too, such as one for each incoming request; it shares everything else
   * with the client. They stand between the client's options and the endpoint's, the middleware outermost. One that can't
   * be used makes every call through the copy a `'network'` error.
   */
  with(options: CopyOptions): ApiClient<TRequests>;
}

/**
 * One function per endpoint, as own, enumerable, writable, configurable properties: fit for `jest.spyOn`. A group of
 * endpoints is an object of such.
 */
export type ApiClient<TRequests extends Requests> = {
  -readonly [K in keyof TRequests]: FunctionOf<TRequests[K]>;
} & ('withHeaders' extends keyof TRequests ? unknown : ClientMethods<TRequests>) &
  ('with' extends keyof TRequests ? unknown : CopyMethod<TRequests>);

/** The key under which a client, and all its copies, carry what they look for who watches them in. */
export const WATCH: unique symbol = Symbol.for('homing.watch') as never;

/** The key of the method that copies a client; an object without it only looks like one. */
export const COPY: unique symbol = Symbol.for('homing.with') as never;

/** A client, as far as `withOptions` is concerned. */
export interface Copyable {
  /** Undefined for what only inherits from a client, or stands in front of one. */
  [COPY](options: CopyOptions): object | undefined;
}

/** What stands behind a client. */
interface BaseOrigin extends ClientCopy {
  readonly core: ClientCore;
  readonly endpoints: EndpointGroup;
}

/** Not in a private field: an object that already has many properties takes one more only in a larger, slower form. */
const origins = /* @__PURE__ */ new WeakMap<object, BaseOrigin>();

/** An object with the functions of all endpoints. */
const furnished = <T extends object>(origin: BaseOrigin, prototype: T): T => {
  const client = origin.endpoints.functions(origin, prototype) as T;
  origins.set(client, origin);
  return client;
};

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable {
  constructor(core: ClientCore, endpoints: EndpointGroup) {
    const origin = { core, endpoints, settings: NO_SETTINGS, middleware: [], dedupe: true };
    return furnished(origin, new.target.prototype);
  }

  with(options: CopyOptions): Client | undefined {
    return this[COPY](options);
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): Client | undefined {
    return this[COPY](nullProto(options ?? {}, { headers }));
  }

  [COPY](options: CopyOptions): Client | undefined {
    const origin = origins.get(this);
    if (!origin) return undefined;
    // What can't be used in them is refused at each call.
    const { middleware, signal, ...added } = readSettings(options);
    // Its signal ends a call beside the call's own, and its middleware stands outermost.
    const copySignals = signal ? [signal] : [];
    const copy: BaseOrigin = {
      ...origin,
      settings: mergeSettings(origin.settings, { ...added, middleware: [], signal: undefined, copySignals }),
      middleware: [...middleware, ...origin.middleware],
      dedupe: ownDefined(options).dedupe ?? origin.dedupe,
    };
    return furnished(copy, Client.prototype);
  }

  /** Undefined for what only inherits from a client, or stands in front of one. */
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
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = RestClient as never;

/**
 * Makes a client with one async function per entry of `requests`.
 *
 * @throws TypeError for a configuration mistake, with a sentence that says how to mend it. A call never throws.
 */
export function createApi<const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
): ApiClient<TRequests> {
  return new ApiClient(config);
}

/** Has the same names, inherited ones too, so that every call through it says what is wrong. */
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

/** A copy of a client; `owner` is the function that was called, for messages. */
function copyClient<TClient extends object>(owner: string, client: TClient, options: CopyOptions): TClient {
  if (typeof client === 'function')
    throw new TypeError(`${owner} got a function: pass the client, and call the endpoint of its copy.`);
  if (Object(client) !== client)
    throw new TypeError(`${owner} got ${describeType(client)}: pass the client from createApi.`);
  const sentence = `${owner} got an object that is not a client, such as a spread copy: pass the client from createApi.`;
  const copy = (client as Partial<Copyable>)[COPY]?.(options);
  return (copy ?? standIn(client as Readonly<Record<string, unknown>>, sentence)) as TClient;
}

/** An object that is no function. */
export interface NoFunction {
  /** What all functions have; none can have this sentence there, so the compiler shows it. */
  readonly [Symbol.hasInstance]?: 'Pass the client, not one of its functions, and call the endpoint of the copy.';
}

/**
 * A copy of the client all of whose calls have these options too; see `CopyMethod.with`. Works where an endpoint took
 * that name. Given something that only looks like a client, it gives a stand-in whose every call is a `'network'`
 * error that says so.
 */
export function withOptions<TClient extends object & NoFunction>(
  client: TClient,
  options: CopyOptions,
): TClient {
  return copyClient('withOptions', client, options);
}

/**
 * A copy of the client that sends these headers too; see `ClientMethods.withHeaders`. Works where an endpoint took
 * that name. Given something that only looks like a client, it gives a stand-in whose every call is a `'network'`
 * error that says so.
 */
export function withHeaders<TClient extends object & NoFunction>(
  client: TClient,
  headers: HeadersOption,
  options?: Omit<CopyOptions, 'headers'>,
): TClient {
  return copyClient('withHeaders', client, nullProto<CopyOptions>(options ?? {}, { headers }));
}
