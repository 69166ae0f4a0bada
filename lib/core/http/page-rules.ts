import type { SuccessResult } from '../result/result.js';

/**
 * How the pages of an endpoint follow each other: the return value of `cursorPages`, `offsetPages`, `numberPages` or
 * `linkPages` from `homing/pagination`.
 */
export interface PageRules {
  /** Dotted path of the items in the data; `''` for data that is the array itself. */
  readonly '~items': string;
  /** Whether the next page depends on the headers of the response, which a cache doesn't keep. */
  readonly '~readsHeaders': boolean;
  /** Returns the params of the next page; null after the last page. Throws for a page that doesn't fit the rules. */
  readonly '~next': (
    page: Pick<SuccessResult<unknown>, 'data' | 'error' | 'response'>,
    params: unknown,
  ) => object | null;
}

/**
 * Marks an endpoint that declares `pages`, as the fifth type argument of `new Request`: `new Request<Params, Page, {},
 * unknown, PagesAt<'data'>>({ …, pages: cursorPages({ …, items: 'data' }) })`. `defineRequest` infers it.
 *
 * @typeParam TItems Dotted path of the items in the data; `''` for data that is the array itself.
 */
export interface PagesAt<out TItems extends string> {
  /** The path of the items. A function of an endpoint has this property only as a type. */
  readonly '~items': TItems;
}

/** The value at a dotted path. A member whose whole name is the path wins. */
type ValueAt<T, TPath extends string> = TPath extends ''
  ? T
  : T extends unknown
    ? TPath extends keyof T
      ? T[TPath]
      : TPath extends `${infer TName}.${infer TRest}`
        ? TName extends keyof T
          ? ValueAt<NonNullable<T[TName]>, TRest>
          : never
        : never
    : never;

type ElementOf<T> = T extends readonly (infer TItem)[] ? TItem : never;

/**
 * The type of an item of a page; unknown if the data is unknown, never if the data has no array at the path.
 *
 * @typeParam TData Data of a page.
 * @typeParam TItems Dotted path of the items in the data; `''` for data that is the array itself.
 */
export type ItemAt<TData, TItems extends string> = unknown extends TData
  ? unknown
  : string extends TItems
    ? unknown
    : ElementOf<ValueAt<NonNullable<TData>, TItems>>;

/**
 * Rejects pages whose items aren't an array in the data.
 *
 * @typeParam TPages The mark of the pages.
 */
export type ItemsCheck<TData, TPages> =
  TPages extends PagesAt<infer TItems>
    ? [ItemAt<TData, TItems>] extends [never]
      ? { readonly __noItems: `The data has no array at "${TItems}": set "items" to the path of the items.` }
      : unknown
    : unknown;
