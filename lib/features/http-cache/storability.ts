import {
  type CacheRequest,
  hasUser,
  plainUrl,
  selecting,
  identifiesUser,
  varyNames,
} from './cache-request.js';
import { type Directives, directivesOf, limitedFields, isToken } from './cache-control.js';
import { HEURISTIC, readDate, type FreshnessRules } from './freshness.js';
import { MOST_VARY } from './memory-store.js';
import { type Stored, storedResponse } from './stored-response.js';

/** Headers that are never stored: RFC 9111, 3.1, and headers of a single connection. */
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

/** Statuses whose caching requirements are known. RFC 9111, 5.2.2.3. */
const UNDERSTOOD = [...HEURISTIC, 302, 303, 307, 400, 401, 403, 421, 451, 500, 502, 503, 504];

/** Stored headers that a 304 doesn't change, as it has no body. RFC 9111, 3.2. */
const OF_THE_BODY = ['content-encoding', 'content-type', 'content-range', 'content-length', 'etag'];

/** A request with its times, in milliseconds since the epoch. */
export interface Exchanged {
  readonly request: CacheRequest;
  readonly requestTime: number;
  readonly responseTime: number;
}

/** The headers to store. */
function keptHeaders(headers: Headers, directives: Directives, { shared }: FreshnessRules): Headers {
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

/**
 * RFC 9111, 3.5, applied to cookies as well. A directive with an unexpected argument, such as `public=0`, permits
 * nothing.
 */
const isAllowedBack = (directives: Directives, names: readonly string[]): boolean =>
  names.some((name) =>
    name === 's-maxage' ? directives.has(name) : directives.get(name)?.includes(undefined),
  );

/** Whether a shared cache may store the response of one user. */
function isForAll({ headers, url }: CacheRequest, response: Response, directives: Directives): boolean {
  if (limitedFields(directives, 'private') === true) return false;
  if (response.headers.has('set-cookie') && !isAllowedBack(directives, ['public'])) return false;
  const isForOne = 'authorization' in headers || 'cookie' in headers || hasUser(url);
  return !isForOne || isAllowedBack(directives, ['public', 's-maxage', 'must-revalidate']);
}

/** Whether the cache can determine which requests the response matches. */
function isSelectable({ headers }: CacheRequest, field: string | null): boolean {
  const vary = varyNames(field);
  return vary.length <= MOST_VARY && !vary.includes('*') && (!vary.includes('cookie') || 'cookie' in headers);
}

/** The request headers that selected the response. */
function selectedBy({ headers }: CacheRequest, field: string | null, type: Response['type']) {
  // A cross-origin response can hide its Vary header from the page.
  const names = type === 'cors' ? ['*'] : varyNames(field);
  return { vary: selecting(headers, names), tells: identifiesUser(headers, names) };
}

/** Whether a response may be stored, judged by everything but its body. RFC 9111, 3. */
export function isStorable(request: CacheRequest, response: Response, rules: FreshnessRules): boolean {
  const { status, headers, type, redirected } = response;
  // A custom `fetch` might return an incomplete Response.
  if (request.method !== 'GET' || redirected || /^opaque/.test(type)) return false;
  if (status < 200 || status > 599 || status === 206 || status === 304) return false;
  const directives = directivesOf(headers.get('cache-control'));
  const mustUnderstand = directives.has('must-understand');
  if (mustUnderstand && !UNDERSTOOD.includes(status)) return false;
  if (directives.has('no-store') && !mustUnderstand) return false;
  if (!isSelectable(request, headers.get('vary'))) return false;
  if (rules.shared && !isForAll(request, response, directives)) return false;
  const permitting = ['public', 'max-age', rules.shared ? 's-maxage' : 'private'];
  return (
    HEURISTIC.includes(status) || headers.has('expires') || permitting.some((name) => directives.has(name))
  );
}

/** Whether a later request could use the response. */
export const isOfUse = ({ policy, headers }: Stored): boolean =>
  (policy.lifetime > policy.initialAge && !policy.noCache) ||
  headers.has('etag') ||
  headers.has('last-modified') ||
  policy.staleIfError > 0 ||
  policy.staleWhileRevalidate > 0;

/**
 * Whether the stored response is newer than a response that arrives now: its request was sent later and finished
 * earlier. RFC 9111, 4.
 *
 * @param isValidated Whether `answer` is an older response that a 304 confirmed. The 304 says nothing about a response
 * with another tag, whatever its Date. RFC 9111, 4.3.4.
 */
export function isNewerThan(known: Stored | undefined, answer: Stored, isValidated: boolean): boolean {
  // If the stored response is from the future, the clock was set back.
  if (!known || known.requestTime <= answer.requestTime || known.responseTime > answer.responseTime)
    return false;
  const dateOf = ({ headers, responseTime }: Stored): number =>
    readDate(headers.get('date'), responseTime) ?? 0;
  return isValidated || dateOf(known) >= dateOf(answer);
}

/**
 * Builds the stored form of a response from its body. `isWhole` is false if the body is shorter or longer than
 * announced.
 */
export function stored(
  { request, requestTime, responseTime }: Exchanged,
  response: Response,
  body: Uint8Array<ArrayBuffer>,
  rules: FreshnessRules,
  tags: readonly string[],
): { readonly stored: Stored; readonly isWhole: boolean } {
  const { headers, status, statusText, type, url } = response;
  const length = headers.get('content-length');
  const isWhole = length === null || headers.has('content-encoding') || Number(length) === body.byteLength;
  const directives = directivesOf(headers.get('cache-control'));
  const { vary, tells } = selectedBy(request, headers.get('vary'), type);
  const made = storedResponse(
    {
      url: url || request.url,
      status,
      statusText,
      type,
      headers: keptHeaders(headers, directives, rules),
      body,
      requestTime,
      responseTime,
      vary,
      personal: request.personal || tells || directives.has('private') || headers.has('set-cookie'),
      tags,
    },
    rules,
  );
  return { stored: made, isWhole };
}

/** All header names of the stored Vary, of its variant and of the Vary of the 304. */
function allVary({ headers, vary }: Stored, response: Response): string {
  const fields = [headers.get('vary'), ...vary.map(([name]) => name), response.headers.get('vary')];
  const names = fields
    .join()
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter(Boolean))].join(', ');
}

