import type { MiddlewareContext } from '../../core/seats.js';
import { contentKey } from '../../keys.js';
import type { HeadersKey } from './headers-key.js';
import { hiddenContent } from './hidden-content.js';
import { fetchOptionsKey, messageKey } from './request-key.js';

/**
 * What a cached answer depends on: what is sent (method, URL, headers, body, fetch options, and which
 * fetch sends it), and what reads the answer (endpoint, response type, schema). Undefined when the call can't be keyed;
 * it is neither read nor stored. The params count as they were at the call, in the URL and the body that they made;
 * some are never keyed at all. docs/reference/rules.md#cache
 */
export function cacheKey(
  { request, requestName }: MiddlewareContext,
  headersKey: HeadersKey,
  identityOf: (thing: object) => string,
): string | undefined {
  try {
    const { parseJson, stringifyJson } = request.json;
    return [
      contentKey(requestName),
      contentKey(request.operation),
      messageKey(request),
      headersKey.of(request.headerRecord()),
      hiddenContent(request.params, stringifyJson != null),
      fetchOptionsKey(request, identityOf),
      request.fetch && identityOf(request.fetch),
      request.responseType,
      request.schema && identityOf(request.schema),
      parseJson && identityOf(parseJson),
      stringifyJson && identityOf(stringifyJson),
    ].join();
  } catch {
    // Also for a getter of the caller's that throws: a cache must not fail a call.
    return undefined;
  }
}
