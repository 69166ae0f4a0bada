import { ACCEPTED, ACCEPTED_SECURELY } from './content-codings.js';
import type { GivenHeaders } from './request-headers.js';

/** What a request adds to the headers that the caller gave. */
export interface HeaderFacts {
  readonly method: string;
  readonly secure: boolean;
  readonly cache: RequestCache | undefined;
  readonly body: { readonly type: string | null; readonly length: number | undefined } | null;
}

const isNamed = (spelled: string | undefined, name: string): boolean =>
  spelled === name || (spelled?.length === name.length && spelled.toLowerCase() === name);

/** Whoever sends one of these has kept an answer, and asks about it past every cache on the way. */
const CONDITION = /^if-(?:none-match|match|modified-since|unmodified-since|range)$/i;

const isConditional = (given: GivenHeaders): boolean =>
  given.some((name, at) => at % 2 === 0 && CONDITION.test(name));

/** How the standard reads the option: a request with a condition by default reloads. */
const effectiveCache = (cache: RequestCache | undefined, given: GivenHeaders): RequestCache | undefined =>
  (cache === undefined || cache === 'default') && isConditional(given) ? 'no-store' : cache;

/**
 * All headers of a request by name: those of the caller, then those that fetch would add. An object, as fetch hands
 * it to a dispatcher: that is what interceptors and mocks read and copy.
 */
export function wireHeaders(given: GivenHeaders, facts: HeaderFacts): Record<string, string> {
  const { body, method, secure } = facts;
  const cache = effectiveCache(facts.cache, given);
  const all: Record<string, string> = {};
  for (let at = 0; at < given.length; at += 2) all[given[at] ?? ''] = given[at + 1] ?? '';
  const has = (name: string): boolean => {
    for (let at = 0; at < given.length; at += 2) if (isNamed(given[at], name)) return true;
    return false;
  };
  const length = body ? body.length : method === 'POST' || method === 'PUT' ? 0 : undefined;
  if (body && body.type !== null && !has('content-type')) all['content-type'] = body.type;
  if (length !== undefined && !has('content-length')) all['content-length'] = String(length);
  if (!has('accept')) all['accept'] = '*/*';
  if (!has('accept-language')) all['accept-language'] = '*';
  if (!has('sec-fetch-mode')) all['sec-fetch-mode'] = 'cors';
  if (!has('user-agent')) all['user-agent'] = 'node';
  if (cache !== undefined) {
    const fresh = cache === 'no-store' || cache === 'reload';
    if (fresh && !has('pragma')) all['pragma'] = 'no-cache';
    if (fresh && !has('cache-control')) all['cache-control'] = 'no-cache';
    if (cache === 'no-cache' && !has('cache-control')) all['cache-control'] = 'max-age=0';
  }
  if (!has('accept-encoding')) {
    all['accept-encoding'] = has('range') ? 'identity' : secure ? ACCEPTED_SECURELY : ACCEPTED;
  }
  return all;
}
