import type { SentRequest } from '../../core/seats.js';
import { contentKey, hasOnlyContent, wireContent } from '../../keys.js';

/** Method, URL and body, as they stand. Throws for a body that can't be compared. */
export const messageKey = (request: SentRequest): string => {
  const { method, url, body, hasJsonBody } = request;
  const contentType = request.headerRecord()['content-type'];
  return contentKey([method, wireContent({ url, body, isJson: hasJsonBody, contentType })]);
};

/** The fetch options by content, and by identity where they hold something that has none: an agent, say. */
export const fetchOptionsKey = (
  { fetchOptions }: SentRequest,
  identityOf: (thing: object) => string,
): string => {
  // What most calls have: none.
  if (Object.keys(fetchOptions).length === 0) return '{}';
  const own = { ...fetchOptions, method: undefined, headers: undefined, body: undefined, signal: undefined };
  return contentKey(own, {
    exact: false,
    asJson: false,
    identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
  });
};

/** What a request asks, as it stands: all but its headers. Which of those matter is another question. */
export const requestKey = (request: SentRequest, identityOf: (thing: object) => string): string => {
  try {
    return messageKey(request) + fetchOptionsKey(request, identityOf);
  } catch {
    // What a subclass keys in its own way: all that can be compared of it.
    return contentKey([request.method, request.url]);
  }
};
