import { isSearchParams } from '../platform/is-platform.js';
import { namedFields } from './fields.js';
import { queryString } from './query-string.js';

/** What has one text in a query; null and undefined are left out. */
export type QueryValue = string | number | bigint | boolean | null | undefined;

/** A query by name, each with a value or a list of them, which repeats the name. */
export type QueryOption = Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams;

/** The `query` option of a call as it is sent, empty for none. Throws a Refusal that names what can't be sent. */
export function callQuery(given: unknown): string {
  if (isSearchParams(given)) return String(given);
  return queryString(namedFields(given, 'query', 'an object, or a URLSearchParams'), []);
}

/** The URL with a further query behind its own. */
export const withQuery = (url: string, query: string): string =>
  query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
