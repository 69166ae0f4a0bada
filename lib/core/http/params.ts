import { hasMethods, isObject, isPlain, isSearchParams, ownDefined, tagOf } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from './headers.js';

/** Params by name, as they are spread over path, query and body. Only own properties count. */
export type Fields = Readonly<Record<string, unknown>>;

/** Functions for JSON of the user's own know this for a plain object; what `bare` makes has a prototype. */
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

/** Refuses an instance that is a body for another library, and whose fields nobody means. */
export function refuseForeign(value: object, owner: string): void {
  if (
    hasMethods(value, 'pipe') ||
    hasMethods(value, 'on', 'emit') ||
    hasMethods(value, 'append', 'getHeaders')
  )
    throw InvalidInputError.of(owner, value, 'a platform body: FormData, a Blob, a stream or bytes');
}

/**
 * The named fields of a params value; undefined when it is sent as a whole: an array, an instance with nothing but
 * `toJSON`, and what `isWhole` says. What can be neither is refused, naming its type: docs/reference/rules.md#bodies
 *
 * @param owner What the value is, for the message.
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
  // What fields or a toJSON() of these say is not what they are.
  if (isObject(params) && !['Set', 'Date', 'String'].includes(tag)) {
    refuseForeign(params, owner);
    if (Object.keys(params).length > 0) return params as Fields;
    if ('toJSON' in params) return undefined;
  }
  throw InvalidInputError.of(owner, params, 'an object, array, string or a body such as FormData');
}

/** The named fields of what can't be sent as a whole. Throws a InvalidInputError that names it and says what is wanted. */
export function namedFields(given: unknown, owner: string, wanted = 'an object'): Fields {
  const fields = typeof given === 'object' ? fieldsOf(given, Array.isArray, owner) : undefined;
  if (fields) return fields;
  throw InvalidInputError.of(owner, given, wanted);
}

/** The fields without those that `taken` names; undefined when none is left. */
export function fieldsWithout(taken: readonly string[], fields: Fields): Fields | undefined {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined && !taken.includes(name));
  if (names.length === 0) return undefined;
  if (taken.length === 0 && isPlain(fields)) return fields;
  const rest = emptyFields();
  for (const name of names) {
    // Of an instance with fields the fields are sent, whatever its toJSON() would make of them.
    if (name !== 'toJSON' || typeof fields[name] !== 'function') rest[name] = fields[name];
  }
  return rest;
}

/** Whether a value has one text in a URL: a string, a finite number, a bigint or a boolean. */
export const isScalar = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'bigint', 'boolean'].includes(typeof value) || Number.isFinite(value);

/** What stands in a query as it is. */
const UNRESERVED = /^[\w.*-]*$/;

/**
 * A character that UTF-16 writes as two halves, or one half without the other. Not `\p{Cs}`: what React Native makes of
 * it takes a neighbour along.
 */
const PAIR_OR_HALF = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g;

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * As `URLSearchParams` writes it (a space is `+`), without relying on the polyfills of React Native. Half a character
 * has no UTF-8 form; the sign for what can't be read takes its place.
 */
export const encode = (text: string): string =>
  UNRESERVED.test(text)
    ? text
    : encodeURIComponent(text.replace(PAIR_OR_HALF, (found) => (found.length === 2 ? found : '\uFFFD')))
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, percentEncoded);

/** A part of a query as it was before it was encoded. What is no UTF-8 stays encoded: nobody knows what it was to be. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The fields as a query string, without those that `omit` names. docs/reference/rules.md#queries */
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

/** What has one text in a query; null and undefined are left out. */
export type QueryValue = string | number | bigint | boolean | null | undefined;

/** A query by name, each with a value or a list of them, which repeats the name. */
export type QueryOption = Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams;

/** The `query` option of a call as it is sent, empty for none. Throws a InvalidInputError that names what can't be sent. */
export const callQuery = (given: unknown): string =>
  isSearchParams(given)
    ? String(given)
    : queryString(namedFields(given, 'query', 'an object or URLSearchParams'));

/** The URL with a further query behind its own. */
export const withQuery = (url: string, query: string): string =>
  query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;

/** Where everything of a call goes. What is left out is not sent. */
export interface Placement {
  /**
   * The values of the path's params, by name; a list is written `1,2`, and what a function gives as it is. What the path
   * doesn't name is not sent. Default: none.
   */
  readonly path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Values by name, a `URLSearchParams`, or text that is sent as it is written, but for a `#`. Default: none. */
  readonly query?: QueryOption | string | null | undefined;
  /** Stand over the endpoint's headers and under the call's. Default: none. */
  readonly headers?: HeadersOption | null | undefined;
  /** Sent as a whole, as params that are a body by themselves are; an object as JSON. Null is none. Default: none. */
  readonly body?: unknown;
  /**
   * The content type of the body. Sent with a body alone, and under every Content-Type of yours, at any level. Default:
   * that of the body. Null is none of your own.
   */
  readonly type?: string | null | undefined;
}

/** Says where the params of a call go. It gets the names of the path's params too, and must not wait for anything. */
// A method's parameters may be narrowed: a config for some params is one of the configs that there are.
export type Place<TParams> = {
  /** Gives where the params go. */
  place(params: TParams, names: readonly string[]): Placement;
}['place'];

/** Where the params of an endpoint go. */
export interface Places {
  /** The names of the path's params. */
  readonly inPath: readonly string[];
  /** Whether the others go into the query, rather than the body. */
  readonly inQuery: boolean;
  /** What places them instead, if anything does. */
  readonly place: NamingPlace | undefined;
}

/** The key under which a place that knows it carries which param makes a name of the query: `ofQuery` of a path. */
export const PARAM_OF_QUERY: unique symbol = Symbol.for('homing.paramOfQuery') as never;

/** A place that may know the names of its params in the query. */
export type NamingPlace = Place<unknown> & {
  readonly [PARAM_OF_QUERY]?: (name: string, names: readonly string[]) => string | undefined;
};

/** What a placement comes to; nothing is missing. */
interface Placed extends Pick<Placement, 'body' | 'type'> {
  readonly path: Fields;
  readonly query: string;
  /** Undefined for none. */
  readonly headers: HeaderRecord | undefined;
}

/** A fragment is never sent, and a URL parser drops tabs and line ends wherever they stand: `/\t/host` names a host. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const NEVER_SENT = /[#\0-\x1F\x7F]/g;

/** What `place` gave -> what is sent. Throws a InvalidInputError that names what can't be used, and never a value. */
export function readPlacement(given: Placement): Placed {
  const { path, query, headers, ...rest } = ownDefined(namedFields(given, 'place result') as Placement);
  return {
    ...rest,
    path: namedFields(path ?? {}, 'path'),
    // A URL would end at a #, and loses line ends.
    query: typeof query === 'string' ? query.replace(NEVER_SENT, encodeURIComponent) : callQuery(query ?? {}),
    headers: headers == null ? undefined : readHeaders(headers),
  };
}