/** Applies a 304 to a stored response; undefined if the 304 refers to another response. */
export function updated(
  { request, requestTime, responseTime }: Exchanged,
  before: Stored,
  response: Response,
  rules: FreshnessRules,
): { readonly stored: Stored; readonly isKept: boolean } | undefined {
  // The redirect target might use the same tag for other content.
  if (response.redirected) return undefined;
  const tag = response.headers.get('etag');
  const known = before.headers.get('etag');
  // RFC 9111, 4.3.4: a strong tag matches an identical response, a weak tag also an equivalent one.
  if (tag !== null && tag !== known && tag !== `W/${known}`) return undefined;
  const headers = new Headers(before.headers);
  const directives = directivesOf(response.headers.get('cache-control'));
  headers.delete('age');
  for (const [name, value] of keptHeaders(response.headers, directives, rules))
    if (!OF_THE_BODY.includes(name)) headers.set(name, value);
  // A 304 can add names to Vary, but doesn't remove earlier ones.
  const field = allVary(before, response);
  if (field) headers.set('vary', field);
  const { vary, tells } = selectedBy(request, field, before.type);
  const personal =
    before.personal || tells || directives.has('private') || response.headers.has('set-cookie');
  return {
    stored: storedResponse({ ...before, headers, requestTime, responseTime, vary, personal }, rules),
    isKept:
      !directives.has('no-store') &&
      isSelectable(request, field) &&
      !(rules.shared && !isForAll(request, response, directives)),
  };
}

/** Headers that validate the stored response; undefined if it has no validator. */
export function validators({ headers, type }: Stored): Readonly<Record<string, string>> | undefined {
  // These headers would cause a CORS preflight in a browser.
  if (type === 'cors') return undefined;
  const tag = headers.get('etag');
  const changed = headers.get('last-modified');
  if (tag === null && changed === null) return undefined;
  return {
    ...(tag !== null && { 'if-none-match': tag }),
    ...(changed !== null && { 'if-modified-since': changed }),
  };
}

/** Whether a method is safe. RFC 9110, 9.2.1. */
export const isSafe = (method: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method.toUpperCase());

/** The URLs whose stored responses a request invalidates. RFC 9111, 4.4. */
export function invalidatedBy(method: string, url: string, response: Response): readonly string[] {
  // Status 0 is a redirect that isn't followed, or a response that is hidden from the page. The server might have done
  // the work.
  if (isSafe(method) || response.status > 399) return [];
  const own = plainUrl(url);
  const named = ['location', 'content-location'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [plainUrl(value, response.url || own)];
  });
  // The redirect target: 307 and 308 repeat the write there.
  if (response.url) named.push(plainUrl(response.url));
  const origin = /^[^/]*\/\/[^/]*/.exec(own)?.[0];
  return [...new Set([own, ...named.filter((each) => /^[^/]*\/\/[^/]*/.exec(each)?.[0] === origin)])];
}
