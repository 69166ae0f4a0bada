import {
  bodyParts,
  type HarPostData,
  type HarRequest,
  redactedBody,
} from '../../features/archive/archive.js';
import { nullProto, ownValue } from '../../core/internal.js';
import { redactHeaders, redactUrl } from '../../features/redaction/redaction.js';

/** A request as a tape compares it: redacted, in recording and in replay. */
export interface TapeRequest {
  /** In upper case. */
  method: string;
  /** Whole, without its user, its query redacted. */
  url: string;
  /** By lowercase name; `REDACTED` for all that may be a secret. */
  headers: Record<string, string>;
  /** As text, redacted; bytes in base64, a form as JSON, type and length of a body that isn't kept. `''` for none. */
  body: string;
}

/** What has to be equal for a recorded answer to be given. Method, path and query always have. */
export interface TapeMatch {
  /**
   * Whether scheme, host and port have. Default false: a tape serves any machine. Any other value counts as it does in a
   * condition.
   */
  origin?: boolean | undefined;
  /** Whether the bodies have, as they are redacted. Default true. Any other value counts as it does in a condition. */
  body?: boolean | undefined;
  /**
   * Names of the headers that have. Of those whose values are redacted it counts that they are there. Default: none. A
   * name that does not occur is ignored.
   */
  headers?: readonly string[] | undefined;
}

/** What two requests may differ in. */
const PARTS = ['method', 'URL', 'body', 'headers'] as const;

/** What is compared of a request, a text for each of `PARTS`. */
export type Key = readonly string[];

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** With the fields of its query in an order of their own: which came first doesn't count. */
const inOrder = (url: string): string => {
  const [path = '', ...query] = url.split('?');
  const fields = query.join('?').split('&').filter(Boolean).sort();
  return fields.length > 0 ? `${path}?${fields.join('&')}` : path;
};

/** Makes keys of requests. */
export function keysBy(
  { origin = false, body = true, headers = [] }: TapeMatch,
  normalize: (request: TapeRequest) => TapeRequest = (request) => request,
  unredacted: readonly string[] = [],
): (request: HarRequest) => Key {
  return (sent) => {
    const asked = normalize(tapeRequest(sent, unredacted));
    const shown = headers.map((name) => {
      const lower = name.toLowerCase();
      return `${lower}: ${ownValue(asked.headers, lower) ?? ''}`;
    });
    const url = origin ? asked.url : asked.url.replace(ORIGIN, '');
    return [asked.method, inOrder(url), body ? asked.body : '', shown.join('\n')];
  };
}

/** The body of a request of an archive as a text that can be compared. */
function bodyText({ bodySize, postData }: HarRequest, unredacted: readonly string[]): string {
  if (!postData) return '';
  const { mimeType, text, params, _encoding } = nullProto<HarPostData>(postData);
  const encoding = _encoding && { encoding: _encoding };
  const sent = text === undefined ? { size: bodySize } : { text, ...encoding };
  const shown = bodyParts(redactedBody(params && !text ? { fields: params } : sent, mimeType, unredacted));
  return shown.text ?? (shown.fields ? JSON.stringify(shown.fields) : `${mimeType} of ${String(shown.size)}`);
}

/** A request of an archive, whoever wrote that, as it would stand on a tape. */
function tapeRequest(request: HarRequest, unredacted: readonly string[]): TapeRequest {
  const { method, url, headers } = request;
  return {
    method,
    url: redactUrl(url.replace(/#.*$/s, '')),
    headers: redactHeaders(Object.fromEntries(headers.map(({ name, value }) => [name, value]))),
    body: bodyText(request, unredacted),
  };
}

/** How much two texts have in common at both ends: 1 for equal ones, 0 for nothing. */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return longest === 0 ? 1 : (start + end) / longest;
}

/** Of several keys the one that is most like another; undefined of none. */
export function nearest(key: Key, others: Iterable<Key>): Key | undefined {
  let best: readonly [number, Key] | undefined;
  for (const other of others) {
    // A URL says most of what a request is for.
    const like = key.reduce(
      (sum, part, at) => sum + similarity(part, other[at] ?? '') * (at === 1 ? 4 : 1),
      0,
    );
    if (!best || like > best[0]) best = [like, other];
  }
  return best?.[1];
}

/** Names what two keys differ in. */
export const difference = (key: Key, other: Key): string =>
  PARTS.filter((_name, at) => key[at] !== other[at]).join(' and ');

/** A key as a message names it. */
export const describeKey = ([method = '', url = '']: Key): string => `${method} ${url}`;
