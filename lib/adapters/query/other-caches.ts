// The same for caches that take other things than TanStack Query.

import type { EndpointFunction, ErrorResult } from '../../core/internal.js';
import { type ApiErrorJson, toPlainResult } from '../../features/results/plain.js';
import { type EndpointKey, keyOf, type KeyOptions } from './query-key.js';
import { ask, BY_CACHE, keepableOf, type CachedData, type Variables } from './query-options.js';

/** The arguments behind the endpoint: params, or null for a key that waits. */
type SwrArguments<TParams> = {} extends TParams
  ? [params?: TParams | null, options?: KeyOptions]
  : [params: TParams | null, options?: KeyOptions];

/**
 * An endpoint as key and fetcher of SWR 2: `useSWR(...swr(api.getUser, { id }))`. The fetcher rejects with the `ApiError`;
 * it has no signal, as SWR gives none. With params of null it waits.
 *
 * @throws TypeError as `query` does.
 */
export function swr<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  ...rest: SwrArguments<NoInfer<TParams>>
): [key: EndpointKey | null, fetcher: () => Promise<CachedData<TData>>];
export function swr(
  endpoint: unknown,
  params?: unknown,
  options?: KeyOptions,
): [key: EndpointKey | null, fetcher: () => Promise<unknown>] {
  const callee = keepableOf('swr', endpoint);
  const key = keyOf('swr', callee, params, options);
  return [params === null ? null : key, () => ask(callee, params)];
}

/** What a query function of RTK Query gives. */
export type QueryFnResult<TData, TError> =
  { data: TData; error?: undefined } | { error: TError; data?: undefined };

/**
 * An endpoint as the query function of RTK Query 2: `build.query({ queryFn: queryFnOf(api.getUser) })`. The error is plain
 * data, as a store has to hold it, which RTK Query is told by `baseQuery: fakeBaseQuery<ApiErrorJson>()`. It makes the
 * key itself, of its endpoint's name and the argument.
 *
 * @throws TypeError for a function that is no endpoint, and one whose answers are streams.
 */
export function queryFnOf<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
): (
  params: Variables<TParams>,
  api: { readonly signal: AbortSignal },
) => Promise<QueryFnResult<CachedData<TData>, ApiErrorJson<ErrorResult<never, TErrors>['error']>>>;
export function queryFnOf(endpoint: unknown): unknown {
  const callee = keepableOf('queryFnOf', endpoint);
  return async (params: unknown, { signal }: { readonly signal: AbortSignal }) => {
    const { data, error } = await toPlainResult(callee.prepare(params, { signal }).run(BY_CACHE));
    return error ? { error } : { data: data ?? null };
  };
}
