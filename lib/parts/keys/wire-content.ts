import { isPlatform } from '../../core/seats.js';
import { noKeyFor } from './content-key.js';

/** The part of a request that params make. */
export interface Wire {
  readonly url: string;
  readonly body: unknown;
  /** Whether the body is JSON whose members may stand in any order. */
  readonly isJson: boolean;
  /** As sent; undefined for none. */
  readonly contentType: string | undefined;
}

const isBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer');

/** The name of a query's `name=value`, as it is written. */
const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? pair;

const byName = (a: string, b: string): number => {
  const [first, second] = [nameOf(a), nameOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

/** The URL with its query sorted by the raw, undecoded names; repeated names keep their order. */
const withSortedQuery = (url: string): string => {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const pairs = url.slice(mark + 1).split('&');
  return `${url.slice(0, mark)}?${pairs.sort(byName).join('&')}`;
};

/** JSON as data, whose members have no order; as text where data would not hold all of it, such as a long number. */
const jsonContent = (text: string): unknown => {
  try {
    const content: unknown = JSON.parse(text);
    return JSON.stringify(content) === text ? content : text;
  } catch {
    // What somebody's own function wrote.
    return text;
  }
};

const bodyContent = (body: unknown, isJson: boolean): unknown => {
  if (typeof body === 'string') return isJson ? jsonContent(body) : body;
  if (body == null) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (isBuffer(body)) return new Uint8Array(body as ArrayBuffer);
  throw noKeyFor('a body that can be read only once, or only with waiting');
};

/** Without the charset that every text has; the case of the type means nothing (RFC 9110, 8.3.1). */
const mediaType = (contentType = ''): string =>
  contentType
    .replace(/;\s*charset="?utf-8"?\s*$/i, '')
    .replace(/^[^;]*/, (type) => type.trim().toLowerCase());

/**
 * What a request says, for keys: equal for two requests that a server can't tell apart by it. A Content-Type counts
 * where there is a body for it to name.
 *
 * @throws TypeError for a body whose content can't be compared.
 */
export function wireContent({ url, body, isJson, contentType }: Wire): readonly unknown[] {
  const hasBody = body !== null && body !== undefined;
  return [withSortedQuery(url), bodyContent(body, isJson), hasBody ? mediaType(contentType) : ''];
}
