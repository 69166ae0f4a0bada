import { endpointOf } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  type CallOptions,
  type EndpointFunction,
  type ErrorResult,
  givenOptions,
  InvalidInputError,
  type PagesAt,
  type Result,
} from '../../core/internal.js';
import { pagesOf } from '../../features/pagination/declared-pages.js';
import { nextParamsOf, unsent } from '../../features/pagination/paginate.js';
import { isApiError } from '../../features/results/match-error.js';
import { transienceOf } from '../../features/transience/transience.js';
import { clientName, type EndpointKey, keyOf, type KeyOptions } from './query-key.js';

/** Data as a cache can store it: undefined, which means "no data yet" in a cache, becomes null. */
export type CachedData<TData> = undefined extends TData ? Exclude<TData, NoData> | null : TData;

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what an endpoint without data is declared with
type NoData = void | undefined;

type ErrorIn<TErrors> = ErrorResult<never, TErrors>['error'];

/** Options of `query`. */
export interface QueryOptions extends KeyOptions {
  /**
   * Set to false to continue the request when no component uses it. By default it is aborted. Under React's
   * StrictMode this shows as an additional aborted request in development. Any other value is ignored.
   */
  readonly signal?: false | undefined;
}

type NextParams<TParams, TData> = (
  page: CachedData<TData>,
  params: TParams,
) => Partial<TParams> | null | undefined;

/** Options of `infiniteQuery` for an endpoint that declares `pages`. */
export interface PagedQueryOptions<TParams, TData> extends QueryOptions {
  /**
   * Replaces the endpoint's `pages`: returns the params that change for the next page, from the data and the params of
   * a page. They are merged into the params. Return null, undefined or an object of undefined values if there is no next
   * page. Default: the endpoint's `pages`. Required for `linkPages` without `next`, because a cache doesn't keep headers.
   */
  readonly next?: NextParams<TParams, TData> | undefined;
  /** Returns the params that change for the previous page, as `next` does. Default: no previous page. */
  readonly previous?:
    ((page: CachedData<TData>, params: TParams) => Partial<TParams> | null | undefined) | undefined;
}

/** Options of `infiniteQuery`. */
export interface InfiniteQueryOptions<TParams, TData> extends PagedQueryOptions<TParams, TData> {
  /**
   * Returns the params that change for the next page, from the data and the params of a page. They are merged
   * into the params. Return null, undefined or an object of undefined values if there is no next page.
   * Required, unless the endpoint declares `pages`. Throws a TypeError if it is not a function.
   */
  readonly next: NextParams<TParams, TData>;
}

/**
 * Declares the error type for TanStack Query: `useQueries` infers it from the second property, all other
 * functions from the first. The properties don't exist at run time.
 */
interface Failing<TError> {
  /** Not set. See `retryTransient`. */
  readonly retry?: (failures: number, error: TError) => boolean;
  /** Not set. */
  readonly throwOnError?: (error: TError) => boolean;
}

/** Options of a query for TanStack Query 5. */
export interface Query<TData, TError, TSkip = never> extends Failing<TError> {
  /** Key of the query: plain data without secrets. */
  readonly queryKey: EndpointKey;
  /** Calls the endpoint. Rejects with the ApiError. */
  readonly queryFn: ((context: { readonly signal: AbortSignal }) => Promise<CachedData<TData>>) | TSkip;
}

