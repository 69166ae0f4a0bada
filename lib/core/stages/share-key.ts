import type { OutgoingRequest } from './outgoing-request.js';
import { isSearchParams } from '../platform/is-platform.js';
import { isTracingHeader } from '../wire/is-tracing-header.js';

/** Every body of JSON is a string. Others but `URLSearchParams` can't be compared without being read. */
const bodyText = (body: unknown): string | null | undefined => {
  if (body == null) return null;
  if (typeof body === 'string') return `text ${body}`;
  return isSearchParams(body) ? `params ${body.toString()}` : undefined;
};

/**
 * What two requests must have in common to be one (specification 10.2); undefined for a request that can't be
 * compared and so is never shared.
 *
 * @param scope What both calls must come from: the client with its added headers, and the endpoint.
 */
export function shareKey(request: OutgoingRequest, scope: string): string | undefined {
  const { method, url, sentHeaders, sentOptions } = request;
  const body = bodyText(request.body);
  const options = Object.entries(sentOptions as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const comparable = options.every(([, value]) => value === null || /^(str|num|boo)/.test(typeof value));
  if (body === undefined || !comparable) return undefined;
  // A record has lowercase names already, as `Headers` gives them.
  const headers = [...(Symbol.iterator in sentHeaders ? sentHeaders : Object.entries(sentHeaders))];
  return JSON.stringify([
    scope,
    method,
    url,
    headers
      .filter(([name]) => !isTracingHeader(name))
      .map(([name, value]) => `${name}: ${value}`)
      .sort(),
    body,
    options.map(([name, value]) => JSON.stringify([name, typeof value, String(value)])).sort(),
  ]);
}
