import { endpointOf } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  type CallOptions,
  type EndpointFunction,
  type ErrorResult,
  givenOptions,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';
import { isApiError } from '../../features/results/match-error.js';
import { transienceOf } from '../../features/transience/transience.js';
import { clientName, type EndpointKey, keyOf, type KeyOptions } from './query-key.js';

/** The data as a cache can hold them: in the place of undefined, which means "nothing there yet", null. */
export type CachedData<TData> = undefined extends TData ? Exclude<TData, NoData> | null : TData;

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what an endpoint without data is declared with
type NoData = void | undefined;

type ErrorIn<TErrors> = ErrorResult<never, TErrors>['error'];

/** Options of `query`. */
export interface QueryOptions extends KeyOptions {
  /**
   * False: the request goes on when no component wants it any more. Default: it is aborted then, which React's StrictMode
   * shows in development by one aborted request before each. Any other value is ignored.
   */
  readonly signal?: false | undefined;
}

/** Options of `infiniteQuery`. */
export interface InfiniteQueryOptions<TParams, TData> extends QueryOptions {
  /**
   * Gets a page's data, and the params that it was asked with, and gives those of the next page that differ: they are laid
   * over the others. Null or undefined where there is none, or only members that are. Required. No function: a TypeError.
   */
  readonly next: (page: CachedData<TData>, params: TParams) => Partial<TParams> | null | undefined;
  /** The same for the page before the first. Default: there is none. Another value doesn't compile. */
  readonly previous?:
    ((page: CachedData<TData>, params: TParams) => Partial<TParams> | null | undefined) | undefined;
}

/**
 * What tells TanStack Query the type of the error: for a list of queries it is taken of the second, for all else of the
 * first. There are no such properties at run time.
 */
interface Failing<TError> {
  /** Not set: see `retryable`. */
  readonly retry?: (failures: number, error: TError) => boolean;
  /** Not set. */
  readonly throwOnError?: (error: TError) => boolean;
}

/** A query, as TanStack Query 5 takes it. */
export interface Query<TData, TError, TSkip = never> extends Failing<TError> {
  /** Plain data, without anything secret. */
  readonly queryKey: EndpointKey;
  /** Rejects with the ApiError. */
  readonly queryFn: ((context: { readonly signal: AbortSignal }) => Promise<CachedData<TData>>) | TSkip;
}

