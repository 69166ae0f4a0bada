import type { CallOptions, ItemAt, PagesAt, Result } from '../../core/internal.js';
import { type ItemResult, paginate } from '../pagination/paginate.js';
import { items } from '../pagination/items.js';
import type { ThrowingCall } from '../results/throwing-call.js';
import type { SdkRequestOptions } from './request-options.js';
import { CONNECTED, type ConnectedFunction, requireConnected } from './sdk-api.js';

/** A call of an SDK: a promise of the data. If the call fails, it rejects with an `APIError`. */
export interface SdkPromise<T, TErrors = {}> extends ThrowingCall<T> {
  /** Error bodies by status; only for the compiler. */
  readonly '~errors'?: TErrors;
}

/**
 * A call that returns a list: a promise of the first page, and an iterable of the items of all pages. The first request
 * is sent at the first use: `await`, `for await`, `withResponse()` or `pages()`.
 *
 * @typeParam TItem Type of an item.
 * @typeParam TPage Data of a page.
 */
export interface SdkPages<TItem, TPage, TErrors = {}> extends SdkPromise<TPage, TErrors> {
  /** Iterates over the items of all pages. Each page is requested when its first item is needed. */
  [Symbol.asyncIterator](): AsyncGenerator<TItem, void, undefined>;
  /** Iterates over the data of all pages. */
  pages(): AsyncGenerator<TPage, void, undefined>;
}

/** A list of `results`: a promise of the first page's Result, and an iterable of items that never throws. */
export interface ResultPages<TItem, TPage, TErrors = {}> extends Promise<Result<TPage, TErrors>> {
  /** Iterates over the items of all pages. A failed page ends the iteration with an error. */
  [Symbol.asyncIterator](): AsyncGenerator<ItemResult<TItem, TErrors>, void, undefined>;
  /** Iterates over the Results of all pages. */
  pages(): AsyncGenerator<Result<TPage, TErrors>, void, undefined>;
}

type AnyHandler = ((value: never) => unknown) | null | undefined;

type PageSource = (params: unknown, options: CallOptions) => ThrowingCall<unknown>;

/** A list, sent at its first use. Not a subclass of Promise, which can't wait for the first use. */
class SentPages {
  readonly #ask: () => ThrowingCall<unknown>;
  readonly #walk: (over: typeof items | typeof paginate) => AsyncGenerator<unknown, void, undefined>;
  #call: ThrowingCall<unknown> | undefined = undefined;

  constructor(endpoint: ConnectedFunction, params: unknown, options: SdkRequestOptions | undefined) {
    this.#ask = () => endpoint(params, options) as ThrowingCall<unknown>;
    this.#walk = (over) => {
      const { source, convert } = endpoint[CONNECTED];
      return (over as typeof paginate)(source as PageSource & PagesAt<string>, params, convert(options));
    };
  }

  get [Symbol.toStringTag](): string {
    return 'Promise';
  }

  get #sent(): ThrowingCall<unknown> {
    return (this.#call ??= this.#ask());
  }

  then(onData?: AnyHandler, onError?: AnyHandler): Promise<unknown> {
    return this.#sent.then(onData as never, onError as never);
  }

  catch(onError?: AnyHandler): Promise<unknown> {
    return this.#sent.catch(onError as never);
  }

  finally(onEnd?: (() => void) | null): Promise<unknown> {
    return this.#sent.finally(onEnd);
  }

  withResponse(): Promise<unknown> {
    return this.#sent.withResponse();
  }

  [Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    return this.#walk(items);
  }

  pages(): AsyncGenerator<unknown, void, undefined> {
    return this.#walk(paginate);
  }
}

/**
 * Calls an endpoint that declares `pages`: returns a promise of the first page that is also an iterable of all items.
 * For methods that return a list.
 *
 * @param endpoint A function of the `api` that `resources` receives.
 * @param params The params of the first page.
 * @param options The options of every request.
 */
export function pages<TParams, TPage, TErrors, TItems extends string>(
  endpoint: ((params: TParams, options?: SdkRequestOptions) => SdkPromise<TPage, TErrors>) & PagesAt<TItems>,
  params: TParams,
  options?: SdkRequestOptions,
): SdkPages<ItemAt<TPage, TItems>, TPage, TErrors> {
  requireConnected(endpoint);
  return new SentPages(endpoint, params, options) as never;
}
