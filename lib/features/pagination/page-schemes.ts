import {
  describeType,
  givenOptions,
  InvalidInputError,
  type PageRules,
  type PagesAt,
} from '../../core/internal.js';
import { followLink, nextLink } from './next-link.js';
import { itemsAt, paramAt, valueAt, withParam } from './page-data.js';

/** Options that all kinds of pages have. */
export interface ItemsPath<TItems extends string = string> {
  /**
   * Dotted path of the items in the data: `'data'`, `'result.items'`. Default: the data itself is the array. A page
   * without an array there is an error. With a response type, a path without an array doesn't compile.
   */
  items?: TItems | undefined;
}

/** Options of `cursorPages`. */
export interface CursorPagesOptions<TItems extends string = string> extends ItemsPath<TItems> {
  /** The param for the cursor, in the query or in the body. A dotted path sets a member of a param: `'body.cursor'`. */
  param: string;
  /**
   * Dotted path of the next cursor in the data: `'next_cursor'`, `'meta.next'`. `'data.-1.id'` is the id of the last
   * item. The last page has null, `''`, false or nothing there.
   */
  next: string;
  /**
   * Dotted path of a boolean that is false on the last page, such as `'has_more'`. Required if the last page has a
   * cursor too. Default: the cursor decides.
   */
  more?: string | undefined;
}

/** Options of `offsetPages`. */
export interface OffsetPagesOptions<TItems extends string = string> extends ItemsPath<TItems> {
  /** The param for the number of items to skip. Default of a call: 0. */
  param: string;
  /**
   * The param for the number of items of a page. If a call sets it, a page with fewer items is the last one. Omit it if
   * the server returns fewer items than requested. It has no effect with `total` or `more`. Default: none.
   */
  limit?: string | undefined;
  /** Dotted path of the number of all items, such as `'meta.total'`. Default: the first empty page is the last one. */
  total?: string | undefined;
  /** Dotted path of a boolean that is false on the last page, such as `'has_more'`. Default: none. */
  more?: string | undefined;
}

/** Options of `numberPages`. */
export interface NumberPagesOptions<TItems extends string = string> extends ItemsPath<TItems> {
  /** The param for the number of the page. */
  param: string;
  /** The number of the first page, if a call doesn't set the param. Default: 1. */
  first?: number | undefined;
  /** Dotted path of the number of the last page. Default: the first empty page is the last one. */
  last?: string | undefined;
  /** Dotted path of the number of pages, such as `'total_pages'`. Default: none. */
  totalPages?: string | undefined;
  /**
   * The param for the number of items of a page. If a call sets it, a page with fewer items is the last one. Omit it if
   * the server returns fewer items than requested. It has no effect with `last`, `totalPages` or `more`. Default: none.
   */
  limit?: string | undefined;
  /** Dotted path of a boolean that is false on the last page, such as `'has_more'`. Default: none. */
  more?: string | undefined;
}

/** Options of `linkPages`. */
export interface LinkPagesOptions<TItems extends string = string> extends ItemsPath<TItems> {
  /**
   * Dotted path of the URL of the next page in the data, such as `'next'`. The last page has null, `''`, false or
   * nothing there. Default: the `Link` header with `rel="next"`.
   */
  next?: string | undefined;
}

type Page = Parameters<PageRules['~next']>[0];

/** The items of a page, and the params of its request. */
interface PageContent {
  readonly items: readonly unknown[];
  readonly params: unknown;
}

/** Reads the options, each a string. Throws an InvalidInputError for another value, and for a missing one of `needed`. */
const readPaths = <T extends object>(
  owner: string,
  given: T | undefined,
  names: readonly (keyof T & string)[],
  needed: number,
): { [K in keyof T]?: NonNullable<T[K]> } => {
  const options = givenOptions(given);
  for (const [at, name] of names.entries()) {
    const value: unknown = options[name];
    if (typeof value !== 'string' && (value !== undefined || at < needed))
      throw InvalidInputError.ofOption(`${owner}: the option ${name}`, value, 'a string');
  }
  return options;
};

const rulesOf = <TItems extends string>(
  items: TItems | undefined,
  next: (page: Page, sent: PageContent) => object | null,
  readsHeaders = false,
): PageRules & PagesAt<TItems> => {
  const path = items ?? ('' as TItems);
  return {
    '~items': path,
    '~readsHeaders': readsHeaders,
    // The page itself, because its request is known by its identity.
    '~next': (page, params) => next(page, { items: itemsAt(page.data, path), params }),
  };
};

/** Returns a whole number of the page or its params. */
const wholeNumber = (value: unknown, place: string): number => {
  const number =
    typeof value === 'bigint' || (typeof value === 'string' && value.trim()) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw new InvalidInputError(
    `The page's "${place}" is ${describeType(value)}, not a whole number: change the endpoint's pages.`,
  );
};

/** Whether there is a next page, by a boolean in the data; undefined if no path is declared. */
const hasMore = (data: unknown, path: string | undefined): boolean | undefined => {
  if (path === undefined) return undefined;
  const more = valueAt(data, path);
  if (typeof more === 'boolean') return more;
  throw new InvalidInputError(
    `The page's "${path}" is ${describeType(more)}, not a boolean: set "more" in the endpoint's pages.`,
  );
};

/** Whether a page has fewer items than its params requested. */
const isShort = ({ items, params }: PageContent, limit: string | undefined): boolean => {
  const given = limit === undefined ? undefined : paramAt(params, limit);
  return given != null && items.length < wholeNumber(given, limit as string);
};

