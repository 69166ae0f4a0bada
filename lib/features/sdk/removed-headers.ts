// A header that is null isn't sent, even if the SDK or a less specific level sets it.

import {
  type ClientOptions,
  type HeadersOption,
  isObject,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareRequest,
} from '../../core/internal.js';

/**
 * The value of a removed header, until the credentials are set. The core merges it over the levels like any value. It is
 * random, so that no text of a customer can equal it and remove its own header.
 */
const REMOVED = /* @__PURE__ */ String(Math.random());

/** The names of the removed headers of each request. */
const REMOVED_NAMES = /* @__PURE__ */ new WeakMap<MiddlewareRequest, readonly string[]>();

/** Marks the headers of one level that are null. Invalid headers stay as they are, so that the call reports them. */
export function markRemoved(headers: HeadersOption | undefined): HeadersOption | undefined {
  if (!isObject(headers)) return headers;
  try {
    const pairs: unknown[] = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    // The call reports an object that has no headers, such as a promise.
    if (pairs.length === 0) return headers;
    return pairs.map((pair) =>
      Array.isArray(pair) && pair[1] === null ? [pair[0] as unknown, REMOVED] : pair,
    ) as [string, string][];
  } catch {
    return headers;
  }
}

/**
 * Marks the headers of a client that are null, and the null headers that a function returns. Returns plain headers with a
 * mark as a function, because `getHeaders()` of an endpoint would show the mark.
 */
export function markRemovedOfClient(headers: ClientOptions['headers']): ClientOptions['headers'] {
  if (typeof headers === 'function') return async (call) => markRemoved(await headers(call)) as HeadersOption;
  const marked = markRemoved(headers);
  const hasMarks =
    Array.isArray(marked) && marked.some((pair: unknown) => Array.isArray(pair) && pair[1] === REMOVED);
  return hasMarks ? () => marked as HeadersOption : marked;
}

/** Returns whether the caller removed a header. */
export const isRemoved = ({ request }: MiddlewareContext, name: string): boolean =>
  request.getHeader(name)?.includes(REMOVED) === true;

/** Reads which headers are removed. Runs before the middleware of the SDK, which leaves a header that has a value. */
export const noteRemoved: Middleware = (ctx, next) => {
  const { request } = ctx;
  const names = [...request.headers.keys()].filter((name) => isRemoved(ctx, name));
  if (names.length > 0) REMOVED_NAMES.set(request, names);
  return next();
};

/** Removes the headers. Runs after the credentials are set: an `AuthPlugin` replaces a header that has a value. */
export const dropRemoved: Middleware = ({ request }, next) => {
  for (const name of REMOVED_NAMES.get(request) ?? []) request.headers.delete(name);
  return next();
};