/** An infinite query, as TanStack Query 5 takes it. */
export interface InfiniteQuery<TParams, TData, TError> extends Failing<TError> {
  /** Plain data, without anything secret. */
  readonly queryKey: EndpointKey;
  /** Rejects with the ApiError. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: Partial<TParams>;
  }) => Promise<CachedData<TData>>;
  /** The first page is asked for with the params as they are. */
  readonly initialPageParam: Partial<TParams>;
  /** What the next page changes in the params; nothing where there is none. */
  readonly getNextPageParam: (
    page: CachedData<TData>,
    pages: CachedData<TData>[],
    pageParam: Partial<TParams>,
  ) => Partial<TParams> | null | undefined;
  /** The same for the page before the first. */
  readonly getPreviousPageParam?: (
    page: CachedData<TData>,
    pages: CachedData<TData>[],
    pageParam: Partial<TParams>,
  ) => Partial<TParams> | null | undefined;
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- so that mutate() can be called with nothing
type OrNothing<TParams> = TParams extends Record<string, never> ? void : TParams | void;

/** What a mutation, or a query function, is called with: it may be nothing, where no param is required. */
export type Variables<TParams> = {} extends TParams ? OrNothing<TParams> : TParams;

/** A mutation, as TanStack Query 5 takes it. */
export interface Mutation<TParams, TData, TError> extends Failing<TError> {
  /** The names of client and endpoint. */
  readonly mutationKey: readonly [client: string, endpoint: string];
  /** Rejects with the ApiError. */
  readonly mutationFn: (params: Variables<TParams>) => Promise<CachedData<TData>>;
}

/** In the name of whoever keeps the answer: such calls neither end others nor are ended by them. */
export const BY_CACHE = { dedupe: false } as const;

/** The endpoint behind a function. Throws a TypeError for what is none, and for what gives no data that can be kept. */
export function keepableOf(owner: string, endpoint: unknown): EndpointHandle {
  const callee = endpointOf(owner, endpoint);
  if (!callee.definition.protocol.reader) return callee;
  throw new TypeError(
    `"${callee.definition.name}" returns a stream, which can't be cached: use useStream from homing/react.`,
  );
}

/** Asks an endpoint in the name of a cache, and throws its error. */
export async function ask(callee: EndpointHandle, params: unknown, options?: CallOptions): Promise<unknown> {
  const { data, error }: Result<unknown> = await callee.prepare(params, options).run(BY_CACHE);
  if (error) throw error;
  return data ?? null;
}

/** The arguments behind the endpoint: params may be left out where none is required. */
type QueryArguments<TParams> = {} extends TParams
  ? [params?: TParams, options?: QueryOptions]
  : [params: TParams, options?: QueryOptions];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Never, unless a symbol is among what is given, and all else has the names of params alone. */
type Skipping<TGiven, TParams> = [Extract<TGiven, symbol>] extends [never]
  ? never
  : [Exclude<KeysOf<Exclude<TGiven, symbol | undefined>>, KeysOf<TParams>>] extends [never]
    ? unknown
    : never;

/**
 * An endpoint as a query of TanStack Query 5, in every framework: `useQuery(query(api.getUser, { id }))`. Plain options:
 * spread them to add your own. The query fails with the `ApiError` as it is declared; data of undefined is null. It is
 * aborted when nobody wants it any more, and sets no `retry`.
 *
 * @param params As for a call; `skipToken` where the query has to wait. Where no param is required, what stands beside it
 *   is undefined and not `{}`: `query(api.find, isReady ? undefined : skipToken)`.
 * @throws TypeError for a function that is no endpoint, one whose answers are streams, a client without a name, a copy
 *   without a scope, and params that make no key.
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
  const callee = keepableOf('query', endpoint);
  const isWaiting = typeof params === 'symbol';
  const { signal } = givenOptions(options);
  return {
    queryKey: keyOf('query', callee, isWaiting ? undefined : params, options),
    queryFn: isWaiting
      ? params
      : // The signal is looked at only where it is wanted: looking tells the cache that the request can be aborted.
        (context: { readonly signal: AbortSignal }) =>
          ask(callee, params, signal === false ? undefined : { signal: context.signal }),
  };
}

/** What would ask for the same page for ever is as good as none. */
const changing = (change: object | null | undefined): object | null =>
  Object.values(change ?? {}).some((value) => value !== undefined) ? (change as object) : null;

/**
 * An endpoint as an infinite query: `useInfiniteQuery(infiniteQuery(api.list, {}, { next }))`. A page's param is what
 * `next` gives.
 *
 * @throws TypeError as `query` does, and without `next`.
 */
export function infiniteQuery<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: NoInfer<TParams>,
  options: InfiniteQueryOptions<NoInfer<TParams>, NoInfer<TData>>,
): InfiniteQuery<TParams, TData, ErrorIn<TErrors>>;
export function infiniteQuery(
  endpoint: unknown,
  params: object,
  options: InfiniteQueryOptions<object, unknown>,
): InfiniteQuery<object, unknown, unknown> {
  const callee = keepableOf('infiniteQuery', endpoint);
  const { next, previous, signal } = givenOptions(options);
  if (typeof next !== 'function')
    throw InvalidInputError.ofOption('infiniteQuery: the option next', next, 'a function');
  const pageOf = (change: object): object => ({ ...params, ...change });
  return {
    queryKey: keyOf('infiniteQuery', callee, params, options, true),
    queryFn: (context) =>
      ask(callee, pageOf(context.pageParam), signal === false ? undefined : { signal: context.signal }),
    initialPageParam: {},
    getNextPageParam: (page, _pages, change) => changing(next(page, pageOf(change))),
    ...(previous && {
      getPreviousPageParam: (page, _pages, change) => changing(previous(page, pageOf(change))),
    }),
  };
}

/**
 * An endpoint as a mutation: `useMutation(mutation(api.renameUser))`, then `mutate({ id, name })`.
 *
 * @throws TypeError for a function that is no endpoint, one whose answers are streams, and a client without a name.
 */
export function mutation<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
): Mutation<TParams, TData, ErrorIn<TErrors>>;
export function mutation(endpoint: unknown): Mutation<unknown, unknown, unknown> {
  const callee = keepableOf('mutation', endpoint);
  return {
    mutationKey: [clientName('mutation', callee), callee.definition.name],
    mutationFn: (params) => ask(callee, params),
  };
}

/**
 * For the `retry` of a query client's defaults: whether it is worth trying again after a network error, a timeout, a
 * 5xx, 408, 425 or 429; never after what could not be sent, and never more than `max` times.
 *
 * @param max How often. Default 3. NaN and negative: never.
 */
export function retryTransient(max = 3): (failures: number, error: unknown) => boolean {
  return (failures, error) =>
    failures < max && isApiError(error) && error.sent && Boolean(transienceOf(error));
}
