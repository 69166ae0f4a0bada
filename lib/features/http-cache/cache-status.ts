import type { Forwarded } from './decision.js';

/** How a cache handled a request: the members of RFC 9211. */
export interface CacheStatus {
  /** Whether it was answered without a request. */
  readonly hit: boolean;
  /** Why a request went to the server. */
  readonly fwd?: Forwarded;
  /** The status that the server answered with. */
  readonly fwdStatus?: number;
  /** Seconds for which the answer stays fresh; negative for a stale one. */
  readonly ttl?: number;
  /** Whether the answer was stored. */
  readonly stored?: boolean;
  /** Whether it is the answer to another call's request. */
  readonly collapsed?: boolean;
  /** What else there is to tell: `'stale-while-revalidate'`, `'stale-if-error'`, `'only-if-cached'`. */
  readonly detail?: string;
}

const STATUSES = /* @__PURE__ */ new WeakMap<Response, CacheStatus>();

/** Notes how a response came to be. */
export const setCacheStatus = (response: Response, status: CacheStatus): void =>
  void STATUSES.set(response, status);

/**
 * How the HTTP cache handled the call that this response is of; undefined for one that came through none.
 *
 * @param response As a Result has it. Null, and anything else: undefined.
 */
export const cacheStatusOf = (response: Response | null | undefined): CacheStatus | undefined =>
  response ? STATUSES.get(response) : undefined;

/** As a member of a `Cache-Status` header. */
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
