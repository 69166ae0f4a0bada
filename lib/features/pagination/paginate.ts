import {
  ApiError,
  type EndpointHandle,
  ENDPOINT_HANDLE,
  type CallOptions,
  describeType,
  type ErrorResult,
  failure,
  givenOptions,
  InvalidInputError,
  type PageRules,
  type PagesAt,
  type Result,
  resultOfData,
  resultOfError,
  setBrand,
  type SuccessResult,
} from '../../core/internal.js';
import { pagesOf } from './declared-pages.js';
import { urlTemplateOf } from '../endpoint-handle/endpoint-handle.js';
import type { ThrowingCall, ThrowingHandle } from '../results/throwing-call.js';

type Prepared = ReturnType<EndpointHandle['prepare']>;

/** The request that the params of a page produce. */
export type PageRequest = (NonNullable<Prepared['body']> & Pick<Prepared, 'url' | 'headers'>) | undefined;

/** The endpoint of a page, as `nextLink` uses it. */
export interface PageEndpoint {
  /** Undefined if no param is sent in the query. */
  readonly places: EndpointHandle['definition']['protocol']['places'];
  /** Returns the request of these params; undefined if they can't become a request. */
  readonly requestOf: (params: unknown) => PageRequest;
}

/** The request of a page. */
export interface SentPage {
  /** The URL that was sent; `''` if it's unknown. */
  readonly url: string;
  /** Undefined if the pages come from a user's function. */
  readonly endpoint?: PageEndpoint | undefined;
}

/** The request of each page, by its Result. Not on the Result itself, because users read and compare Results. */
const sentPages = /* @__PURE__ */ new WeakMap<object, SentPage>();

export const sentPageOf = (page: object): SentPage => sentPages.get(page) ?? { url: '' };

/**
 * The key of a function that restarts a pagination: a generator can be iterated only once. Other copies of the package
 * use the same key.
 */
export const AGAIN: unique symbol = Symbol.for('homing.again') as never;

/** Reads the maximum number of pages: a whole number, or Infinity for no limit. */
const readMaxPages = (given = Infinity): number => (Number.isNaN(given) ? Infinity : Math.floor(given));

/** Returns the params of the next page from the current one; null or undefined ends the pagination. */
type NextPage<TParams, TData, TErrors> = (
  page: SuccessResult<TData, TErrors>,
  params: TParams,
) => TParams | null | undefined | Promise<TParams | null | undefined>;

/** Options of `paginate` and `items` for an endpoint that declares `pages`. The call options apply to every request. */
export interface PagesOptions<TParams, TData, TErrors = {}> extends CallOptions {
  /**
   * Replaces the endpoint's `pages`: returns the params of the next page from the current one; null or undefined ends
   * the pagination. Default: the endpoint's `pages`. If it throws, the iteration rejects, because it's your own code. A
   * link that `nextLink` can't follow is yielded as an error Result.
   *
   * @param page The successful Result of the current page, with `data`, and with `response` for its headers.
   * @param params The params of the current page.
   */
  next?: NextPage<TParams, TData, TErrors> | undefined;
  /**
   * Maximum number of requested pages. Fractions round down. 0 or less: none. NaN: no limit.
   *
   * @default Infinity
   */
  maxPages?: number | undefined;
}

/** Options of `paginate`. The call options apply to every request. */
export interface PaginateOptions<TParams, TData, TErrors = {}> extends PagesOptions<TParams, TData, TErrors> {
  /**
   * Returns the params of the next page from the current one; null or undefined ends the pagination. Required, unless
   * the endpoint declares `pages`. If it throws, the iteration rejects, because it's your own code. A link that
   * `nextLink` can't follow is yielded as an error Result.
   *
   * @param page The successful Result of the current page, with `data`, and with `response` for its headers.
   * @param params The params of the current page.
   */
  next: NextPage<TParams, TData, TErrors>;
}

/**
 * An item of a page, or the error that ended the iteration. It has no `retry`, because a call returns a whole page.
 *
 * @typeParam TItem Type of an item.
 * @typeParam TErrors Error bodies by status, as the endpoint declares them.
 */
export type ItemResult<TItem, TErrors = {}> =
  Omit<SuccessResult<TItem, TErrors>, 'retry'> | Omit<ErrorResult<TItem, TErrors>, 'retry'>;

/** The source of the pages: an endpoint function or a user's function. */
export type Pageable<TParams, TData> = ((params: TParams, options: CallOptions) => Promise<Result<TData>>) & {
  readonly [ENDPOINT_HANDLE]?: EndpointHandle;
};

/** The Result of a page that can't be requested. No call is made for it, so neither `onError` nor observers get it. */
export const unsent = (
  caller: EndpointHandle | undefined,
  refusal: unknown,
  params: unknown,
  retry: () => Promise<Result<unknown>>,
): Result<never> => {
  const { name, protocol } = caller?.definition ?? {};
  const url = caller ? urlTemplateOf(caller) : '';
  const names = protocol && { ...protocol.definition, name, url, urlTemplate: url };
  const result = failure('network', refusal, params, retry as () => Promise<Result<never>>, names, names);
  setBrand(result.error, 'PageRefusal');
  return result;
};

