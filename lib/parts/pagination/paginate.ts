import {
  CALLER,
  type Caller,
  type CallOptions,
  describeType,
  failure,
  givenOptions,
  Refusal,
  type Result,
  type SuccessResult,
} from '../../core/seats.js';
import { AGAIN } from './again.js';
import { keepAskedPage } from './asked-page.js';
import { readMaxPages } from './read-max-pages.js';

/** Options of `paginate`. Those of a call apply to every request. */
export interface PaginateOptions<TParams, TData, TErrors = {}> extends CallOptions {
  /**
   * The params of the next page, from this one; null or undefined to stop. What it throws, the iteration rejects with:
   * it is the caller's own code.
   *
   * @param page The success that is the page, as `until` of `pollUntil` gets it: `data`, and `response` for its headers.
   * @param params The params that it was asked with.
   */
  next: (
    page: SuccessResult<TData, TErrors>,
    params: TParams,
  ) => TParams | null | undefined | Promise<TParams | null | undefined>;
  /** How many pages are asked for at most. Default: no limit. 0 and less: none; NaN: no limit. */
  maxPages?: number | undefined;
}

/** What is asked for pages: an endpoint function, or one of the user's own. */
type Pageable<TParams, TData> = ((params: TParams, options: CallOptions) => Promise<Result<TData>>) & {
  readonly [CALLER]?: Caller;
};

const refusalOf = (caller: Caller, params: unknown): Result<never> => {
  const refusal = new Refusal(
    `The answers of ${caller.path} are streams, which have no pages: call the endpoint itself.`,
  );
  const refused = failure('network', refusal, params, () => Promise.resolve(refused), caller);
  return refused;
};

let walks = 0;

/** Asks for a page; where an endpoint is asked, observers are told which walk that is for. */
const askerOf = <TParams, TData>(
  endpoint: Pageable<TParams, TData>,
  options: CallOptions,
  series: object,
): ((params: TParams, page: number) => Promise<Result<TData>>) => {
  const caller = endpoint[CALLER];
  if (!caller) return (params) => endpoint(params, options);
  if (caller.streams) return (params) => Promise.resolve(refusalOf(caller, params));
  walks += 1;
  const walk = walks;
  const { names } = caller;
  const known = { names, wireOf: (params: unknown) => caller.prepare(params, options).wire };
  return async (params, page) => {
    const prepared = caller.prepare(params, options);
    let url = prepared.wire?.url ?? '';
    const origin = { type: 'page', walk, page } as const;
    const result = await prepared.run({ origin, series, onSend: (request) => (url = request.url) });
    keepAskedPage(result, { url, endpoint: known });
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
    throw new Refusal(
      `paginate needs a function as "next", which gives the params of the next page, or null: it is ${describeType(next)}.`,
    );
  const lastPage = readMaxPages(maxPages);
  const ask = askerOf<TParams, TData>(endpoint, callOptions, series);
  let pageParams = params;
  for (let page = 1; page <= lastPage; page += 1) {
    const result = await ask(pageParams, page);
    yield result;
    if (result.error || page === lastPage) return;
    const nextParams = await next(result, pageParams);
    if (nextParams == null) return;
    pageParams = nextParams;
  }
}

/**
 * Walks over the pages of an endpoint, one request at a time, each only when it is asked for. An error page is yielded
 * and ends the walk.
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
