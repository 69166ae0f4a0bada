import {
  type CacheRequest,
  hasUser,
  plainUrl,
  selecting,
  identifiesUser,
  varyNames,
} from './cache-request.js';
import { type Directives, directivesOf, limitedFields, isToken } from './cache-control.js';
import { HEURISTIC, readDate, type Reading } from './freshness.js';
import { MOST_VARY } from './memory-store.js';
import { type Stored, storedResponse } from './stored-response.js';

/** RFC 9111, 3.1, and what is for one connection: never kept. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Statuses whose meaning for a cache is known. RFC 9111, 5.2.2.3. */
const UNDERSTOOD = [...HEURISTIC, 302, 303, 307, 400, 401, 403, 421, 451, 500, 502, 503, 504];

/** What a 304 leaves as it was stored, as it says nothing of the body: RFC 9111, 3.2. */
const OF_THE_BODY = ['content-encoding', 'content-type', 'content-range', 'content-length', 'etag'];

/** A request and its times, in milliseconds since the epoch. */
export interface Exchanged {
  readonly asked: CacheRequest;
  readonly requestTime: number;
  readonly responseTime: number;
}

/** What is kept of the headers. */
function keptHeaders(headers: Headers, directives: Directives, { shared }: Reading): Headers {
  const kept = new Headers(headers);
  const limitedTo = (directive: string): readonly string[] => {
    const names = limitedFields(directives, directive);
    return names === undefined || names === true ? [] : names;
  };
  const connection = (headers.get('connection') ?? '').split(',').map((name) => name.trim());
  const dropped = [
    ...HOP_BY_HOP,
    ...connection,
    ...limitedTo('no-cache'),
    ...(shared ? limitedTo('private') : []),
  ];
  for (const name of dropped) if (isToken(name)) kept.delete(name);
  return kept;
}

/** RFC 9111, 3.5, and for cookies as well. One with an argument that it has not allows nothing: it may be `public=0`. */
const isAllowedBack = (directives: Directives, names: readonly string[]): boolean =>
  names.some((name) =>
    name === 's-maxage' ? directives.has(name) : directives.get(name)?.includes(undefined),
  );

/** Whether a cache for several users may keep what one of them got. */
function isForAll({ headers, url }: CacheRequest, response: Response, directives: Directives): boolean {
  if (limitedFields(directives, 'private') === true) return false;
  if (response.headers.has('set-cookie') && !isAllowedBack(directives, ['public'])) return false;
  const isForOne = 'authorization' in headers || 'cookie' in headers || hasUser(url);
  return !isForOne || isAllowedBack(directives, ['public', 's-maxage', 'must-revalidate']);
}

/** Whether it can be told to which requests it is an answer. */
function isSelectable({ headers }: CacheRequest, field: string | null): boolean {
  const vary = varyNames(field);
  return vary.length <= MOST_VARY && !vary.includes('*') && (!vary.includes('cookie') || 'cookie' in headers);
}

/** By which headers an answer was selected, as a request sent them. */
function selectedBy({ headers }: CacheRequest, field: string | null, type: Response['type']) {
  // What a page may not see of a response from elsewhere may have been a Vary.
  const names = type === 'cors' ? ['*'] : varyNames(field);
  return { vary: selecting(headers, names), tells: identifiesUser(headers, names) };
}

/** Whether an answer may be stored, by all but its body. RFC 9111, 3. */
export function isStorable(asked: CacheRequest, response: Response, reading: Reading): boolean {
  const { status, headers, type, redirected } = response;
  // A program's own fetch may give less than a whole Response.
  if (asked.method !== 'GET' || redirected || /^opaque/.test(type)) return false;
  if (status < 200 || status > 599 || status === 206 || status === 304) return false;
  const directives = directivesOf(headers.get('cache-control'));
  const mustUnderstand = directives.has('must-understand');
  if (mustUnderstand && !UNDERSTOOD.includes(status)) return false;
  if (directives.has('no-store') && !mustUnderstand) return false;
  if (!isSelectable(asked, headers.get('vary'))) return false;
  if (reading.shared && !isForAll(asked, response, directives)) return false;
  const told = ['public', 'max-age', reading.shared ? 's-maxage' : 'private'];
  return HEURISTIC.includes(status) || headers.has('expires') || told.some((name) => directives.has(name));
}

/** Whether it is of any use to a later request. */
export const isOfUse = ({ policy, headers }: Stored): boolean =>
  (policy.lifetime > policy.initialAge && !policy.noCache) ||
  headers.has('etag') ||
  headers.has('last-modified') ||
  policy.staleIfError > 0 ||
  policy.staleWhileRevalidate > 0;

/**
 * Whether what is stored is newer than an answer that comes now: it was asked for later, and came before. RFC 9111, 4.
 *
 * @param isValidated Whether the answer is an older one that a 304 let hold: that says nothing of what has another tag,
 *   whatever its Date. RFC 9111, 4.3.4.
 */