/** Returns the request of params, as `nextLink` compares it. */
const requestMaker =
  (caller: EndpointHandle, options?: CallOptions): PageEndpoint['requestOf'] =>
  (params) => {
    const { url, headers, body } = caller.prepare(params, options);
    return body && { ...body, url, headers };
  };

/**
 * Returns the params that change for the page after this data, by the rules of the endpoint; null after the last page.
 * Throws for data that doesn't fit the rules.
 */
export function nextParamsOf(
  handle: EndpointHandle,
  rules: PageRules,
  data: unknown,
  params: object,
): object | null {
  const page = resultOfData(data, null, () => handle.prepare(params).run());
  const { url } = handle.prepare(params);
  const { places } = handle.definition.protocol;
  sentPages.set(page, { url, endpoint: { places, requestOf: requestMaker(handle) } });
  const next = rules['~next'](page, params);
  const isChange = ([name, value]: [string, unknown]): boolean =>
    value !== (Object.hasOwn(params, name) ? (params as Record<string, unknown>)[name] : undefined);
  return next && Object.fromEntries(Object.entries(next).filter(isChange));
}

let paginations = 0;

/** Creates the function that requests a page. For an endpoint, observers receive the number of the pagination. */
const pageRequester = <TParams, TData>(
  endpoint: Pageable<TParams, TData>,
  options: CallOptions,
  series: object,
): ((params: TParams, page: number) => Promise<Result<TData>>) => {
  const caller = endpoint[ENDPOINT_HANDLE];
  if (!caller) return (params) => endpoint(params, options);
  const { places, reader, definition } = caller.definition.protocol;
  if (reader)
    return (params) => {
      const refusal = new InvalidInputError(
        `${definition.path} returns a stream, which has no pages: call the endpoint directly.`,
      );
      const refused = unsent(caller, refusal, params, () => Promise.resolve(refused));
      return Promise.resolve(refused);
    };
  paginations += 1;
  const pagination = paginations;
  const requestOf = requestMaker(caller, options);
  return async (params, page) => {
    const prepared = caller.prepare(params, options);
    let url = prepared.body ? prepared.url : '';
    const origin = { type: 'page', walk: pagination, page } as const;
    const result = await prepared.run({ origin, series, onSend: (request) => (url = request.url) });
    sentPages.set(result, { url, endpoint: { places, requestOf } });
    return result as Result<TData>;
  };
};

/** Yields the Result of each page. */
export async function* iteratePages<TParams, TData>(
  endpoint: Pageable<TParams, TData>,
  params: TParams,
  options: PagesOptions<TParams, TData> | undefined,
  series: object,
): AsyncGenerator<Result<TData>, void, undefined> {
  const { next: own, maxPages, ...callOptions } = givenOptions(options) as PagesOptions<TParams, TData>;
  const caller = endpoint[ENDPOINT_HANDLE];
  const next = own ?? ((caller && pagesOf(caller))?.['~next'] as typeof own);
  if (typeof next !== 'function')
    throw new InvalidInputError(
      `paginate: "next" is ${describeType(next)}: pass a function, or set "pages" of the endpoint.`,
    );
  const lastPage = readMaxPages(maxPages);
  const requestPage = pageRequester<TParams, TData>(endpoint, callOptions, series);
  let pageParams: TParams | null | undefined = params;
  for (let page = 1; page <= lastPage; page += 1) {
    const result: Result<TData> = await requestPage(pageParams, page);
    yield result;
    if (result.error || page === lastPage) return;
    try {
      pageParams = await next(result, pageParams);
    } catch (thrown) {
      // An InvalidInputError comes from `nextLink`: the server sent the link. Other errors are errors of the program.
      if (own && !InvalidInputError.is(thrown)) throw thrown;
      yield unsent(caller, thrown, pageParams, result.retry);
      return;
    }
    if (pageParams == null) return;
  }
}

/** Yields the data of each page of a throwing client's endpoint; throws the error of a page. */
async function* iterateData(
  { endpoint, unwrap }: ThrowingHandle,
  ...pages: [params: unknown, options: PagesOptions<unknown, unknown> | undefined, series: object]
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of iteratePages(endpoint() as Pageable<unknown, unknown>, ...pages))
    yield (await unwrap(() => page)).data;
}

/**
 * Iterates over the pages of an endpoint. Each page is requested only when it's needed, one request at a time. A failed
 * page is yielded as an error Result and ends the iteration, like a link that `nextLink` can't follow. The next page
 * follows from `next`, or from the `pages` that the endpoint declares.
 *
 * For an endpoint of a throwing client, it iterates over the data of the pages, and throws the error instead of yielding
 * it. `next` receives the same arguments as for other endpoints.
 */
