import type { CacheRequest } from './cache-request.js';
import { millisecondsOf } from './cache-control.js';
import { ageOf, type Policy, readDate } from './freshness.js';
import type { Stored } from './stored-response.js';

/** Why a request goes to the server. RFC 9211, 2.2. */
export type Forwarded = 'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'request' | 'stale';

/** What becomes of a request. Durations are milliseconds. */
export type Decision =
  | {
      readonly act: 'serve';
      readonly age: number;
      /** For how long it stays fresh; negative for what is stale. */
      readonly ttl: number;
      /** Whether it is validated meanwhile. */
      readonly behind: boolean;
    }
  /** The caller has it. */
  | { readonly act: 'not modified'; readonly age: number; readonly ttl: number }
  /** Nothing may be sent, and there is nothing to serve. */
  | { readonly act: 'refuse' }
  /** Asks the server whether it still holds, where it has what to ask by. */
  | { readonly act: 'validate'; readonly why: Forwarded }
  | { readonly act: 'forward'; readonly why: Forwarded };

const weak = (tag: string): string => tag.trim().replace(/^W\//, '');

/** RFC 9110, 13.1.2: whether one of a list of entity tags is that one; `*` is any. */
const isListed = (list: string, tag: string | null): boolean =>
  list.trim() === '*' ||
  (tag !== null && (list.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? []).some((each) => weak(each) === weak(tag)));

/** Whether the caller has what is stored. */
function isKnownTo({ headers }: CacheRequest, stored: Stored, now: number): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isListed(tags, stored.headers.get('etag'));
  const since = readDate(headers['if-modified-since'], now);
  const changed = readDate(stored.headers.get('last-modified') ?? stored.headers.get('date'), now);
  return since !== undefined && changed !== undefined && changed <= since && stored.status === 200;
}

/** Whether the request takes a response of that age, which stays fresh for that long. RFC 9111, 5.2.1. */
function isTaken(asked: CacheRequest, age: number, ttl: number, fresh: boolean, policy: Policy): boolean {
  const { directives, cache } = asked;
  // RFC 8246: a reload changes nothing of what never changes.
  if (cache === 'no-cache') return fresh && policy.immutable;
  if (directives.size === 0) return true;
  const most = millisecondsOf(directives, 'max-age') ?? Infinity;
  const least = millisecondsOf(directives, 'min-fresh', Infinity) ?? -Infinity;
  return !directives.has('no-cache') && age <= most && ttl >= least;
}

/** Whether what is stale may be served as it is: `true`, or `'behind'` where it is validated meanwhile. */
function staleServed({ directives }: CacheRequest, { policy }: Stored, ttl: number): true | 'behind' | false {
  if (policy.noCache || policy.mustRevalidate) return false;
  const allowed = millisecondsOf(directives, 'max-stale', 0, Infinity);
  if (allowed !== undefined && -ttl <= allowed) return true;
  return -ttl < policy.staleWhileRevalidate && 'behind';
}

/** What to do with a request, given what is stored for it. */
export function decide(
  asked: CacheRequest,
  stored: Stored | undefined,
  now: number,
  varies = false,
): Decision {
  const { cache, directives } = asked;
  const mustNotSend = cache === 'only-if-cached' || directives.has('only-if-cached');
  if (cache === 'reload') return { act: 'forward', why: 'request' };
  if (!stored)
    return mustNotSend ? { act: 'refuse' } : { act: 'forward', why: varies ? 'vary-miss' : 'uri-miss' };
  const { policy } = stored;
  const age = ageOf(stored, policy, now);
  const ttl = policy.lifetime - age;
  const fresh = ttl > 0 && !policy.noCache;
  const whatever = cache === 'force-cache' || cache === 'only-if-cached';
  const taken = isTaken(asked, age, ttl, fresh, policy);
  if (asked.conditional) {
    if ((whatever || (fresh && taken)) && isKnownTo(asked, stored, now))
      return { act: 'not modified', age, ttl };
    return mustNotSend ? { act: 'refuse' } : { act: 'forward', why: fresh ? 'request' : 'stale' };
  }
  if (whatever || (fresh && taken)) return { act: 'serve', age, ttl, behind: false };
  const stale = !fresh && taken && staleServed(asked, stored, ttl);
  if (stale) return { act: 'serve', age, ttl, behind: stale === 'behind' };
  return mustNotSend ? { act: 'refuse' } : { act: 'validate', why: fresh ? 'request' : 'stale' };
}

const FAILED = [500, 502, 503, 504];

/**
 * Whether a stored response stands in for an answer that came to nothing. RFC 5861, 4.
 *
 * @param status Of the answer; undefined where there is none.
 */
export function canServeStale(
  asked: CacheRequest,
  stored: Stored,
  status: number | undefined,
  now: number,
): boolean {
  const { policy } = stored;
  if ((status !== undefined && !FAILED.includes(status)) || policy.noCache || policy.mustRevalidate)
    return false;
  const allowed = millisecondsOf(asked.directives, 'stale-if-error') ?? policy.staleIfError;
  // Not even what is fresh does so unasked: who had it validated has a reason.
  return Math.max(ageOf(stored, policy, now) - policy.lifetime, 0) < allowed;
}
