import type { MiddlewareContext } from '../../core/stages/middleware-context.js';
import type { HeaderRecord } from '../../core/wire/fetch-options.js';
import { contentKey } from '../../keys.js';
import { hiddenContent } from './hidden-content.js';
import { fetchOptionsKey, messageKey } from './request-key.js';

/** The keys of records that were seen before: an endpoint's is the same at each call without headers of its own. */
const keysOfHeaders = /* @__PURE__ */ new WeakMap<HeaderRecord, string>();

/** All headers but Content-Type. */
const headersKey = (headers: HeaderRecord): string => {
  const key = keysOfHeaders.get(headers) ?? contentKey({ ...headers, 'content-type': undefined });
  keysOfHeaders.set(headers, key);
  return key;
};

/**
 * What a cached answer depends on: what is sent (method, URL, headers but Content-Type, body, fetch options, and which
 * fetch sends it), and what reads the answer (endpoint, response type, schema). Undefined when the call can't be keyed;
 * it is neither read nor stored. The params count as they were at the call, in the URL and the body that they made;
 * some are never keyed at all. docs/reference/rules.md#cache
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  identityOf: (thing: object) => string,
): string | undefined {
  try {
    return [
      contentKey(requestName),
      contentKey(request.operation),
      messageKey(request),
      headersKey(request.headerRecord()),
      hiddenContent(request.params),
      fetchOptionsKey(request, identityOf),
      request.fetch && identityOf(request.fetch),
      request.responseType,
      request.schema && identityOf(request.schema),
    ].join();
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
