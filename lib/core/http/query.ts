import { isSearchParams } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';
import { calledOption } from '../result/error-text.js';
import { type Fields, namedFields } from './params.js';

/** A fragment is never sent, and a URL parser removes tabs and line breaks anywhere: `/\t/host` would name a host. */
// eslint-disable-next-line no-control-regex -- it matches control characters
export const NEVER_SENT = /[#\0-\x1F\x7F]/g;

/** Returns whether a value can be written in a URL: a string, a finite number, a bigint or a boolean. */
export const isScalar = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'bigint', 'boolean'].includes(typeof value) || Number.isFinite(value);

/** Characters that a query contains unencoded. */
const UNRESERVED = /^[\w.*-]*$/;

/**
 * A surrogate pair, or a lone surrogate. Not `\p{Cs}`: React Native compiles it to a pattern that also matches a
 * neighbor.
 */
const PAIR_OR_HALF = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g;

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Encodes text as `URLSearchParams` does (a space is `+`), without the polyfills of React Native. A lone surrogate has
 * no UTF-8 form and becomes U+FFFD.
 */
export const encode = (text: string): string =>
  UNRESERVED.test(text)
    ? text
    : encodeURIComponent(text.replace(PAIR_OR_HALF, (found) => (found.length === 2 ? found : '\uFFFD')))
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, percentEncoded);

/** Decodes a part of a query. Invalid UTF-8 stays encoded, because its meaning is unknown. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Encodes the fields as a query string, except for the names in `omit`. docs/reference/rules.md#queries */
export function queryString(fields: Fields, omit: readonly string[] = []): string {
  let query = '';
  for (const name of Object.keys(fields)) {
    if (omit.includes(name)) continue;
    // Flattened by one level: an array repeats the key.
    for (const value of [fields[name]].flat<unknown[]>()) {
      if (value == null) continue;
      if (!isScalar(value))
        throw InvalidInputError.of(
          `The query param ${JSON.stringify(name)}`,
          value,
          'a string, finite number, boolean, bigint or an array of these; for a Date, toISOString()',
        );
      query += `${query && '&'}${encode(name)}=${encode(String(value))}`;
    }
  }
  return query;
}

/** A value that a query can contain; null and undefined are left out. */
export type QueryValue = string | number | bigint | boolean | null | undefined;

/** Query params by name, each with a value or an array, which repeats the name. */
export type QueryOption = Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams;

/** The encoded query params of one or several levels by their names. An empty string removes a param. */
export type LevelQuery = ReadonlyMap<string, string>;

/** Encodes the `query` option of a level. Throws an InvalidInputError that names an invalid param. */
export function levelQuery(given: unknown): LevelQuery {
  const query = new Map<string, string>();
  if (isSearchParams(given)) {
    for (const pair of String(given).split('&')) {
      const name = nameIn(pair);
      const before = query.get(name);
      if (pair) query.set(name, before ? `${before}&${pair}` : pair);
    }
  } else {
    const fields = namedFields(given, 'query', 'an object or URLSearchParams');
    for (const name of Object.keys(fields)) query.set(name, queryString({ [name]: fields[name] }));
  }
  return query;
}

/** Returns the decoded name of a `name=value` pair. */
const nameIn = (pair: string): string => decodeQuery(pair.split('=', 1)[0] ?? '');

/**
 * Appends queries to a URL, after its own: the query of the params, and then the query of the levels without the names
 * that the params have.
 */
export function withQuery(url: string, params: string, levels?: LevelQuery): string {
  let query = params;
  if (levels?.size) {
    // An empty query has no param with an empty name.
    const taken = params ? params.split('&').map(nameIn) : [];
    for (const [name, text] of levels) if (text && !taken.includes(name)) query += `${query && '&'}${text}`;
  }
  return query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
}

/** Converts the params of a query to a query string. */
export type QuerySerializer = (params: Record<string, unknown>) => string;

/** Encodes params with the `serializeQuery` option. Throws if the function throws or returns another value. */
export function serializedQuery(serialize: QuerySerializer, fields: Fields): string {
  const query = calledOption('serializeQuery', () => serialize({ ...fields }) as unknown);
  if (typeof query !== 'string')
    throw InvalidInputError.of('The return value of serializeQuery', query, 'a string');
  // A URL parser would end the query at a `#`, and remove line breaks.
  return query.replace(/^\?/, '').replace(NEVER_SENT, encodeURIComponent);
}