/** Options of an infinite query for TanStack Query 5. */
export interface InfiniteQuery<TParams, TData, TError> extends Failing<TError> {
  /** Key of the query: plain data without secrets. */
  readonly queryKey: EndpointKey;
  /** Requests a page. Rejects with the ApiError. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: Partial<TParams>;
  }) => Promise<CachedData<TData>>;
  /** Changes for the first page: an empty object, so it uses the params unchanged. */
  readonly initialPageParam: Partial<TParams>;
  /** Returns the params that change for the next page; null if there is none. */
  readonly getNextPageParam: (
    page: CachedData<TData>,
    pages: CachedData<TData>[],
    pageParam: Partial<TParams>,
  ) => Partial<TParams> | null | undefined;
  /** Returns the params that change for the previous page; null if there is none. */
  readonly getPreviousPageParam?: (
    page: CachedData<TData>,
    pages: CachedData<TData>[],
    pageParam: Partial<TParams>,
  ) => Partial<TParams> | null | undefined;
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- so that mutate() can be called with nothing
type OrNothing<TParams> = TParams extends Record<string, never> ? void : TParams | void;

/** Argument of a mutation or of a query function. Optional if no param is required. */
export type MutationVariables<TParams> = {} extends TParams ? OrNothing<TParams> : TParams;

/** Options of a mutation for TanStack Query 5. */
export interface Mutation<TParams, TData, TError> extends Failing<TError> {
  /** Names of the client and the endpoint. */
  readonly mutationKey: readonly [client: string, endpoint: string];
  /** Calls the endpoint. Rejects with the ApiError. */
  readonly mutationFn: (params: MutationVariables<TParams>) => Promise<CachedData<TData>>;
}

/** Options for calls of a cache: they don't cancel other calls of the endpoint. */
export const BY_CACHE = { dedupe: false } as const;

/**
 * Returns the endpoint of a function. Throws a TypeError if the function is not an endpoint, or if its data
 * can't be cached.
 */
export function keepableOf(owner: string, endpoint: unknown): EndpointHandle {
  const handle = endpointOf(owner, endpoint);
  if (!handle.definition.protocol.reader) return handle;
  throw new TypeError(
    `"${handle.definition.name}" returns a stream, which can't be cached: use useStream from homing/react.`,
  );
}

/** Calls an endpoint for a cache. Throws its error. */
export async function ask(handle: EndpointHandle, params: unknown, options?: CallOptions): Promise<unknown> {
  const { data, error }: Result<unknown> = await handle.prepare(params, options).run(BY_CACHE);
  if (error) throw error;
  return data ?? null;
}

/** Arguments after the endpoint. The params are optional if none is required. */
type QueryArguments<TParams> = {} extends TParams
  ? [params?: TParams, options?: QueryOptions]
  : [params: TParams, options?: QueryOptions];

type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * Resolves to never, unless the argument includes a symbol and its other members have only names of params.
 */
type Skipping<TGiven, TParams> = [Extract<TGiven, symbol>] extends [never]
  ? never
  : [Exclude<KeysOf<Exclude<TGiven, symbol | undefined>>, KeysOf<TParams>>] extends [never]
    ? unknown
    : never;

/**
 * Returns the options of a TanStack Query 5 query for any framework: `useQuery(query(api.getUser, { id }))`.
 * Spread them to add your own options. The query fails with the `ApiError` that the endpoint declares.
 * Undefined data becomes null. The request is aborted when no component uses the query. Doesn't set `retry`.
 *
 * @param params As for a call, or `skipToken` to wait. If no param is required, combine it with undefined,
 * not `{}`: `query(api.find, isReady ? undefined : skipToken)`.
 * @throws TypeError for a function that is not an endpoint, for an endpoint that returns a stream, for a
 * client without a name, for a derived client without a scope, and for params that can't be part of a key.
 */
export function query<
  TParams,
  TData,
  TErrors,
  TGiven extends TParams | symbol | ({} extends TParams ? undefined : never),
>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: TGiven & Skipping<TGiven, TParams>,
  options?: QueryOptions,
): Query<TData, ErrorIn<TErrors>, Extract<TGiven, symbol>>;
export function query<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  ...rest: QueryArguments<NoInfer<TParams>>
): Query<TData, ErrorIn<TErrors>>;
export function query(endpoint: unknown, params?: unknown, options?: QueryOptions): unknown {
  const handle = keepableOf('query', endpoint);
  const isWaiting = typeof params === 'symbol';
  const { signal } = givenOptions(options);
  return {
    queryKey: keyOf('query', handle, isWaiting ? undefined : params, options),
    queryFn: isWaiting
      ? params
      : // Read the signal only if it is used: reading it tells TanStack Query that the request can be aborted.
        (context: { readonly signal: AbortSignal }) =>
          ask(handle, params, signal === false ? undefined : { signal: context.signal }),
  };
}

/** Returns null for a change without effect: it would request the same page indefinitely. */
const changing = (change: object | null | undefined): object | null =>
  Object.values(change ?? {}).some((value) => value !== undefined) ? (change as object) : null;

