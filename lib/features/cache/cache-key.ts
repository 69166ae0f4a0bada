import {
  isObject,
  isPlain,
  isTracingHeader,
  type MiddlewareContext,
  type RequestContent,
} from '../../core/internal.js';
import { BY_VALUE, contentKey, hasOnlyContent } from '../cache-keys/content-key.js';
import { normalizeContent } from '../cache-keys/normalize-content.js';

/** Returns the key of the current method, URL and body. Throws for a body that can't be compared. */
const messageKey = (request: RequestContent): string => {
  const { method, url, body, hasJsonBody } = request;
  const contentType = request.headerRecord()['content-type'];
  return contentKey([method, normalizeContent({ url, body, isJson: hasJsonBody, contentType })]);
};

/** Returns the key of the fetch options: by content, or by identity for values without content, such as an agent. */
const fetchOptionsKey = ({ fetchOptions }: RequestContent, identityOf: (thing: object) => string): string => {
  // Fast path: most calls have no fetch options.
  if (Object.keys(fetchOptions).length === 0) return '{}';
  const own = { ...fetchOptions, method: undefined, headers: undefined, body: undefined, signal: undefined };
  return contentKey(own, {
    exact: false,
    asJson: false,
    identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
  });
};

/** Returns the key of the current request without its headers, which are compared separately. */
export const requestKey = (request: RequestContent, identityOf: (thing: object) => string): string => {
  try {
    return messageKey(request) + fetchOptionsKey(request, identityOf);
  } catch {
    // A subclass can have its own key for a body that can't be compared: use what is comparable.
    return contentKey([request.method, request.url]);
  }
};

/** Returns whether the value is, or contains, a Map or a Set. */
const holdsMapOrSet = (value: unknown): boolean =>
  value instanceof Map ||
  value instanceof Set ||
  (isObject(value) && !ArrayBuffer.isView(value) && Object.values(value).some(holdsMapOrSet));

/**
 * Returns a key for params that the request doesn't show: JSON serializes a nested Map or Set as `{}`. Empty without
 * one. Throws for params without a key, at any depth.
 *
 * @param hasOwnJson Whether `stringifyJson` wrote the body. It can serialize more types than JSON.
 */
function hiddenContent(params: unknown, hasOwnJson: boolean): string {
  // Fast path: most params are simple.
  const isSimple = (value: unknown): boolean =>
    value == null || ['string', 'number', 'boolean'].includes(typeof value);
  if (params == null || (isPlain(params) && Object.values(params).every(isSimple))) return '';
  const key = contentKey(params, hasOwnJson ? BY_VALUE : undefined);
  // A Map as the params object is sent by its entries.
  return holdsMapOrSet(params instanceof Map ? [...params.values()] : params) ? key : '';
}

/**
 * Serializes the headers that a response can depend on: all except tracing headers and ignored ones.
 *
 * @param ignored Names in lower case.
 */
export function headersWithoutTracing(request: RequestContent, ignored: ReadonlySet<string>): string {
  try {
    const headers = Object.entries(request.headerRecord());
    return JSON.stringify(headers.filter(([name]) => !isTracingHeader(name) && !ignored.has(name)).sort());
  } catch {
    // Leave it to fetch to reject invalid headers.
    return '';
  }
}

/**
 * Creates the part of a cache key for headers: all except ignored ones and Content-Type, which counts with the body.
 */
export class HeadersKey {
  readonly #ignored: ReadonlySet<string>;
  /** Keys of known records: an endpoint has the same record for all calls without own headers. */
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
 * Returns the key of a cached response: the content that is sent (method, URL, headers, body, fetch options, fetch
 * function), and how the response is read (endpoint, response type, schema). Undefined if the call has no key; it is
 * then neither read nor stored. Params count as they were when the call started, by the URL and body made from them;
 * some values never have a key. docs/reference/rules.md#cache
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
      request.schema && [identityOf(request.schema), request.onInvalid === 'report'],
      parseJson && identityOf(parseJson),
      stringifyJson && identityOf(stringifyJson),
    ].join();
  } catch {
    // A value without comparable content.
    return undefined;
  }
}
