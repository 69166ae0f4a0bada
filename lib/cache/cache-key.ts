import type { MiddlewareContext } from '../pipeline/middleware.js';
import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import { isBare } from '../platform/bare.js';
import { isPlain } from '../platform/is-plain.js';
import { contentKey } from './content-key.js';

const nameOf = (pair: string): string => pair.slice(0, `${pair}=`.indexOf('='));

/** By raw, undecoded name; repeated names keep their order (specification 10.1, 3). */
const byName = (a: string, b: string): number => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)));

/** A record as homing made it; or what a middleware put in its place, which may be of any library. */
const recordOf = (sent: HeaderRecord | Headers): HeaderRecord =>
  isBare(sent) ? (sent as HeaderRecord) : Object.fromEntries(new Headers(sent));

/** By record: an endpoint's is the same at each call without headers of its own. */
const headersKeys = new WeakMap<HeaderRecord, string>();

/** Without Content-Type. */
const headersKey = (sent: HeaderRecord | Headers): string => {
  const record = recordOf(sent);
  const key = headersKeys.get(record) ?? contentKey({ ...record, 'content-type': undefined });
  headersKeys.set(record, key);
  return key;
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

/** Whether a value is told apart by identity: no plain value, whose content counts (specification 10.1, 6). */
const isThing = (value: unknown): value is object =>
  value === Object(value) && !Array.isArray(value) && !isPlain(value as object);

/**
 * What a cached answer depends on (specification 10.1): endpoint, method, URL, params, a body that a middleware put in
 * their place, headers but Content-Type, fetch options and which fetch sends it. Undefined when the call can't be keyed; it is neither read nor stored.
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  identityOf: (thing: object) => string,
): string | undefined {
  try {
    const { url } = request;
    const queryStart = url.indexOf('?') + 1 || url.length;
    const init: Record<string, unknown> = {
      ...request.sentOptions,
      method: request.method,
      headers: headersKey(request.sentHeaders),
      // The params stand for it, and no call waits for another's signal.
      body: undefined,
      signal: undefined,
    };
    for (const [name, value] of Object.entries(init)) if (isThing(value)) init[name] = identityOf(value);
    return [
      requestName,
      request.operation,
      url.slice(0, queryStart),
      url.slice(queryStart).split('&').sort(byName).join('&'),
      request.params,
      request.bodyReplaced ? request.body : undefined,
      init,
      request.fetch && identityOf(request.fetch),
    ]
      .map((part) => contentKey(part))
      .join();
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
