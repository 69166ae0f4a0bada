import {
  ApiError,
  type EndpointHandle,
  ENDPOINT_HANDLE,
  type CallOptions,
  describeType,
  failure,
  givenOptions,
  InvalidInputError,
  type Result,
  type SuccessResult,
} from '../../core/internal.js';

type Prepared = ReturnType<EndpointHandle['prepare']>;

/** What the params of a page make. */
export type WireOfPage = (NonNullable<Prepared['body']> & Pick<Prepared, 'url' | 'headers'>) | undefined;

/** What the endpoint of a page makes of params. */
export interface PageEndpoint {
  /** Undefined where no param goes into the query. */
  readonly places: EndpointHandle['definition']['protocol']['places'];
  /** Undefined for params that can't become a request. */
  readonly wireOf: (params: unknown) => WireOfPage;
}

/** How a page was asked for. */
export interface AskedPage {
  /** As it was sent; `''` where that isn't known. */
  readonly url: string;
  /** Undefined where a function of the user stands before it. */
  readonly endpoint?: PageEndpoint | undefined;
}

/** By the Result that is the page. Not on the Result itself, which is the user's to read and to compare. */
const askedPages = /* @__PURE__ */ new WeakMap<object, AskedPage>();

export const askedPage = (page: object): AskedPage => askedPages.get(page) ?? { url: '' };

/**
 * The key under which the pages of `paginate` carry how they are walked from the first again: a generator can be walked
 * only once. Another copy of the package has the same.
 */
const AGAIN: unique symbol = Symbol.for('homing.again') as never;

/** How many pages there may be: a whole number, or Infinity for no limit. */
const readMaxPages = (given = Infinity): number => (Number.isNaN(given) ? Infinity : Math.floor(given));

/** Options of `paginate`. Those of a call apply to every request. */
export interface PaginateOptions<TParams, TData, TErrors = {}> extends CallOptions {
  /**
   * The params of the next page, from the success that is this one; null or undefined to stop. Required. If it throws,
   * the iteration rejects, as it is your own code. A link that `nextLink` can't follow is yielded as an error Result.
   *
   * @param page The success that is the page, as `until` of `pollUntil` gets it: `data`, and `response` for its headers.
   * @param params The params that it was asked with.
   */
  next: (
    page: SuccessResult<TData, TErrors>,
    params: TParams,
  ) => TParams | null | undefined | Promise<TParams | null | undefined>;
  /** How many pages are asked for at most. Default: no limit. Fractions round down; 0 and less: none; NaN: no limit. */
  maxPages?: number | undefined;
}

/** What is asked for pages: an endpoint function, or one of one's own. */
type Pageable<TParams, TData> = ((params: TParams, options: CallOptions) => Promise<Result<TData>>) & {
  readonly [ENDPOINT_HANDLE]?: EndpointHandle;
};

/** The Result of a page that can't be requested. No call is made for it, so neither `onError` nor observers get it. */
const unsent = (
  caller: EndpointHandle | undefined,
  refusal: unknown,
  params: unknown,
  retry: () => Promise<Result<unknown>>,
): Result<never> => {
  const { name, protocol } = caller?.definition ?? {};
  const names = protocol && { ...protocol.definition, name, url: protocol.definition.urlTemplate };
  return failure('network', refusal, params, retry as () => Promise<Result<never>>, names, names);
};

let walks = 0;

/** Asks for a page; of an endpoint, observers are told which walk that is for. */
const askerOf = <TParams, TData>(
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
  walks += 1;
  const walk = walks;
  const wireOf = (params: unknown): WireOfPage => {
    const { url, headers, body } = caller.prepare(params, options);
    return body && { ...body, url, headers };
  };
  return async (params, page) => {
    const prepared = caller.prepare(params, options);
    let url = prepared.body ? prepared.url : '';
    const origin = { type: 'page', walk, page } as const;
    const result = await prepared.run({ origin, series, onSend: (request) => (url = request.url) });
    askedPages.set(result, { url, endpoint: { places, wireOf } });
    return result as Result<TData>;
  };
};