/** Returns `next` and the check of a page for an endpoint that declares `pages`. */
const declaredNext = (
  handle: EndpointHandle,
): { next: NextParams<object, unknown>; check: (page: unknown, params: object) => unknown } | undefined => {
  const rules = pagesOf(handle);
  if (!rules) return undefined;
  if (rules['~readsHeaders'])
    throw new TypeError(
      `infiniteQuery: a cache doesn't keep the Link header of "${handle.definition.name}": pass "next".`,
    );
  const following = (page: unknown, params: object): object | null =>
    nextParamsOf(handle, rules, page, params);
  return {
    // An error here would be thrown while a component renders. The page has been checked when it was loaded.
    next: (page, params) => {
      try {
        return following(page, params);
      } catch {
        return null;
      }
    },
    check: (page, params) => {
      try {
        following(page, params);
      } catch (refusal) {
        const retry = (): Promise<Result<unknown>> => handle.prepare(params).run(BY_CACHE);
        throw unsent(handle, refusal, params, retry).error as Error;
      }
      return page;
    },
  };
};

/**
 * Returns the options of an infinite query: `useInfiniteQuery(infiniteQuery(api.list, {}, { next }))`. An endpoint that
 * declares `pages` needs no `next`: `infiniteQuery(api.list, {})`. The page param is the return value of `next`, or the
 * params that change. With `pages`, a page that doesn't fit them is an error of the query.
 *
 * @throws TypeError as `query` does, and without `next` and `pages`.
 */
export function infiniteQuery<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors> & PagesAt<string>,
  params: NoInfer<TParams>,
  options?: PagedQueryOptions<NoInfer<TParams>, NoInfer<TData>>,
): InfiniteQuery<TParams, TData, ErrorIn<TErrors>>;
export function infiniteQuery<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: NoInfer<TParams>,
  options: InfiniteQueryOptions<NoInfer<TParams>, NoInfer<TData>>,
): InfiniteQuery<TParams, TData, ErrorIn<TErrors>>;
export function infiniteQuery(
  endpoint: unknown,
  params: object,
  options?: PagedQueryOptions<object, unknown>,
): InfiniteQuery<object, unknown, unknown> {
  const handle = keepableOf('infiniteQuery', endpoint);
  const { next: own, previous, signal } = givenOptions(options);
  const declared = own === undefined ? declaredNext(handle) : undefined;
  const next = own ?? declared?.next;
  if (typeof next !== 'function')
    throw InvalidInputError.ofOption(
      'infiniteQuery: the option next',
      next,
      'a function, or set "pages" of the endpoint',
    );
  const pageOf = (change: object): object => ({ ...params, ...change });
  return {
    queryKey: keyOf('infiniteQuery', handle, params, options, true),
    queryFn: async (context) => {
      const page = pageOf(context.pageParam);
      const data = await ask(handle, page, signal === false ? undefined : { signal: context.signal });
      return declared ? declared.check(data, page) : data;
    },
    initialPageParam: {},
    getNextPageParam: (page, _pages, change) => changing(next(page, pageOf(change))),
    ...(previous && {
      getPreviousPageParam: (page, _pages, change) => changing(previous(page, pageOf(change))),
    }),
  };
}

/**
 * Returns the options of a mutation: `useMutation(mutation(api.renameUser))`. Then call
 * `mutate({ id, name })`.
 *
 * @throws TypeError for a function that is not an endpoint, for an endpoint that returns a stream, and for a
 * client without a name.
 */
export function mutation<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
): Mutation<TParams, TData, ErrorIn<TErrors>>;
export function mutation(endpoint: unknown): Mutation<unknown, unknown, unknown> {
  const handle = keepableOf('mutation', endpoint);
  return {
    mutationKey: [clientName('mutation', handle), handle.definition.name],
    mutationFn: (params) => ask(handle, params),
  };
}

/**
 * Returns a function for the `retry` default of a query client. It retries network errors, timeouts, 5xx,
 * 408, 425 and 429. It never retries a request that wasn't sent.
 *
 * @param max Maximum number of retries. Default 3. NaN and a negative value disable retries.
 */
export function retryTransient(max = 3): (failures: number, error: unknown) => boolean {
  return (failures, error) =>
    failures < max && isApiError(error) && error.sent && Boolean(transienceOf(error));
}
