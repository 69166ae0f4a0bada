import { bare, ownDefined } from '../core/seats.js';
import { requirePlatform } from './require-platform.js';

/**
 * A `Response` with a JSON body.
 *
 * @param body Anything that JSON has a text for; null and undefined give an empty body.
 * @param init Carries `status` (default 200), `statusText` and `headers`.
 */
export function jsonResponse(body: unknown, init: ResponseInit = {}): Response {
  requirePlatform();
  const own = ownDefined(init);
  const headers = new Headers(own.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(body == null ? null : JSON.stringify(body), bare<ResponseInit>(own, { headers }));
}
