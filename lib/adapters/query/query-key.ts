import { endpointOf, paramsText } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  type EndpointFunction,
  givenOptions,
  isTracingHeader,
} from '../../core/internal.js';

/** Details of a key in addition to the endpoint. Undefined details are omitted. */
export interface KeyDetails {
  /** The params of the call; `{}` without params. */
  readonly params?: unknown;
  /** Replaces params that can't be part of a key. */
  readonly key?: unknown;
  /** Identifies the user. */
  readonly scope?: string;
  /** Whether the data is the pages of an infinite query, which has another shape. */
  readonly infinite?: true;
}

/**
 * Key of a query: client name, endpoint name and details. Plain data that can be dehydrated into a page, so
 * it never contains a header, a token or a URL.
 */
export type EndpointKey = readonly [client: string, endpoint: string, details: KeyDetails];

/** Options that are part of the key. */
export interface KeyOptions {
  /**
   * Identifies the user, such as `'user-7'`. Required if the client was derived with its own headers,
   * middleware, fetchOptions, context, baseUrl or query, and if a function returns its baseUrl or headers, because its
   * data must not be shown to other users. The key contains
   * it, so it must not be a secret. Throws a TypeError if it is required and missing or empty. Default: no
   * scope.
   */
  readonly scope?: string | undefined;
  /**
   * A plain value that identifies these params in the key. Required if the params contain a FormData, a Map,
   * a bigint or a class instance. Default: the params. Throws a TypeError if the value itself contains one of
   * these.
   */
  readonly key?: unknown;
}

/**
 * Whether a client has its own settings, so its data can differ from the data of other clients. Also true if
 * its options are invalid: its calls fail, and the cache would show another client's data until then.
 */
const isSetApart = ({ copy: { settings, middleware }, settings: merged }: EndpointHandle): boolean =>
  middleware.length > 0 ||
  // What a function returns can differ for each user.
  typeof merged.baseUrl === 'function' ||
  merged.lateHeaders !== undefined ||
  settings.baseUrl !== undefined ||
  settings.query.size > 0 ||
  // The rejected settings could have set anything.
  settings.refusal !== undefined ||
  Object.keys(settings.headers).some((name) => !isTracingHeader(name)) ||
  [settings.fetchOptions, settings.context].some((added) => Object.keys(added).length > 0);

/**
 * Returns the client's name for the key. Throws a TypeError without one: two unnamed clients would share
 * their data.
 */
export function clientName(owner: string, { definition: { client, name } }: EndpointHandle): string {
  if (client.name) return client.name;
  throw new TypeError(
    `${owner} needs a client name for the keys of "${name}": pass createApi({ name: 'users', … }).`,
  );
}

/** Returns the key of an endpoint's data, with everything that the data depends on. */
export function keyOf(
  owner: string,
  handle: EndpointHandle,
  params: unknown,
  options: KeyOptions | undefined,
  infinite?: true,
): EndpointKey {
  const { scope, key } = givenOptions(options);
  const client = clientName(owner, handle);
  const { name } = handle.definition;
  if (!scope && isSetApart(handle))
    throw new TypeError(
      `${owner} needs a scope for "${name}", because this client has its own options: pass { scope: 'user-7' }.`,
    );
  paramsText(owner, key ?? params);
  const content = key === undefined ? { params: params ?? {} } : { key };
  return [client, name, { ...content, ...(scope && { scope }), ...(infinite && { infinite }) }];
}

/**
 * Returns the key under which `query` stores the data of an endpoint. Without params, returns the prefix of
 * all its keys: `queryClient.invalidateQueries({ queryKey: queryKey(api.getUser) })`. With undefined params
 * and a scope, returns a key that matches all data of the scope.
 *
 * @throws TypeError for a function that is not an endpoint, for a client without a name, for a derived client
 * without a scope, and for params that can't be part of a key.
 */
export function queryKey<TParams>(
  endpoint: EndpointFunction<TParams, unknown>,
): readonly [client: string, endpoint: string];
export function queryKey<TParams>(
  endpoint: EndpointFunction<TParams, unknown>,
  params: NoInfer<TParams> | undefined,
  options?: KeyOptions,
): EndpointKey;
export function queryKey(endpoint: unknown, params?: unknown, options?: KeyOptions): readonly unknown[] {
  const handle = endpointOf('queryKey', endpoint);
  const { scope, key } = givenOptions(options);
  if (params !== undefined || key !== undefined) return keyOf('queryKey', handle, params, options);
  const start = [clientName('queryKey', handle), handle.definition.name];
  return scope ? [...start, { scope }] : start;
}