async function* walkPages<TParams, TData>(
  endpoint: Pageable<TParams, TData>,
  params: TParams,
  options: PaginateOptions<TParams, TData>,
  series: object,
): AsyncGenerator<Result<TData>, void, undefined> {
  const { next, maxPages, ...callOptions } = givenOptions(options) as typeof options;
  if (typeof next !== 'function')
    throw new InvalidInputError(
      `paginate: "next" is ${describeType(next)}: pass a function that returns the next page's params, or null.`,
    );
  const lastPage = readMaxPages(maxPages);
  const ask = askerOf<TParams, TData>(endpoint, callOptions, series);
  let pageParams: TParams | null | undefined = params;
  for (let page = 1; page <= lastPage; page += 1) {
    const result: Result<TData> = await ask(pageParams, page);
    yield result;
    if (result.error || page === lastPage) return;
    try {
      pageParams = await next(result, pageParams);
    } catch (thrown) {
      // A refusal is that of `nextLink`, and the server sent the link. All else is the program's.
      if (!InvalidInputError.is(thrown)) throw thrown;
      yield unsent(endpoint[ENDPOINT_HANDLE], thrown, pageParams, result.retry);
      return;
    }
    if (pageParams == null) return;
  }
}

/**
 * Walks over the pages of an endpoint, one request at a time, each only when it is asked for. An error page is yielded
 * and ends the walk, as does a link that `nextLink` can't follow.
 */
export function paginate<TParams, TData, TErrors = {}>(
  endpoint: (params: TParams, options: CallOptions) => Promise<Result<TData, TErrors>>,
  params: TParams,
  options: PaginateOptions<TParams, TData, TErrors>,
): AsyncGenerator<Result<TData, TErrors>, void, undefined>;
export function paginate<TParams, TData>(
  endpoint: (params: TParams, options: CallOptions) => Promise<Result<TData>>,
  params: TParams,
  options: PaginateOptions<TParams, TData>,
): AsyncGenerator<Result<TData>, void, undefined> {
  // Walked again, it is the same walk: in the name of whoever began it.
  const series = {};
  const walk = (): ReturnType<typeof walkPages<TParams, TData>> =>
    Object.assign(walkPages(endpoint, params, options, series), { [AGAIN]: walk });
  return walk();
}

/** Options of `collect`. */
export interface CollectOptions {
  /** How many pages are collected at most; no more are asked for. Default: no limit. Fractions round down; 0 and less: none; NaN: no limit. */
  max?: number | undefined;
}

type Pages<TData> = AsyncIterable<Result<TData>> & { readonly [AGAIN]?: () => Pages<TData> };

/** Engines without the symbol (React Native's older ones) have what Babel puts in its place. */
const iteratorKey = (): typeof Symbol.asyncIterator =>
  (Symbol as Partial<typeof Symbol>).asyncIterator ?? ('@@asyncIterator' as never);

const requirePages = <TData>(pages: Pages<TData>): Pages<TData> => {
  if (iteratorKey() in (Object(pages) as object)) return pages;
  throw new InvalidInputError(`collect got ${describeType(pages)}: pass the pages from paginate.`);
};

/** The same pages from the first. Throws a InvalidInputError for those that can be walked only once. */
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
    return { data, error: null, response, retry } as Result<TData[]>;
  } catch (thrown) {
    if (ApiError.isOwn(thrown)) return { data: null, error: thrown, response: null, retry };
    const kind = InvalidInputError.is(thrown) ? 'network' : 'middleware';
    return { ...failure(kind, thrown, undefined, retry as never), retry };
  }
};

/**
 * Walks over pages and gives one Result of them all: a list of the data of each, or the first error, without the pages
 * that came before it. Never rejects: what `next` throws is a `'middleware'` error, and a link that `nextLink` can't
 * follow is a `'network'` error. `response` is that of the last page, or of the error; `retry()` walks from the first page anew.
 *
 * @param pages What `paginate` gives. Pages of one's own can be walked anew where they are no generator.
 */
export function collect<TData, TErrors = {}>(
  pages: AsyncIterable<Result<TData, TErrors>>,
  options?: CollectOptions,
): Promise<Result<TData[], TErrors>>;
export function collect<TData>(
  pages: AsyncIterable<Result<TData>>,
  options?: CollectOptions,
): Promise<Result<TData[]>> {
  return run(
    () => requirePages(pages),
    () => fromTheFirst(pages),
    options,
  );
}
