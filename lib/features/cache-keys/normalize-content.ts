import { isPlatform } from '../../core/internal.js';
import { noKeyFor } from './content-key.js';

/** The part of a request that depends on params. */
export interface SentContent {
  readonly url: string;
  readonly body: unknown;
  /** Whether the body is JSON whose member order has no meaning. */
  readonly isJson?: boolean | undefined;
  /** The Content-Type as sent; null and undefined for none. */
  readonly contentType?: string | null | undefined;
}

const isBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as (value: unknown) => value is ArrayBuffer;

/** Sorts the query of a URL by the raw, undecoded names; repeated names keep their order. */
const withSortedQuery = (url: string): string => {
  const queryStart = url.indexOf('?');
  if (queryStart < 0) return url;
  const pairs = url
    .slice(queryStart + 1)
    .split('&')
    .map((pair) => [pair.split('=', 1)[0] ?? pair, pair] as const);
  const sorted = pairs.sort(([a], [b]) => Number(a > b) - Number(a < b)).map(([, pair]) => pair);
  return `${url.slice(0, queryStart)}?${sorted.join('&')}`;
};

/**
 * Returns JSON as data, whose member order doesn't count; or as text, if data would lose something, such as the digits
 * of a long number.
 */
const jsonContent = (text: string): unknown => {
  try {
    const content: unknown = JSON.parse(text);
    return JSON.stringify(content) === text ? content : text;
  } catch {
    // The output of `stringifyJson` can be another format.
    return text;
  }
};

const bodyContent = (body: unknown, isJson: boolean): unknown => {
  if (typeof body === 'string') return isJson ? jsonContent(body) : body;
  if (body == null) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (isBuffer(body)) return new Uint8Array(body);
  throw noKeyFor('a stream or a body that is read asynchronously');
};

/**
 * Normalizes a Content-Type: removes the default charset and lowercases the type, which is case-insensitive (RFC 9110,
 * 8.3.1).
 */
const mediaType = (contentType: string): string =>
  contentType
    .replace(/;\s*charset="?utf-8"?\s*$/i, '')
    .replace(/^[^;]*/, (type) => type.trim().toLowerCase());

/**
 * Returns the content of a request for keys: equal for two requests that a server can't distinguish by it. A
 * Content-Type counts only with a body.
 *
 * @throws TypeError for a body whose content can't be compared.
 */
export function normalizeContent({
  url,
  body,
  isJson = false,
  contentType,
}: SentContent): readonly unknown[] {
  return [withSortedQuery(url), bodyContent(body, isJson), body == null ? '' : mediaType(contentType ?? '')];
}
