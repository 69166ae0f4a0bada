import { type CallOptions, type EndpointFunction, InvalidInputError, isObject } from '../../core/internal.js';
import type { MarkOf } from '../results/throwing.js';
import type { OptionsConverter, SdkRequestOptions } from './request-options.js';
import type { SdkPromise } from './sdk-promise.js';

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
  readonly convert: OptionsConverter;
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

/** Returns an object with the functions of a client, or of its throwing view, that take the options of an SDK's call. */
export function connect(client: object, convert: OptionsConverter): Record<string, unknown> {
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
