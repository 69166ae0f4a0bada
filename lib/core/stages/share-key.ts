import { identities } from '../platform/identities.js';
import { isSearchParams } from '../platform/is-platform.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { isTracingHeader } from '../wire/is-tracing-header.js';
import type { OutgoingRequest } from './outgoing-request.js';

/** Every body of JSON is a string. Others but `URLSearchParams` can't be compared without being read. */
const bodyText = (body: unknown): string | null | undefined => {
  if (body == null) return null;
  if (typeof body === 'string') return `text ${body}`;
  return isSearchParams(body) ? `params ${String(body)}` : undefined;
};

/** What compares by its text: everything else in fetch options (an agent, say) does something that none shows. */
const isComparable = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Headers, but for those that only say which request this is. */
export const comparedHeaders = (headers: HeaderRecord): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .filter(([name]) => !isTracingHeader(name))
    .sort();

/** What is sent in the place of such a fetch option, whatever it says. */
const SET_BY_HOMING: readonly string[] = ['method', 'headers', 'body', 'signal'];

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
  const options = Object.entries<unknown>(sentOptions).filter(
    ([name, value]) => value !== undefined && !SET_BY_HOMING.includes(name),
  );
  if (body === undefined || !options.every(([, value]) => isComparable(value))) return undefined;
  return JSON.stringify([
    scope,
    method,
    url,
    comparedHeaders(request.headerRecord()),
    body,
    options.map(([name, value]) => JSON.stringify([name, typeof value, String(value)])).sort(),
    exchanges.map(exchangeIdentity),
  ]);
}
