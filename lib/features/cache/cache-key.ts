import {
  isObject,
  isPlain,
  isTracingHeader,
  type MiddlewareContext,
  type RequestContent,
} from '../../core/internal.js';
import { BY_VALUE, contentKey, hasOnlyContent } from '../cache-keys/content-key.js';
import { wireContent } from '../cache-keys/wire-content.js';

/** Method, URL and body, as they stand. Throws for a body that can't be compared. */
const messageKey = (request: RequestContent): string => {
  const { method, url, body, hasJsonBody } = request;
  const contentType = request.headerRecord()['content-type'];
  return contentKey([method, wireContent({ url, body, isJson: hasJsonBody, contentType })]);
};

/** The fetch options by content, and by identity where they hold something that has none: an agent, say. */
const fetchOptionsKey = ({ fetchOptions }: RequestContent, identityOf: (thing: object) => string): string => {
  // What most calls have: none.
  if (Object.keys(fetchOptions).length === 0) return '{}';
  const own = { ...fetchOptions, method: undefined, headers: undefined, body: undefined, signal: undefined };
  return contentKey(own, {
    exact: false,
    asJson: false,
    identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
  });
};

/** What a request asks, as it stands: all but its headers. Which of those matter is another question. */
export const requestKey = (request: RequestContent, identityOf: (thing: object) => string): string => {
  try {
    return messageKey(request) + fetchOptionsKey(request, identityOf);
  } catch {
    // What a subclass keys in its own way: all that can be compared of it.
    return contentKey([request.method, request.url]);
  }
};

/** Whether the value is a Map or a Set, or there is one anywhere below it. */
const holdsMapOrSet = (value: unknown): boolean =>
  value instanceof Map ||
  value instanceof Set ||
  (isObject(value) && !ArrayBuffer.isView(value) && Object.values(value).some(holdsMapOrSet));

/**
 * What the request does not show of its params: JSON writes a Map or a Set below the top level as `{}`, whatever is in
 * it. Empty where there is none. Throws for params that no key may be made of, at any depth.
 *
 * @param hasOwnJson Whether `stringifyJson` wrote the JSON, which may have a text for more than JSON has.
 */
function hiddenContent(params: unknown, hasOwnJson: boolean): string {
  // What most params are: nothing to look into.
  const isSimple = (value: unknown): boolean =>
    value == null || ['string', 'number', 'boolean'].includes(typeof value);
  if (params == null || (isPlain(params) && Object.values(params).every(isSimple))) return '';
  const key = contentKey(params, hasOwnJson ? BY_VALUE : undefined);
  // A Map that is the params itself is sent by its entries.
  return holdsMapOrSet(params instanceof Map ? [...params.values()] : params) ? key : '';
}

/**
 * The headers that an answer may depend on, as one text: all but those that trace requests, and those to ignore.
 *
 * @param ignored Names in lower case.
 */
export function headersWithoutTracing(request: RequestContent, ignored: ReadonlySet<string>): string {
  try {
    const headers = Object.entries(request.headerRecord());
    return JSON.stringify(headers.filter(([name]) => !isTracingHeader(name) && !ignored.has(name)).sort());
  } catch {
    // Headers that can't be sent are for fetch to refuse.
    return '';
  }
}

/** The part of a cache's key that is made of headers: all but Content-Type, which counts with the body, and those to ignore. */
export class HeadersKey {
  readonly #ignored: ReadonlySet<string>;
  /** The keys of records that were seen before: an endpoint's is the same at each call without headers of its own. */
  readonly #known = new WeakMap<object, string>();

  /** @param ignored Names in lower case. */
  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = new Set(['content-type', ...ignored]);
  }

  of(headers: Readonly<Record<string, string>>): string {
    const counted = (): string[][] => Object.entries(headers).filter(([name]) => !this.#ignored.has(name));
    const key = this.#known.get(headers) ?? contentKey(Object.fromEntries(counted()));
    this.#known.set(headers, key);
    return key;
  }
}

/**
 * What a cached answer depends on: what is sent (method, URL, headers, body, fetch options, and which
 * fetch sends it), and what reads the answer (endpoint, response type, schema). Undefined when the call can't be keyed;
 * it is neither read nor stored. The params count as they were at the call, in the URL and the body that they made;
 * some are never keyed at all. docs/reference/rules.md#cache
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  headersKey: HeadersKey,
  identityOf: (thing: object) => string,
): string | undefined {
  try {
    const { parseJson, stringifyJson } = request.json;
    return [
      contentKey(requestName),
      contentKey(request.operation),
      messageKey(request),
      headersKey.of(request.headerRecord()),
      hiddenContent(request.params, stringifyJson != null),
      fetchOptionsKey(request, identityOf),
      request.fetch && identityOf(request.fetch),
      request.responseType,
      request.schema && identityOf(request.schema),
      parseJson && identityOf(parseJson),
      stringifyJson && identityOf(stringifyJson),
    ].join();
  } catch {
    // Something that has no content to compare.
    return undefined;
  }
}
