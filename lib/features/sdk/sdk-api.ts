import {
  type CallOptions,
  type EndpointFunction,
  givenOptions,
  hasMethods,
  type HeadersOption,
  InvalidInputError,
  isObject,
  type MiddlewareContext,
  type MiddlewareNext,
  nullProto,
  type Plugin,
  readHeaders,
  refusedOptions,
  type Result,
} from '../../core/internal.js';
import { RetryPlugin } from '../retry/retry-plugin.js';
import type { MarkOf } from '../results/throwing.js';
import { limitError, optionsError } from './limits.js';
import { markRemoved } from './removed-headers.js';
import type { SdkPromise } from './sdk-promise.js';

/** Options of a call of an SDK. They win over the options of the client. A call with another option fails. */
export interface SdkRequestOptions extends Pick<CallOptions, 'query' | 'signal' | 'fetchOptions'> {
  /**
   * Headers of this call. They win over the client's. Null removes a header that the SDK or the client sets, undefined
   * changes nothing. Default: none. A call with an invalid name or value fails, and sends nothing.
   */
  headers?: HeadersOption | undefined;
  /**
   * Milliseconds for the whole call, with all attempts and waits; 0 for no limit. Default: the client's. A call with a
   * negative number or NaN fails, and sends nothing.
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for each attempt; 0 for no limit. Default: the client's. A call with a negative number or NaN fails,
   * and sends nothing.
   */
  attemptTimeout?: number | undefined;
  /**
   * Maximum number of retries after the first attempt. Default: the client's. Fractions round down. A call with a
   * negative number or NaN fails, and sends nothing.
   */
  maxRetries?: number | undefined;
  /**
   * Key that lets the service recognize a repeated request, so that a retry doesn't repeat the work. Sent in the SDK's
   * header for such keys. Default: a random key where the service expects one, else none.
   */
  idempotencyKey?: string | undefined;
}

/** The key of what an endpoint function is made of. */
export const CONNECTED: unique symbol = Symbol.for('homing.sdk') as never;

/** A function of the `api`. */
export interface ConnectedFunction {
  (params?: unknown, options?: SdkRequestOptions): unknown;
  readonly [CONNECTED]: Connected;
}

/** The parts of a function of the `api`. */
interface Connected {
  /** The function of the client, or of its throwing view. */
  readonly source: (...args: never[]) => unknown;
  /** Converts the options of a call to options of the client. */
  readonly convert: (options: SdkRequestOptions | undefined) => CallOptions | undefined;
}

type SdkArguments<TParams> = {} extends TParams
  ? [params?: TParams, options?: SdkRequestOptions]
  : [params: TParams, options?: SdkRequestOptions];

/**
 * The endpoints of a client, as `resources` receives them: each function resolves with the data, or rejects with an
 * `APIError`.
 *
 * @typeParam TClient The type of the client.
 */
export type SdkApi<TClient> = {
  readonly [
    K in keyof TClient as TClient[K] extends (...args: never) => Promise<unknown>
      ? K
      : TClient[K] extends (...args: never) => unknown
        ? never
        : K
  ]: TClient[K] extends EndpointFunction<infer TParams, infer TData, infer TErrors>
    ? ((...args: SdkArguments<TParams>) => SdkPromise<TData, TErrors>) & MarkOf<TClient[K]>
    : SdkApi<TClient[K]>;
};

const OPTIONS: Readonly<Record<keyof SdkRequestOptions, true>> = {
  headers: true,
  query: true,
  signal: true,
  fetchOptions: true,
  timeout: true,
  attemptTimeout: true,
  maxRetries: true,
  idempotencyKey: true,
};

/** Returns the error for an option that a call doesn't have; else undefined. A `baseUrl` would redirect the key. */
function fieldError(options: object): InvalidInputError | undefined {
  const field = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  return field === undefined
    ? undefined
    : new InvalidInputError(`options has the unknown field ${JSON.stringify(field)}: remove it.`);
}

/** Returns the error for another value than a signal, such as its controller; else undefined. */
const signalError = ({ signal }: SdkRequestOptions): InvalidInputError | undefined =>
  signal == null || (isObject(signal) && hasMethods(signal, 'addEventListener'))
    ? undefined
    : InvalidInputError.of('signal', signal, 'an AbortSignal');

/** Returns the function that converts the options of a call. */
export const optionsConverter =
  (retry: Plugin, idempotencyHeader: string): Connected['convert'] =>
  (options) => {
    if (options == null) return undefined;
    const given = givenOptions(options) as SdkRequestOptions;
    const problem = optionsError(options) ?? fieldError(given) ?? signalError(given) ?? limitError(given);
    if (problem) return refusedOptions(problem);
    const { maxRetries, idempotencyKey, headers, ...rest } = given;
    const converted = nullProto<CallOptions>(rest, { headers: markRemoved(headers) });
    if (maxRetries !== undefined) {
      converted.skipMiddleware = [retry];
      converted.middleware = [retryPlugin(maxRetries)];
    }
    if (idempotencyKey !== undefined)
      converted.headers = withHeader(converted.headers, idempotencyHeader, idempotencyKey);
    return converted;
  };

/** Adds a header. Invalid headers stay as they are, so that the call reports them. */
function withHeader(
  headers: CallOptions['headers'],
  name: string,
  value: string,
): NonNullable<CallOptions['headers']> {
  try {
    return nullProto(readHeaders(headers ?? {}), { [name.toLowerCase()]: value });
  } catch {
    return headers ?? {};
  }
}

/** Repeats requests, unless the body can be sent only once: the failure of a second attempt would hide the first one. */
class SdkRetryPlugin extends RetryPlugin {
  override handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    return ctx.request.bodyReusable ? super.handle(ctx, next) : next();
  }
}

/** Creates the plugin that repeats requests that are safe to repeat. */
export const retryPlugin = (max: number): RetryPlugin =>
  new SdkRetryPlugin({ max, methods: 'idempotent', beyondRetryAfter: 'stop', beyondDeadline: 'stop' });

/** Returns an object with the functions of a client, or of its throwing view, that take the options of an SDK's call. */
export function connect(client: object, convert: Connected['convert']): Record<string, unknown> {
  const connected = (member: unknown): unknown => {
    if (isObject(member)) return connect(member, convert);
    const source = member as (params: unknown, options: CallOptions | undefined) => unknown;
    const call = (params?: unknown, options?: SdkRequestOptions): unknown => source(params, convert(options));
    return Object.assign(call, { [CONNECTED]: { source, convert } });
  };
  return Object.fromEntries(Object.entries(client).map(([name, member]) => [name, connected(member)]));
}

/** Throws unless a function is one of the `api`. */
export function requireConnected(endpoint: unknown): asserts endpoint is ConnectedFunction {
  if (!(CONNECTED in (Object(endpoint) as object)))
    throw InvalidInputError.of(
      'The endpoint of pages',
      endpoint,
      'a function of the api that resources receives',
    );
}
