import type { MiddlewareContext, SentRequest } from '../../core/stages/middleware-context.js';
import type { HeaderRecord } from '../../core/wire/fetch-options.js';
import { isPlain } from '../../core/platform/is-plain.js';
import { isTracingHeader } from '../../core/wire/is-tracing-header.js';
import { contentKey, hasOnlyContent, wireContent } from '../../keys.js';

/** By record: an endpoint's is the same at each call without headers of its own. */
const headersKeys = new WeakMap<HeaderRecord, string>();

/** Without Content-Type. */
const headersKey = (record: HeaderRecord): string => {
  const key = headersKeys.get(record) ?? contentKey({ ...record, 'content-type': undefined });
  headersKeys.set(record, key);
  return key;
};

/** The headers that an answer may depend on, as they stand. */
export const headersText = (request: SentRequest): string => {
  try {
    const headers = Object.entries(request.headerRecord());
    return JSON.stringify(headers.filter(([name]) => !isTracingHeader(name)).sort());
  } catch {
    // Headers that can't be sent are for fetch to refuse.
    return '';
  }
};

/** Fetch options by content, and by identity where they hold something that has none. */
const optionsKey = (options: object, identityOf: (thing: object) => string): string => {
  // What most calls have: none.
  if (Object.keys(options).length === 0) return '{}';
  const own = { ...options, method: undefined, headers: undefined, body: undefined, signal: undefined };
  return contentKey(own, {
    exact: false,
    asJson: false,
    identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
  });
};

/** Method, URL and body, as they stand. Throws for a body that can't be compared. */
const questionOf = (request: SentRequest): string => {
  const contentType = request.headerRecord()['content-type'];
  const { method, url, body, hasJsonBody } = request;
  return contentKey([method, wireContent({ url, body, isJson: hasJsonBody, contentType })]);
};

/**
 * Method, URL, body and fetch options, as they stand. No headers: which of them matter is another question.
 */
export const questionKey = (request: SentRequest, identityOf: (thing: object) => string): string => {
  try {
    return questionOf(request) + optionsKey(request.fetchOptions, identityOf);
  } catch {
    // What a subclass keys in its own way: all that can be compared of it.
    return contentKey([request.method, request.url]);
  }
};

const isCollection = (value: unknown): boolean =>
  /^\[object (Map|Set)\]$/.test(Object.prototype.toString.call(value));

/** Whether there is a Map or a Set anywhere in the value: JSON doesn't show what is in it. */
const holdsCollection = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  Object.values(value).some((inner) => isCollection(inner) || holdsCollection(inner));

const isScalar = (value: unknown): boolean =>
  value == null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** What the wire does not show of the params. Throws for those that no key may be made of. */
const unsentParams = (params: unknown): string => {
  // What most params are: nothing to look into.
  if (params == null || (isPlain(params) && Object.values(params).every(isScalar))) return '';
  const key = contentKey(params);
  const members = isCollection(params) ? [...(params as Map<unknown, unknown>).values()] : params;
  return holdsCollection(members) ? key : '';
};

/**
 * What a cached answer depends on: what is sent (method, URL, headers but Content-Type, body, fetch options, and which
 * fetch sends it), and what reads the answer (endpoint, response type, schema). Undefined when the call can't be keyed;
 * it is neither read nor stored. The params count as they were at the call, in the URL and the body that they made;
 * some are never keyed at all. docs/reference/rules.md#cache
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  identityOf: (thing: object) => string,
): string | undefined {
  try {
    return [
      contentKey(requestName),
      contentKey(request.operation),
      questionOf(request),
      headersKey(request.headerRecord()),
      unsentParams(request.params),
      optionsKey(request.fetchOptions, identityOf),
      request.fetch && identityOf(request.fetch),
      request.responseType,
      request.schema && identityOf(request.schema),
    ].join();
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
