import { endpointOf, paramsText } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  type EndpointFunction,
  givenOptions,
  isTracingHeader,
} from '../../core/internal.js';

/** What a key says beside the endpoint. Only what is there is in it. */
export interface KeyDetails {
  /** The params, as they were given; `{}` for none. */
  readonly params?: unknown;
  /** What stands for params that make no key by themselves. */
  readonly key?: unknown;
  /** Whose data they are. */
  readonly scope?: string;
  /** Whether they are pages of an infinite query, whose data have another shape. */
  readonly infinite?: true;
}

/**
 * The key of a query: the client's name, the endpoint's, and what it is asked. Plain data: it may be dehydrated into a
 * page, so no header, no token and no URL is ever in it.
 */
export type EndpointKey = readonly [client: string, endpoint: string, details: KeyDetails];

/** Options that a key depends on. */
export interface KeyOptions {
  /**
   * Whose data these are, such as `'user-7'`: required where the client is a copy with headers, middleware, fetchOptions
   * or context of its own, whose answers must not be shown to others. Stands in the key, so it must be no secret. Default:
   * none. Left out, or empty, where it is required: a TypeError.
   */
  readonly scope?: string | undefined;
  /**
   * What tells these params from others, in their place: plain data. Required for params that make no key: a form, a Map,
   * a BigInt, an instance. Default: the params. What makes no key itself: a TypeError.
   */
  readonly key?: unknown;
}

/** One whose options can't be used, too: all its calls fail, and would show another's answer till then. */
const isSetApart = ({ copy: { settings, middleware } }: EndpointHandle): boolean =>
  middleware.length > 0 ||
  // What could not be read would have been something.
  settings.refusal !== undefined ||
  Object.keys(settings.headers).some((name) => !isTracingHeader(name)) ||
  [settings.fetchOptions, settings.context].some((added) => Object.keys(added).length > 0);

/** What a client is called in keys. Two without a name would share their data. */
export function clientName(owner: string, { definition: { client, name } }: EndpointHandle): string {
  if (client.name) return client.name;
  throw new TypeError(
    `${owner} needs a client name for the keys of "${name}": pass createApi({ name: 'users', … }).`,
  );
}

/** The key of what an endpoint answers, with everything in it that the answer depends on. */
export function keyOf(
  owner: string,
  callee: EndpointHandle,
  params: unknown,
  options: KeyOptions | undefined,
  infinite?: true,
): EndpointKey {
  const { scope, key } = givenOptions(options);
  const client = clientName(owner, callee);
  const { name } = callee.definition;
  if (!scope && isSetApart(callee))
    throw new TypeError(
      `${owner} needs a scope for "${name}", because this client has its own options: pass { scope: 'user-7' }.`,
    );
  paramsText(owner, key ?? params);
  const told = key === undefined ? { params: params ?? {} } : { key };
  return [client, name, { ...told, ...(scope && { scope }), ...(infinite && { infinite }) }];
}

/**
 * The key under which `query` keeps an endpoint's answer; without params, what the keys of all its answers begin with:
 * `queryClient.invalidateQueries({ queryKey: queryKey(api.getUser) })`. With params of undefined and a scope, all of that
 * scope.
 *
 * @throws TypeError for a function that is no endpoint, a client without a name, a copy without a scope, and params that
 *   make no key.
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
  const callee = endpointOf('queryKey', endpoint);
  const { scope, key } = givenOptions(options);
  if (params !== undefined || key !== undefined) return keyOf('queryKey', callee, params, options);
  const start = [clientName('queryKey', callee), callee.definition.name];
  return scope ? [...start, { scope }] : start;
}
