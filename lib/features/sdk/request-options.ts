import {
  type CallOptions,
  givenOptions,
  hasMethods,
  type HeadersOption,
  InvalidInputError,
  isKey,
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
import { limitError, optionsError } from './limits.js';
import { markRemoved } from './removed-headers.js';

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
   * header for such keys. Default: a random key where the service expects one, else none. A call with an empty key
   * fails, and sends nothing.
   */
  idempotencyKey?: string | undefined;
}

/** Converts the options of a call of an SDK to options of a call of the client. */
export type OptionsConverter = (options: SdkRequestOptions | undefined) => CallOptions | undefined;

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

/** Returns the error for an option that would be ignored, redirect the key or remove a guarantee; else undefined. */
function optionError(given: SdkRequestOptions): InvalidInputError | undefined {
  const field = Object.keys(given).find((name) => !Object.hasOwn(OPTIONS, name));
  if (field !== undefined)
    return new InvalidInputError(`options has the unknown field ${JSON.stringify(field)}: remove it.`);
  const { signal, headers, idempotencyKey, fetchOptions } = given;
  if (signal != null && !(isObject(signal) && hasMethods(signal, 'addEventListener')))
    return InvalidInputError.of('signal', signal, 'an AbortSignal');
  if (headers !== undefined && !isObject(headers))
    return InvalidInputError.of('headers', headers, 'an object, Headers or pairs');
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    return InvalidInputError.of('idempotencyKey', idempotencyKey, 'a string');
  // Each call with an empty key would get another random key, and repeat the work.
  if (idempotencyKey !== undefined && !isKey(idempotencyKey))
    return new InvalidInputError('idempotencyKey is empty: pass a key.');
  return optionsError(fetchOptions, 'fetchOptions') ?? limitError(given);
}

/** Returns the function that converts the options of a call. */
export const optionsConverter =
  (retry: Plugin, idempotencyHeader: string): OptionsConverter =>
  (options) => {
    if (options == null) return undefined;
    const given = givenOptions(options) as SdkRequestOptions;
    const problem = optionsError(options) ?? optionError(given);
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