/** Whether a value means that no page follows. */
const isNone = (value: unknown): boolean => value == null || value === '' || value === false;

const isCursor = (value: unknown): value is string | number | bigint =>
  ['string', 'number', 'bigint'].includes(typeof value);

const hasScheme = (value: unknown): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(String(value));

/**
 * Declares pages by a cursor: each page contains the cursor of the next one.
 * `pages: cursorPages({ param: 'cursor', next: 'next_cursor', items: 'data' })`.
 *
 * The iteration ends with an error if the cursor is the one that requested the page, is a URL, or isn't a string or a
 * number. Throws a TypeError for an option that isn't a string.
 */
export function cursorPages<const TItems extends string = ''>(
  options: CursorPagesOptions<TItems>,
): PageRules & PagesAt<TItems> {
  const {
    param = '',
    next = '',
    items,
    more,
  } = readPaths('cursorPages', options, ['param', 'next', 'items', 'more'], 2);
  return rulesOf(items, ({ data }, { params }) => {
    const isMore = hasMore(data, more);
    if (isMore === false) return null;
    const cursor = valueAt(data, next);
    if (isNone(cursor) && !isMore) return null;
    if (!isCursor(cursor))
      throw new InvalidInputError(
        `The page's "${next}" is ${describeType(cursor)}, not a cursor: set "next" in the endpoint's pages.`,
      );
    if (hasScheme(cursor))
      throw new InvalidInputError(`The page's "${next}" is a URL: use linkPages({ next: '${next}' }).`);
    if (String(cursor) === String(paramAt(params, param)))
      throw new InvalidInputError(
        `The page's "${next}" is its own cursor: pass your own "next" to paginate.`,
      );
    return withParam(params, param, cursor);
  });
}

/**
 * Declares pages by an offset: the param counts the items before the page.
 * `pages: offsetPages({ param: 'offset', items: 'data', total: 'total' })`.
 *
 * Ends at `total`, or if `more` is false, and always after an empty page. Without `total` and `more`, a page with fewer
 * items than the param `limit` is the last one. Throws a TypeError for an option that isn't a string.
 */
export function offsetPages<const TItems extends string = ''>(
  options: OffsetPagesOptions<TItems>,
): PageRules & PagesAt<TItems> {
  const names = ['param', 'items', 'limit', 'total', 'more'] as const;
  const { param = '', items, limit, total, more } = readPaths('offsetPages', options, names, 1);
  return rulesOf(items, ({ data }, sent) => {
    const { items: all, params } = sent;
    const offset = wholeNumber(paramAt(params, param) ?? 0, param) + all.length;
    const isMore = hasMore(data, more);
    const isLast =
      total === undefined
        ? isMore === undefined && isShort(sent, limit)
        : offset >= wholeNumber(valueAt(data, total), total);
    if (all.length === 0 || isMore === false || isLast) return null;
    return withParam(params, param, wholeNumber(offset, param));
  });
}

/**
 * Declares numbered pages. `pages: numberPages({ param: 'page', items: 'data', totalPages: 'meta.pages' })`.
 *
 * Ends at `last` or `totalPages`, or if `more` is false. Without these, an empty page is the last one, and so is a page
 * with fewer items than the param `limit`. Throws a TypeError for an option that isn't a string, and for a `first` that
 * isn't a whole number.
 */
export function numberPages<const TItems extends string = ''>(
  options: NumberPagesOptions<TItems>,
): PageRules & PagesAt<TItems> {
  const names = ['param', 'items', 'last', 'totalPages', 'limit', 'more'] as const;
  const {
    param = '',
    items,
    first = 1,
    last,
    totalPages,
    limit,
    more,
  } = readPaths('numberPages', options, names, 1);
  if (!Number.isSafeInteger(first))
    throw InvalidInputError.ofOption('numberPages: the option first', first, 'a whole number');
  return rulesOf(items, ({ data }, sent) => {
    const { items: all, params } = sent;
    const number = wholeNumber(paramAt(params, param) ?? first, param);
    const isMore = hasMore(data, more);
    const ends = [
      last === undefined ? undefined : wholeNumber(valueAt(data, last), last),
      totalPages === undefined ? undefined : first + wholeNumber(valueAt(data, totalPages), totalPages) - 1,
    ].filter((end) => end !== undefined);
    const isLast =
      ends.length === 0 && isMore === undefined
        ? all.length === 0 || isShort(sent, limit)
        : isMore === false || ends.some((end) => number >= end);
    return isLast ? null : withParam(params, param, wholeNumber(number + 1, param));
  });
}

/**
 * Declares pages that contain the URL of the next page: in the `Link` header (RFC 8288), or in the data.
 * `pages: linkPages({ items: 'data' })`, `pages: linkPages({ next: 'next', items: 'results' })`.
 *
 * The query of the URL becomes the next params, by the rules of `nextLink`. Throws a TypeError for an option that isn't
 * a string.
 */
export function linkPages<const TItems extends string = ''>(
  options?: LinkPagesOptions<TItems>,
): PageRules & PagesAt<TItems> {
  const { items, next } = readPaths('linkPages', options, ['items', 'next'], 0);
  const path = items;
  if (next === undefined) return rulesOf(path, (page, { params }) => nextLink(page, params as object), true);
  return rulesOf(path, (page, { params }) => {
    const link = valueAt(page.data, next);
    if (isNone(link)) return null;
    if (typeof link === 'string') return followLink(link, page, params);
    throw new InvalidInputError(
      `The page's "${next}" is ${describeType(link)}, not a URL: set "next" in the endpoint's pages.`,
    );
  });
}
