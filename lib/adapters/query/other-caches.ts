// Adapters for caches with another interface than TanStack Query.

import type { EndpointFunction, ErrorResult } from '../../core/internal.js';
import { type ApiErrorJson, toPlainResult } from '../../features/results/plain.js';
import { type EndpointKey, keyOf, type KeyOptions } from './query-key.js';
import { ask, BY_CACHE, keepableOf, type CachedData, type MutationVariables } from './query-options.js';

/** Arguments after the endpoint: the params, or null for a key that waits. */
type SwrArguments<TParams> = {} extends TParams
  ? [params?: TParams | null, options?: KeyOptions]
  : [params: TParams | null, options?: KeyOptions];

/**
 * Returns the key and the fetcher of SWR 2: `useSWR(...swr(api.getUser, { id }))`. The fetcher rejects with
 * the `ApiError`. It can't be aborted, because SWR passes no signal. If the params are null, SWR waits.
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
  const handle = keepableOf('swr', endpoint);
  const key = keyOf('swr', handle, params, options);
  return [params === null ? null : key, () => ask(handle, params)];
}

/** Return value of an RTK Query function. */
export type QueryFnResult<TData, TError> =
  { data: TData; error?: undefined } | { error: TError; data?: undefined };

/**
 * Returns the query function of RTK Query 2: `build.query({ queryFn: queryFnOf(api.getUser) })`. The error is
 * plain data, because the store requires it; declare it with `baseQuery: fakeBaseQuery<ApiErrorJson>()`. RTK
 * Query creates the key from its endpoint's name and the argument.
 *
 * @throws TypeError for a function that is not an endpoint, and for an endpoint that returns a stream.
 */
export function queryFnOf<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
): (
  params: MutationVariables<TParams>,
  api: { readonly signal: AbortSignal },
) => Promise<QueryFnResult<CachedData<TData>, ApiErrorJson<ErrorResult<never, TErrors>['error']>>>;
export function queryFnOf(endpoint: unknown): unknown {
  const handle = keepableOf('queryFnOf', endpoint);
  return async (params: unknown, { signal }: { readonly signal: AbortSignal }) => {
    const { data, error } = await toPlainResult(handle.prepare(params, { signal }).run(BY_CACHE));
    return error ? { error } : { data: data ?? null };
  };
}
