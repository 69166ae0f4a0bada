import type { MiddlewareContext } from '../pipeline/middleware.js';
import { contentKey } from './content-key.js';
import type { Identities } from './identities.js';

/** Sorted by raw, undecoded name; repeated names keep their order (specification 10.1, 3). */
const sortedUrl = (url: string): string => {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (!query) return url;
  const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
  const pairs = query.split('&').sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
  return `${path}?${pairs.join('&')}`;
};

/** Plain values by content, other objects by identity (specification 10.1, 6). */
const optionKey = (value: unknown, identities: Identities): string => {
  if (typeof value === 'function') return identities.of(value);
  if (typeof value !== 'object' || value === null) return contentKey(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = Array.isArray(value) || prototype === null || prototype === Object.prototype;
  return plain ? contentKey(value) : identities.of(value);
};

/** What homing sets itself, whatever stands in the fetch options. */
const UNSENT = /^(method|headers|body|signal)$/;

/**
 * What a cached answer depends on (specification 10.1): endpoint, method, URL, params, headers but Content-Type,
 * fetch options and which fetch sends it. Undefined when the call can't be keyed; it is neither read nor stored.
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  identities: Identities,
): string | undefined {
  try {
    const options = Object.entries(request.sentOptions as Record<string, unknown>)
      .filter(([name, value]) => value !== undefined && !UNSENT.test(name))
      .map(([name, value]) => `${name}:${optionKey(value, identities)}`);
    return JSON.stringify([
      requestName,
      request.operation,
      request.method,
      sortedUrl(request.url),
      contentKey(request.params),
      [...new Headers(request.sentHeaders)].filter(([name]) => name !== 'content-type'),
      options.sort(),
      request.fetch ? identities.of(request.fetch) : '',
    ]);
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
