import type { MiddlewareContext } from '../pipeline/middleware.js';
import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import { isPlain } from '../platform/is-plain.js';
import { contentKey } from './content-key.js';
import type { Identities } from './identities.js';

const nameOf = (pair: string): string => {
  const end = pair.indexOf('=');
  return end < 0 ? pair : pair.slice(0, end);
};

/** Sorted by raw, undecoded name; repeated names keep their order (specification 10.1, 3). */
const sortedUrl = (url: string): string => {
  const start = url.indexOf('?') + 1;
  if (start === 0 || !url.includes('&', start)) return url;
  const named = url
    .slice(start)
    .split('&')
    .map((pair) => ({ pair, name: nameOf(pair) }));
  named.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return url.slice(0, start) + named.map(({ pair }) => pair).join('&');
};

const textOf = (headers: HeaderRecord): string => {
  const names = Object.keys(headers).filter((name) => name !== 'content-type');
  return JSON.stringify(names.sort().flatMap((name) => [name, headers[name]]));
};

/** An endpoint's record is the same at each call without headers of its own. */
const textOfRecord = new WeakMap<HeaderRecord, string>();

/** Only a record that nobody touched has no prototype; what a middleware put there may be of any library. */
const recordOf = (sent: HeaderRecord | Headers): HeaderRecord =>
  Object.getPrototypeOf(sent) === null ? (sent as HeaderRecord) : Object.fromEntries(new Headers(sent));

/** Sorted by name, without Content-Type. */
const headersText = (sent: HeaderRecord | Headers): string => {
  const record = recordOf(sent);
  const text = textOfRecord.get(record) ?? textOf(record);
  textOfRecord.set(record, text);
  return text;
};

/** The headers that say who asks, as they stand. */
export const credentialsText = ({ sentHeaders }: MiddlewareContext['request']): string => {
  try {
    const headers = recordOf(sentHeaders);
    return JSON.stringify(['authorization', 'cookie', 'proxy-authorization'].map((name) => headers[name]));
  } catch {
    // Headers that can't be sent are for fetch to refuse.
    return '';
  }
};

/** Plain values by content, other objects by identity (specification 10.1, 6). */
const optionKey = (value: unknown, identities: Identities): string => {
  if (typeof value === 'function') return identities.of(value);
  if (typeof value !== 'object' || value === null) return contentKey(value);
  return Array.isArray(value) || isPlain(value) ? contentKey(value) : identities.of(value);
};

/** What homing sets itself, whatever stands in the fetch options. */
const UNSENT = /^(method|headers|body|signal)$/;

/**
 * What a cached answer depends on (specification 10.1): endpoint, method, URL, params, a body that a middleware put in
 * their place, headers but Content-Type, fetch options and which fetch sends it. Undefined when the call can't be keyed; it is neither read nor stored.
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
      request.bodyReplaced ? contentKey(request.body) : '',
      headersText(request.sentHeaders),
      options.sort(),
      request.fetch ? identities.of(request.fetch) : '',
    ]);
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
