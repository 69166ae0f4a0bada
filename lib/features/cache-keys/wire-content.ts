import { isPlatform } from '../../core/internal.js';
import { noKeyFor } from './content-key.js';

/** The part of a request that params make. */
export interface SentContent {
  readonly url: string;
  readonly body: unknown;
  /** Whether the body is JSON whose members may stand in any order. */
  readonly isJson?: boolean | undefined;
  /** As sent; null and undefined for none. */
  readonly contentType?: string | null | undefined;
}

const isBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as (value: unknown) => value is ArrayBuffer;

/** The URL with its query sorted by the raw, undecoded names; repeated names keep their order. */
const withSortedQuery = (url: string): string => {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const pairs = url
    .slice(mark + 1)
    .split('&')
    .map((pair) => [pair.split('=', 1)[0] ?? pair, pair] as const);
  const sorted = pairs.sort(([a], [b]) => Number(a > b) - Number(a < b)).map(([, pair]) => pair);
  return `${url.slice(0, mark)}?${sorted.join('&')}`;
};

/** JSON as data, whose members have no order; as text where data would not hold all of it, such as a long number. */
const jsonContent = (text: string): unknown => {
  try {
    const content: unknown = JSON.parse(text);
    return JSON.stringify(content) === text ? content : text;
  } catch {
    // What `stringifyJson` wrote.
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

/** Without the charset that every text has; the case of the type means nothing (RFC 9110, 8.3.1). */
const mediaType = (contentType: string): string =>
  contentType
    .replace(/;\s*charset="?utf-8"?\s*$/i, '')
    .replace(/^[^;]*/, (type) => type.trim().toLowerCase());

/**
 * What a request says, for keys: equal for two requests that a server can't tell apart by it. A Content-Type counts
 * where there is a body for it to name.
 *
 * @throws TypeError for a body whose content can't be compared.
 */
export function wireContent({ url, body, isJson = false, contentType }: SentContent): readonly unknown[] {
  return [withSortedQuery(url), bodyContent(body, isJson), body == null ? '' : mediaType(contentType ?? '')];
}
