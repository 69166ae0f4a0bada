import type { Forwarded } from './decision.js';

/** How a cache handled a request: the parameters of RFC 9211. */
export interface CacheStatus {
  /** Whether a stored response was returned without a request. */
  readonly hit: boolean;
  /** Why a request went to the server. */
  readonly fwd?: Forwarded;
  /** Status code of the server's response. */
  readonly fwdStatus?: number;
  /** Seconds until the response becomes stale; negative if it already is. */
  readonly ttl?: number;
  /** Whether the response was stored. */
  readonly stored?: boolean;
  /** Whether the response comes from the request of another call. */
  readonly collapsed?: boolean;
  /** A detail of the outcome: `'stale-while-revalidate'`, `'stale-if-error'` or `'only-if-cached'`. */
  readonly detail?: string;
}

const STATUSES = /* @__PURE__ */ new WeakMap<Response, CacheStatus>();

/** Records how the cache produced a response. */
export const setCacheStatus = (response: Response, status: CacheStatus): void =>
  void STATUSES.set(response, status);

/**
 * Returns how the HTTP cache handled the call of this response; undefined if no HTTP cache handled it.
 *
 * @param response The `response` of a Result. Null or any other value: returns undefined.
 */
export const cacheStatusOf = (response: Response | null | undefined): CacheStatus | undefined =>
  response ? STATUSES.get(response) : undefined;

/** Formats a status as a member of a `Cache-Status` header. */
export function statusField({ hit, fwd, fwdStatus, ttl, stored, collapsed, detail }: CacheStatus): string {
  return [
    'homing',
    hit && 'hit',
    fwd && `fwd=${fwd}`,
    fwdStatus !== undefined && `fwd-status=${fwdStatus}`,
    ttl !== undefined && `ttl=${ttl}`,
    stored && 'stored',
    collapsed && 'collapsed',
    detail && `detail=${detail}`,
  ]
    .filter(Boolean)
    .join('; ');
}
