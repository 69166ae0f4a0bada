import { hasMethods, isObject, isPlain, isSearchParams, tagOf } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';
import { calledOption } from '../result/error-text.js';
import type { BodyEncoder, EncodedBody } from './body-encoder.js';
import type { HeaderRecord, HeadersOption } from './headers.js';
import type { UrlBuilder } from './url-builder.js';

/** Params by name, as they are distributed over path, query and body. Only own properties count. */
export type Fields = Readonly<Record<string, unknown>>;

/** A null-prototype object: custom JSON functions recognize it as plain. The result of `nullProto` has a prototype. */
const emptyFields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

const fieldsOfMap = (map: ReadonlyMap<unknown, unknown>, owner: string): Fields => {
  const fields = emptyFields();
  for (const [name, value] of map) {
    if (typeof name !== 'string')
      throw new InvalidInputError(`${owner} is a Map with non-string keys: use string keys or an object.`);
    fields[name] = value;
  }
  return fields;
};

/** Throws for an instance that is a body of another library, because its fields aren't params. */
export function refuseForeign(value: object, owner: string): void {
  if (
    hasMethods(value, 'pipe') ||
    hasMethods(value, 'on', 'emit') ||
    hasMethods(value, 'append', 'getHeaders')
  )
    throw InvalidInputError.of(owner, value, 'a platform body: FormData, a Blob, a stream or bytes');
}

/**
 * Returns the named fields of a params value; undefined if it is sent as a whole: an array, an instance that only has
 * `toJSON`, and every value that `isWhole` accepts. Throws for anything else, naming its type:
 * docs/reference/rules.md#bodies
 *
 * @param owner Names the value in the message.
 */
export function fieldsOf(
  params: unknown,
  isWhole: (value: unknown) => boolean,
  owner = 'params',
): Fields | undefined {
  if (params == null) return {};
  if (isObject(params) && isPlain(params) && !(Symbol.asyncIterator in params)) return params as Fields;
  if (Array.isArray(params) || isWhole(params)) return undefined;
  const tag = tagOf(params);
  if (tag === 'Map') return fieldsOfMap(params as ReadonlyMap<unknown, unknown>, owner);
  // The fields or the `toJSON()` of these don't contain their value.
  if (isObject(params) && !['Set', 'Date', 'String'].includes(tag)) {
    refuseForeign(params, owner);
    if (Object.keys(params).length > 0) return params as Fields;
    if ('toJSON' in params) return undefined;
  }
  throw InvalidInputError.of(owner, params, 'an object, array, string or a body such as FormData');
}

/**
 * Returns the named fields of a value that can't be sent as a whole. Throws an InvalidInputError with its name and the
 * wanted type.
 */
export function namedFields(given: unknown, owner: string, wanted = 'an object'): Fields {
  const fields = typeof given === 'object' ? fieldsOf(given, Array.isArray, owner) : undefined;
  if (fields) return fields;
  throw InvalidInputError.of(owner, given, wanted);
}

/** Returns the fields whose names aren't in `taken`; undefined if none remains. */
export function fieldsWithout(taken: readonly string[], fields: Fields): Fields | undefined {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined && !taken.includes(name));
  if (names.length === 0) return undefined;
  if (taken.length === 0 && isPlain(fields)) return fields;
  const rest = emptyFields();
  for (const name of names) {
    // An instance with own fields is sent as these fields, not as its `toJSON()` result.
    if (name !== 'toJSON' || typeof fields[name] !== 'function') rest[name] = fields[name];
  }
  return rest;
}

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

/** Returns the query of the levels without the names that the query of the params has: a param wins. */
export function queryBeside(params: string, levels: LevelQuery): string {
  if (levels.size === 0) return '';
  // An empty query has no param with an empty name.
  const taken = params ? params.split('&').map(nameIn) : [];
  let query = '';
  for (const [name, text] of levels) if (text && !taken.includes(name)) query += `${query && '&'}${text}`;
  return query;
}

/** Appends a query to a URL, after its own. */
export const withQuery = (url: string, query: string): string =>
  query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;

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

/** Where each part of a call's params is sent. Everything that is left out is not sent. */
export interface Placement {
  /**
   * Values of the path params, by name. An array is written `1,2`; a function's return value is used unchanged. Names
   * that the path doesn't contain are ignored. Default: none.
   */
  readonly path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Query values by name, a `URLSearchParams`, or a string that is sent unchanged, except for `#`. Default: none. */
  readonly query?: QueryOption | string | null | undefined;
  /** Headers that win over the endpoint's, but not over the call's. Default: none. */
  readonly headers?: HeadersOption | null | undefined;
  /** The body, sent as a whole; an object is sent as JSON. Null means none. Default: none. */
  readonly body?: unknown;
  /**
   * The content type of the body. Ignored without a body. A Content-Type of the caller, at any level, wins. Default,
   * also for null: the type of the body.
   */
  readonly type?: string | null | undefined;
}

/** What the params of a call become, or why they can't. */
export interface EncodedParams {
  /** The path, filled as far as possible, with its fixed query. It is joined to `baseUrl`, unless it is absolute. */
  readonly url: string;
  /** The query of the params. */
  readonly query: string;
  /** Headers that the params create; undefined for none. The call's own headers win over them. */
  readonly headers: HeaderRecord | undefined;
  /** The body; undefined if the params can't become a request. */
  readonly body: EncodedBody | undefined;
  /** Why the params can't become a request. */
  readonly refusal: unknown;
}

/**
 * Encodes the params of an endpoint by its own rules. Created by `placed` and `places` of `homing/openapi`, which bring
 * the code for it.
 */
export interface ParamPlacement<TParams = unknown> {
  /**
   * Returns where the params go. It must be synchronous. Declared as a method, whose parameters are bivariant: a config
   * for specific params must be assignable to any config.
   *
   * @param names The names of the path params.
   */
  place(params: TParams, names: readonly string[]): Placement;
  /** Converts the params to the parts of a request, with the URL and the bodies of the endpoint. Never throws. */
  encode(params: unknown, urls: UrlBuilder, bodies: BodyEncoder): EncodedParams;
  /** Returns the name of the param that creates a query param; undefined if there is none. */
  paramOfQuery?(name: string, names: readonly string[]): string | undefined;
}

/** Where the params of an endpoint go. */
export interface Places {
  /** The names of the path params. */
  readonly inPath: readonly string[];
  /** Whether the other params go in the query instead of the body. */
  readonly inQuery: boolean;
  /** What places the params instead, if there is one. */
  readonly place: ParamPlacement | undefined;
}

/** A fragment is never sent, and a URL parser removes tabs and line breaks anywhere: `/\t/host` would name a host. */
// eslint-disable-next-line no-control-regex -- it matches control characters
export const NEVER_SENT = /[#\0-\x1F\x7F]/g;
