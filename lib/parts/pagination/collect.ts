import { ApiError, describeType, failure, givenOptions, Refusal, type Result } from '../../core/seats.js';
import { AGAIN } from './again.js';
import { readMaxPages } from './read-max-pages.js';

/** Options of `collect`. */
export interface CollectOptions {
  /** How many pages are collected at most; no more are asked for. Default: no limit. 0 and less: none; NaN: no limit. */
  max?: number | undefined;
}

type Pages<TData> = AsyncIterable<Result<TData>> & { readonly [AGAIN]?: () => Pages<TData> };

type Retry<TData> = () => Promise<Result<TData[]>>;

/** Engines without the symbol (React Native's older ones) have what Babel puts in its place. */
const iteratorKey = (): typeof Symbol.asyncIterator => {
  const { asyncIterator } = Symbol as { readonly asyncIterator?: typeof Symbol.asyncIterator };
  return asyncIterator ?? ('@@asyncIterator' as never);
};

const requirePages = <TData>(pages: Pages<TData>): Pages<TData> => {
  if (iteratorKey() in (Object(pages) as object)) return pages;
  throw new Refusal(`collect takes pages, as paginate gives them: it is ${describeType(pages)}.`);
};

/** The same pages from the first. Throws a Refusal for those that can be walked only once. */
const fromTheFirst = <TData>(pages: Pages<TData>): Pages<TData> => {
  const again = requirePages(pages)[AGAIN];
  if (again) return again();
  if ((pages[iteratorKey()]() as unknown) !== pages) return pages;
  throw new Refusal('These pages can be walked only once: collect those of paginate, or make them anew.');
};

/** All data, or the first error. Rejects with what the pages reject with. */
const gather = async <TData>(
  pages: Pages<TData>,
  max: number,
  retry: Retry<TData>,
): Promise<Result<TData[]>> => {
  const data: TData[] = [];
  let response: Response | null = null;
  if (max >= 1)
    for await (const page of pages) {
      if (page.error) return { ...page, retry };
      data.push(page.data);
      response = page.response;
      if (data.length >= max) break;
    }
  return { data, error: null, response, retry } as Result<TData[]>;
};

const run = async <TData>(
  begin: () => Pages<TData>,
  again: () => Pages<TData>,
  options: CollectOptions | undefined,
): Promise<Result<TData[]>> => {
  const retry: Retry<TData> = () => run(again, again, options);
  try {
    return await gather(begin(), readMaxPages(givenOptions(options).max), retry);
  } catch (thrown) {
    if (ApiError.isOwn(thrown)) return { data: null, error: thrown, response: null, retry };
    const kind = Refusal.is(thrown) ? 'network' : 'middleware';
    return { ...failure(kind, thrown, undefined, retry as never), retry };
  }
};

/**
 * Walks over pages and gives one Result of them all: a list of the data of each, or the first error, without the pages
 * that came before it. Never rejects: what `next` throws is a `'middleware'` error, and what `nextLink` can't go by a
 * `'network'` error. `response` is that of the last page, or of the error; `retry()` walks from the first page anew.
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
