import {
  type CallOptions,
  ENDPOINT_HANDLE,
  InvalidInputError,
  type ItemAt,
  type PagesAt,
  type Result,
} from '../../core/internal.js';
import { endpointOf } from '../endpoint-handle/endpoint-handle.js';
import type { ThrowingCall, ThrowingHandle } from '../results/throwing-call.js';
import { pagesOf } from './declared-pages.js';
import { itemsAt } from './page-data.js';
import {
  AGAIN,
  type ItemResult,
  iteratePages,
  type Pageable,
  type PagesOptions,
  unsent,
} from './paginate.js';

type Start = readonly [
  endpoint: Pageable<unknown, unknown>,
  params: unknown,
  options: PagesOptions<unknown, unknown> | undefined,
  series: object,
];

const withoutRetry = ({ retry: _retry, ...result }: Result<unknown>): ItemResult<unknown> => result;

async function* iterateItems(...start: Start): AsyncGenerator<ItemResult<unknown>, void, undefined> {
  const handle = endpointOf('items', start[0]);
  const path = pagesOf(handle)?.['~items'];
  if (path === undefined)
    throw new InvalidInputError(
      `items: "${handle.definition.name}" has no pages: set "pages" of the endpoint.`,
    );
  for await (const page of iteratePages(...start)) {
    const { error, response, status } = page;
    if (error) {
      yield withoutRetry(page);
      return;
    }
    let all: readonly unknown[];
    try {
      all = itemsAt(page.data, path);
    } catch (refusal) {
      yield withoutRetry(unsent(handle, refusal, start[1], page.retry));
      return;
    }
    for (const data of all) yield { data, error, status, response };
  }
}

/** Yields the items of a throwing client's endpoint; throws the error of a page. */
async function* iterateData(
  { endpoint, unwrap }: ThrowingHandle,
  ...[params, options, series]: [params: unknown, options: Start[2], series: object]
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of iterateItems(endpoint() as Start[0], params, options, series)) {
    if (item.error) await unwrap(() => item);
    yield item.data;
  }
}

/**
 * Iterates over the items of all pages of an endpoint that declares `pages`. Each page is requested only when its first
 * item is needed. It yields `{ data, error, status, response }` for each item: `data` is the item, and `response` belongs
 * to its page. If a page fails, or has no array of items, the last value has the error, and `data` is null.
 *
 * For an endpoint of a throwing client, it iterates over the items themselves, and throws the error instead of yielding
 * it.
 *
 * @param options Call options, `maxPages`, and a `next` that replaces the endpoint's `pages`.
 */
export function items<TParams, TData, TErrors, TItems extends string>(
  endpoint: ((params: TParams, options: CallOptions) => Promise<Result<TData, TErrors>>) & PagesAt<TItems>,
  params: TParams,
  options?: PagesOptions<TParams, TData, TErrors>,
): AsyncGenerator<ItemResult<ItemAt<TData, TItems>, TErrors>, void, undefined>;
export function items<TParams, TData, TItems extends string>(
  endpoint: ((params: TParams, options: CallOptions) => ThrowingCall<TData>) & PagesAt<TItems>,
  params: TParams,
  options?: PagesOptions<TParams, TData>,
): AsyncGenerator<ItemAt<TData, TItems>, void, undefined>;
export function items(
  endpoint: unknown,
  params: unknown,
  options?: PagesOptions<unknown, unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const source = endpoint as Start[0];
  const handle = (source as Partial<Start[0]> | undefined)?.[ENDPOINT_HANDLE] as
    Partial<ThrowingHandle> | undefined;
  // A restarted iteration keeps its identity, and so its user session.
  const series = {};
  if (handle?.unwrap) return iterateData(handle as ThrowingHandle, params, options, series);
  const start = (): ReturnType<typeof iterateItems> =>
    Object.assign(iterateItems(source, params, options, series), { [AGAIN]: start });
  return start();
}
