import type { CacheRequest } from './cache-request.js';
import { millisecondsOf } from './cache-control.js';
import { ageOf, type FreshnessPolicy, readDate } from './freshness.js';
import type { Stored } from './stored-response.js';

/** Why a request goes to the server. RFC 9211, 2.2. */
export type Forwarded = 'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'request' | 'stale';

/** How a cache handles a request. Durations are milliseconds. */
export type Decision =
  | {
      readonly act: 'serve';
      readonly age: number;
      /** Milliseconds until the response becomes stale; negative if it already is. */
      readonly ttl: number;
      /** Whether the response is validated in the background. */
      readonly behind: boolean;
    }
  /** The caller already has the stored response: return a 304. */
  | { readonly act: 'not modified'; readonly age: number; readonly ttl: number }
  /** Nothing may be sent and nothing can be served: return a 504. */
  | { readonly act: 'refuse' }
  /** Validate the stored response; without a validator, send a plain request. */
  | { readonly act: 'validate'; readonly why: Forwarded }
  | { readonly act: 'forward'; readonly why: Forwarded };

const weak = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether a list of entity tags contains a tag; `*` matches any. RFC 9110, 13.1.2. */
const isListed = (list: string, tag: string | null): boolean =>
  list.trim() === '*' ||
  (tag !== null && (list.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? []).some((each) => weak(each) === weak(tag)));

/** Whether the caller already has the stored response. */
function isKnownTo({ headers }: CacheRequest, stored: Stored, now: number): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isListed(tags, stored.headers.get('etag'));
  const since = readDate(headers['if-modified-since'], now);
  const changed = readDate(stored.headers.get('last-modified') ?? stored.headers.get('date'), now);
  return since !== undefined && changed !== undefined && changed <= since && stored.status === 200;
}

/** Whether the request accepts a response of this age and remaining freshness. RFC 9111, 5.2.1. */
function isTaken(
  request: CacheRequest,
  age: number,
  ttl: number,
  fresh: boolean,
  policy: FreshnessPolicy,
): boolean {
  const { directives, cache } = request;
  // RFC 8246: a reload doesn't validate an immutable response.
  if (cache === 'no-cache') return fresh && policy.immutable;
  if (directives.size === 0) return true;
  const most = millisecondsOf(directives, 'max-age') ?? Infinity;
  const least = millisecondsOf(directives, 'min-fresh', Infinity) ?? -Infinity;
  return !directives.has('no-cache') && age <= most && ttl >= least;
}

/** Whether a stale response may be served: `true`, or `'behind'` if it must be validated in the background. */
function staleServed({ directives }: CacheRequest, { policy }: Stored, ttl: number): true | 'behind' | false {
  if (policy.noCache || policy.mustRevalidate) return false;
  const allowed = millisecondsOf(directives, 'max-stale', 0, Infinity);
  if (allowed !== undefined && -ttl <= allowed) return true;
  return -ttl < policy.staleWhileRevalidate && 'behind';
}

/** Decides how to handle a request, given the stored response. */
export function decide(
  request: CacheRequest,
  stored: Stored | undefined,
  now: number,
  varies = false,
): Decision {
  const { cache, directives } = request;
  const mustNotSend = cache === 'only-if-cached' || directives.has('only-if-cached');
  if (cache === 'reload') return { act: 'forward', why: 'request' };
  if (!stored)
    return mustNotSend ? { act: 'refuse' } : { act: 'forward', why: varies ? 'vary-miss' : 'uri-miss' };
  const { policy } = stored;
  const age = ageOf(stored, policy, now);
  const ttl = policy.lifetime - age;
  const fresh = ttl > 0 && !policy.noCache;
  const whatever = cache === 'force-cache' || cache === 'only-if-cached';
  const taken = isTaken(request, age, ttl, fresh, policy);
  if (request.conditional) {
    if ((whatever || (fresh && taken)) && isKnownTo(request, stored, now))
      return { act: 'not modified', age, ttl };
    return mustNotSend ? { act: 'refuse' } : { act: 'forward', why: fresh ? 'request' : 'stale' };
  }
  if (whatever || (fresh && taken)) return { act: 'serve', age, ttl, behind: false };
  const stale = !fresh && taken && staleServed(request, stored, ttl);
  if (stale) return { act: 'serve', age, ttl, behind: stale === 'behind' };
  return mustNotSend ? { act: 'refuse' } : { act: 'validate', why: fresh ? 'request' : 'stale' };
}

const FAILED = [500, 502, 503, 504];

/**
 * Whether a stored response may replace a failed one. RFC 5861, 4.
 *
 * @param status Status of the failed response; undefined without a response.
 */
export function canServeStale(
  request: CacheRequest,
  stored: Stored,
  status: number | undefined,
  now: number,
): boolean {
  const { policy } = stored;
  if ((status !== undefined && !FAILED.includes(status)) || policy.noCache || policy.mustRevalidate)
    return false;
  const allowed = millisecondsOf(request.directives, 'stale-if-error') ?? policy.staleIfError;
  // Even a fresh response needs this permission: the caller requested validation for a reason.
  return Math.max(ageOf(stored, policy, now) - policy.lifetime, 0) < allowed;
}