export function isNewerThan(known: Stored | undefined, answer: Stored, isValidated: boolean): boolean {
  // Of one from the future the clock was set back since.
  if (!known || known.requestTime <= answer.requestTime || known.responseTime > answer.responseTime)
    return false;
  const dateOf = ({ headers, responseTime }: Stored): number =>
    readDate(headers.get('date'), responseTime) ?? 0;
  return isValidated || dateOf(known) >= dateOf(answer);
}

/** A storable answer whose body is at hand, and whether that is all that was announced. */
export function stored(
  { asked, requestTime, responseTime }: Exchanged,
  response: Response,
  body: Uint8Array<ArrayBuffer>,
  reading: Reading,
  tags: readonly string[],
): { readonly stored: Stored; readonly isWhole: boolean } {
  const { headers, status, statusText, type, url } = response;
  const length = headers.get('content-length');
  const isWhole = length === null || headers.has('content-encoding') || Number(length) === body.byteLength;
  const directives = directivesOf(headers.get('cache-control'));
  const { vary, tells } = selectedBy(asked, headers.get('vary'), type);
  const made = storedResponse(
    {
      url: url || asked.url,
      status,
      statusText,
      type,
      headers: keptHeaders(headers, directives, reading),
      body,
      requestTime,
      responseTime,
      vary,
      personal: asked.personal || tells || directives.has('private') || headers.has('set-cookie'),
      tags,
    },
    reading,
  );
  return { stored: made, isWhole };
}

/** What is stored, and what a 304 adds to it, varies with. */
function allVary({ headers, vary }: Stored, response: Response): string {
  const fields = [headers.get('vary'), ...vary.map(([name]) => name), response.headers.get('vary')];
  const names = fields
    .join()
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter(Boolean))].join(', ');
}

/** What a 304 makes of what is stored, and whether that may be kept; undefined where it speaks of something else. */
export function updated(
  { asked, requestTime, responseTime }: Exchanged,
  before: Stored,
  response: Response,
  reading: Reading,
): { readonly stored: Stored; readonly isKept: boolean } | undefined {
  // It was asked of another URL, which may have the same tag.
  if (response.redirected) return undefined;
  const tag = response.headers.get('etag');
  const known = before.headers.get('etag');
  // RFC 9111, 4.3.4: a strong tag speaks of what has the same, a weak one of what is close to it, too.
  if (tag !== null && tag !== known && tag !== `W/${known}`) return undefined;
  const headers = new Headers(before.headers);
  const directives = directivesOf(response.headers.get('cache-control'));
  headers.delete('age');
  for (const [name, value] of keptHeaders(response.headers, directives, reading))
    if (!OF_THE_BODY.includes(name)) headers.set(name, value);
  // It may be the first to say that there are others, and takes back nothing of what was said before.
  const field = allVary(before, response);
  if (field) headers.set('vary', field);
  const { vary, tells } = selectedBy(asked, field, before.type);
  const personal =
    before.personal || tells || directives.has('private') || response.headers.has('set-cookie');
  return {
    stored: storedResponse({ ...before, headers, requestTime, responseTime, vary, personal }, reading),
    isKept:
      !directives.has('no-store') &&
      isSelectable(asked, field) &&
      !(reading.shared && !isForAll(asked, response, directives)),
  };
}

/** Headers that ask whether what is stored still holds; undefined where it can't be asked. */
export function validators({ headers, type }: Stored): Readonly<Record<string, string>> | undefined {
  // They would make a browser ask the server first whether it may send them.
  if (type === 'cors') return undefined;
  const tag = headers.get('etag');
  const changed = headers.get('last-modified');
  if (tag === null && changed === null) return undefined;
  return {
    ...(tag !== null && { 'if-none-match': tag }),
    ...(changed !== null && { 'if-modified-since': changed }),
  };
}

/** Whether a method changes nothing: RFC 9110, 9.2.1. */
export const isSafe = (method: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method.toUpperCase());

/** The URLs of which nothing that is stored holds any more. RFC 9111, 4.4. */
export function invalidatedBy(method: string, url: string, response: Response): readonly string[] {
  // 0 is a redirect that isn't followed, or hidden from a page in another way: the server may have done it.
  if (isSafe(method) || response.status > 399) return [];
  const own = plainUrl(url);
  const named = ['location', 'content-location'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [plainUrl(value, response.url || own)];
  });
  // Where a redirect led to, which a 307 or 308 sends the same to.
  if (response.url) named.push(plainUrl(response.url));
  const origin = /^[^/]*\/\/[^/]*/.exec(own)?.[0];
  return [...new Set([own, ...named.filter((each) => /^[^/]*\/\/[^/]*/.exec(each)?.[0] === origin)])];
}