export function paginate<TParams, TData, TErrors = {}>(
  endpoint: ((params: TParams, options: CallOptions) => Promise<Result<TData, TErrors>>) & PagesAt<string>,
  params: TParams,
  options?: PagesOptions<TParams, TData, TErrors>,
): AsyncGenerator<Result<TData, TErrors>, void, undefined>;
export function paginate<TParams, TData>(
  endpoint: ((params: TParams, options: CallOptions) => ThrowingCall<TData>) & PagesAt<string>,
  params: TParams,
  options?: PagesOptions<TParams, TData>,
): AsyncGenerator<TData, void, undefined>;
export function paginate<TParams, TData, TErrors = {}>(
  endpoint: (params: TParams, options: CallOptions) => Promise<Result<TData, TErrors>>,
  params: TParams,
  options: PaginateOptions<TParams, TData, TErrors>,
): AsyncGenerator<Result<TData, TErrors>, void, undefined>;
export function paginate<TParams, TData>(
  endpoint: (params: TParams, options: CallOptions) => ThrowingCall<TData>,
  params: TParams,
  options: PaginateOptions<TParams, TData>,
): AsyncGenerator<TData, void, undefined>;
export function paginate(
  endpoint: Pageable<unknown, unknown>,
  params: unknown,
  options?: PagesOptions<unknown, unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const handle = endpoint[ENDPOINT_HANDLE] as Partial<ThrowingHandle> | undefined;
  // A restarted pagination keeps its identity, and so its user session.
  const series = {};
  if (handle?.unwrap) return iterateData(handle as ThrowingHandle, params, options, series);
  const start = (): ReturnType<typeof iteratePages<unknown, unknown>> =>
    Object.assign(iteratePages(endpoint, params, options, series), { [AGAIN]: start });
  return start();
}

/** Options of `collect`. */
export interface CollectOptions {
  /**
   * Maximum number of collected pages, or of `items`; further pages aren't requested. Fractions round down. 0 or less: none. NaN: no
   * limit.
   *
   * @default Infinity
   */
  max?: number | undefined;
}

type Pages<TData> = AsyncIterable<Result<TData>> & { readonly [AGAIN]?: () => Pages<TData> };

/** Engines without `Symbol.asyncIterator`, such as older ones of React Native, use Babel's substitute. */
const iteratorKey = (): typeof Symbol.asyncIterator =>
  (Symbol as Partial<typeof Symbol>).asyncIterator ?? ('@@asyncIterator' as never);

const requirePages = <TData>(pages: Pages<TData>): Pages<TData> => {
  if (iteratorKey() in (Object(pages) as object)) return pages;
  throw new InvalidInputError(`collect got ${describeType(pages)}: pass the pages from paginate.`);
};

/** Restarts a pagination. Throws an InvalidInputError for pages that can be iterated only once. */
const fromTheFirst = <TData>(pages: Pages<TData>): Pages<TData> => {
  const again = requirePages(pages)[AGAIN];
  if (again) return again();
  if ((pages[iteratorKey()]() as unknown) !== pages) return pages;
  throw new InvalidInputError('These pages can be iterated only once: collect new pages from paginate.');
};

const run = async <TData>(
  begin: () => Pages<TData>,
  again: () => Pages<TData>,
  options: CollectOptions | undefined,
): Promise<Result<TData[]>> => {
  const retry = (): Promise<Result<TData[]>> => run(again, again, options);
  try {
    const max = readMaxPages(givenOptions(options).max);
    const pages = begin();
    const data: TData[] = [];
    let response: Response | null = null;
    if (max >= 1)
      for await (const page of pages) {
        if (!('error' in (Object(page) as object)))
          throw new TypeError(`collect: a page is ${describeType(page)}: pass the Results from paginate`);
        if (page.error) return { ...page, retry };
        data.push(page.data);
        response = page.response;
        if (data.length >= max) break;
      }
    return resultOfData(data, response, retry) as Result<TData[]>;
  } catch (thrown) {
    if (ApiError.isOwn(thrown)) return resultOfError(thrown, null, retry);
    const kind = InvalidInputError.is(thrown) ? 'network' : 'middleware';
    return { ...failure(kind, thrown, undefined, retry as never), retry };
  }
};

/**
 * Collects the data of all pages, or all `items`, in one Result with an array; if a page fails, returns its error without the earlier
 * pages. Never rejects: an error that `next` throws becomes a `'middleware'` error, and a link that `nextLink` can't
 * follow becomes a `'network'` error. `response` belongs to the last page or to the error. `retry()` starts again from
 * the first page.
 *
 * @param pages The return value of `paginate` or `items`. `retry()` can restart your own pages if they aren't a generator.
 */
export function collect<TData, TErrors = {}>(
  pages: AsyncIterable<Result<TData, TErrors>>,
  options?: CollectOptions,
): Promise<Result<TData[], TErrors>>;
export function collect<TItem, TErrors = {}>(
  items: AsyncIterable<ItemResult<TItem, TErrors>>,
  options?: CollectOptions,
): Promise<Result<TItem[], TErrors>>;
export function collect(
  pages: AsyncIterable<ItemResult<unknown>>,
  options?: CollectOptions,
): Promise<Result<unknown[]>> {
  // Without a `retry`, which isn't read.
  const given = pages as Pages<unknown>;
  return run(
    () => requirePages(given),
    () => fromTheFirst(given),
    options,
  );
}
