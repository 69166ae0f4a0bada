import { bodyParts, type HarRequest, redactedBody } from '../../features/archive/archive.js';
import { ownValue } from '../../core/internal.js';
import { redactHeaders, redactUrl } from '../../features/redaction/redaction.js';

/** A request as a tape compares it. It is redacted in the same way when recording and when replaying. */
export interface TapeRequest {
  /** HTTP method in upper case. */
  method: string;
  /** Full URL without user info, with a redacted query. */
  url: string;
  /** Header values by lowercase name. The value is `REDACTED` for every header that can contain a secret. */
  headers: Record<string, string>;
  /**
   * Redacted body as a string; `''` without a body. Bytes are base64, a form is JSON. A body that isn't kept
   * is represented by its type and length.
   */
  body: string;
}

/**
 * Which parts of two requests must be equal for a replay. The method, the path and the query must always be
 * equal.
 */
export interface TapeMatch {
  /**
   * Whether scheme, host and port must be equal. Any other value is treated as truthy or falsy.
   *
   * @default false
   */
  origin?: boolean | undefined;
  /**
   * Whether the redacted bodies must be equal. Any other value is treated as truthy or falsy.
   *
   * @default true
   */
  body?: boolean | undefined;
  /**
   * Names of headers that must be equal. For a redacted header, only its presence is compared. A name that
   * doesn't occur is ignored.
   *
   * @default []
   */
  headers?: readonly string[] | undefined;
}

/** Parts of a request that are compared. */
const PARTS = ['method', 'URL', 'body', 'headers'] as const;

/** The compared parts of a request: one string for each item of `PARTS`. */
export type Key = readonly string[];

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Sorts the query items of a URL, because their order doesn't count. */
const inOrder = (url: string): string => {
  const [path = '', ...query] = url.split('?');
  const fields = query.join('?').split('&').filter(Boolean).sort();
  return fields.length > 0 ? `${path}?${fields.join('&')}` : path;
};

/** Returns a function that creates the key of a request. */
export function keysBy(
  { origin = false, body = true, headers = [] }: TapeMatch,
  normalize: (request: TapeRequest) => TapeRequest = (request) => request,
  unredacted: readonly string[] = [],
): (request: HarRequest) => Key {
  return (sent) => {
    const request = normalize(tapeRequest(sent, unredacted));
    const shown = headers.map((name) => {
      const lower = name.toLowerCase();
      return `${lower}: ${ownValue(request.headers, lower) ?? ''}`;
    });
    const url = origin ? request.url : request.url.replace(ORIGIN, '');
    return [request.method, inOrder(url), body ? request.body : '', shown.join('\n')];
  };
}

/** Returns the body of a recorded request as a string that can be compared. */
function bodyText({ bodySize, postData }: HarRequest, unredacted: readonly string[]): string {
  if (!postData) return '';
  const { mimeType, text, params, _encoding } = postData;
  const encoding = _encoding && { encoding: _encoding };
  const sent = text === undefined ? { size: bodySize } : { text, ...encoding };
  const shown = bodyParts(redactedBody(params && !text ? { fields: params } : sent, mimeType, unredacted));
  return shown.text ?? (shown.fields ? JSON.stringify(shown.fields) : `${mimeType} of ${String(shown.size)}`);
}

/** Converts a request of any HAR file to a redacted tape request. */
function tapeRequest(request: HarRequest, unredacted: readonly string[]): TapeRequest {
  const { method, url, headers } = request;
  return {
    method,
    url: redactUrl(url.replace(/#.*$/s, '')),
    headers: redactHeaders(Object.fromEntries(headers.map(({ name, value }) => [name, value]))),
    body: bodyText(request, unredacted),
  };
}

/** Returns how much the start and the end of two strings have in common, from 0 to 1 for equal strings. */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return longest === 0 ? 1 : (start + end) / longest;
}

/** Returns the key that is most similar to the given key; undefined if there are none. */
export function nearest(key: Key, others: Iterable<Key>): Key | undefined {
  let best: readonly [number, Key] | undefined;
  for (const other of others) {
    // The URL has four times the weight: it identifies a request best.
    const like = key.reduce(
      (sum, part, at) => sum + similarity(part, other[at] ?? '') * (at === 1 ? 4 : 1),
      0,
    );
    if (!best || like > best[0]) best = [like, other];
  }
  return best?.[1];
}

/** Names the parts in which two keys differ. */
export const difference = (key: Key, other: Key): string =>
  PARTS.filter((_name, at) => key[at] !== other[at]).join(' and ');

/** Formats a key for a message. */
export const describeKey = ([method = '', url = '']: Key): string => `${method} ${url}`;
