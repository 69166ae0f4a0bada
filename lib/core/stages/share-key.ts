import { identities } from '../platform/identities.js';
import { isPlatform } from '../platform/is-platform.js';
import { isTracingHeader } from '../wire/is-tracing-header.js';
import type { OutgoingRequest } from './outgoing-request.js';

const isSearchParams = isPlatform('URLSearchParams');

/** Every body of JSON is a string. Others but `URLSearchParams` can't be compared without being read. */
const bodyText = (body: unknown): string | null | undefined => {
  if (body == null) return null;
  if (typeof body === 'string') return `text ${body}`;
  return isSearchParams(body) ? `params ${(body as URLSearchParams).toString()}` : undefined;
};

/** What compares by its text: everything else in fetch options (an agent, say) does something that none shows. */
const isComparable = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const headersOf = (request: OutgoingRequest): readonly string[] => {
  const { sentHeaders } = request;
  // A record has lowercase names already, as `Headers` gives them.
  const headers = [...(Symbol.iterator in sentHeaders ? sentHeaders : Object.entries(sentHeaders))];
  return headers
    .filter(([name]) => !isTracingHeader(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
};

const exchangeIdentity = /* @__PURE__ */ identities();

/**
 * What two requests must have in common to be one (docs/reference/rules.md#share); undefined for a request that can't be
 * compared and so is never shared.
 *
 * @param scope What both calls must come from: the client with what a copy adds, and the endpoint.
 * @param exchanges The plugins that the request goes through, each of which may make another request of it.
 */
export function shareKey(
  request: OutgoingRequest,
  scope: string,
  exchanges: readonly object[],
): string | undefined {
  const { method, url, sentOptions } = request;
  const body = bodyText(request.body);
  const options = Object.entries(sentOptions).filter(([, value]) => value !== undefined);
  if (body === undefined || !options.every(([, value]) => isComparable(value))) return undefined;
  return JSON.stringify([
    scope,
    method,
    url,
    headersOf(request),
    body,
    options.map(([name, value]) => JSON.stringify([name, typeof value, String(value)])).sort(),
    exchanges.map(exchangeIdentity),
  ]);
}
