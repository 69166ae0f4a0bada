import {
  decodeQuery,
  fieldsOf,
  isScalar,
  isSearchParams,
  oneLine,
  InvalidInputError,
  type SuccessResult,
} from '../../core/internal.js';
import { type SentPage, sentPageOf, type PageEndpoint, type PageRequest } from './paginate.js';

/** Target of a link. RFC 8288, 3. */
const TARGET = /[\s,]*<([^>]*)>/y;

/**
 * One parameter of a link, whose value is a token or a quoted string. RFC 8288, 3. The closing quote is optional: an
 * unsuccessful search for it from each quote would take quadratic time.
 */
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;,"]*)))?/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Whether a link with these parameters belongs to the page itself and has this relation. */
const isRelation = (parameters: ReadonlyMap<string, string>, relation: string): boolean =>
  // A link with an anchor describes another resource.
  !parameters.has('anchor') && (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes(relation);

/**
 * Returns the target of the first link with this relation, unresolved; undefined without one.
 *
 * @param relation Lowercase name of the relation.
 * @param header The `Link` header, with all its fields joined.
 */
export function linkTo(relation: string, header: string): string | undefined {
  let at = 0;
  while (at < header.length) {
    const target = matchAt(TARGET, header, at);
    if (!target) return undefined;
    at += target[0].length;
    const parameters = new Map<string, string>();
    for (let found = matchAt(PARAMETER, header, at); found; found = matchAt(PARAMETER, header, at)) {
      at += found[0].length;
      const [, name = '', quoted, token = ''] = found;
      const key = name.toLowerCase();
      // If a parameter is repeated, only the first counts.
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
    }
    // Trim like a URL parser: a trailing space would become part of the last param.
    if (isRelation(parameters, relation)) return target[1]?.trim();
    const comma = header.indexOf(',', at);
    at = comma < 0 ? header.length : comma + 1;
  }
  return undefined;
}

/**
 * Scheme and host of a URL, both optional. Parsed with a pattern, like the query below: older versions of React
 * Native's `URL` and `URLSearchParams` can't parse them.
 */
const ORIGIN = /^(?:([a-z][a-z\d+.-]*:))?(?:[\\/]{2}([^\\/?#]*))?/i;

const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { 'http:': /:(80)?$/, 'https:': /:(443)?$/ };

/**
 * Returns the lowercase origin of a URL, without user info and default port. Undefined if neither the URL nor `base`
 * has an origin.
 *
 * @param base The URL that a URL without scheme or host is relative to.
 */
export function originOf(url: string, base = ''): string | undefined {
  const [, scheme, host] = ORIGIN.exec(url.trim().toLowerCase()) ?? [];
  const [, baseScheme = ''] = ORIGIN.exec(base.toLowerCase()) ?? [];
  if (host === undefined) return scheme ?? (base ? originOf(base) : undefined);
  const ownScheme = scheme ?? baseScheme;
  const ownHost = host.slice(host.lastIndexOf('@') + 1);
  return ownScheme ? `${ownScheme}//${ownHost.replace(DEFAULT_PORTS[ownScheme] ?? '', '')}` : undefined;
}

/** Parses the query of a URL into the values of each name, in their order. */
export function queryOf(url: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  const [, text = ''] = /\?([^#]*)/.exec(url.split('#', 1)[0] ?? '') ?? [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = decodeQuery(end < 0 ? pair : pair.slice(0, end));
    const value = end < 0 ? '' : decodeQuery(pair.slice(end + 1));
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** Params by name. */
export type NamedParams = Readonly<Record<string, unknown>>;

type LinkedPage = Pick<SuccessResult<unknown>, 'data' | 'error' | 'response'>;

/** Throws an error about the link, which `paginate` yields as an error Result. */
const refuse = (what: string): never => {
  throw new InvalidInputError(`The next-page link ${what} write your own "next".`);
};

/** Shortens a name from the server for an error message. */
const inMessage = (name: string): string => JSON.stringify(oneLine(name));

/** Returns a single value unchanged and several values as an array; undefined for an empty array. */
const asParam = (values: readonly string[]): unknown => (values.length > 1 ? values : values[0]);

const asParams = (query: ReadonlyMap<string, string[]>): Record<string, unknown> =>
  Object.fromEntries([...query].map(([name, values]) => [name, asParam(values)]));

/** The params of a page's request, by name. */
export const namedParams = (params: unknown): NamedParams =>
  isSearchParams(params) ? asParams(queryOf(`?${params}`)) : { ...fieldsOf(params, () => false) };

/** The values of a param as a query contains them. */
const texts = (value: unknown): string[] => [value].flat().filter(isScalar).map(String);

/** Removes each of `others` once from the values. */
const without = (values: readonly string[], others: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return values.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0;
  });
};

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((value, at) => value === others[at]);

const refuseOtherOrigin = (link: string, from: string): void => {
  const origin = originOf(from);
  const target = originOf(link, from);
  if (origin !== undefined && target !== origin)
    refuse(`points to ${oneLine(target)}, but the page is from ${origin}:`);
};

/** A query name for which the link has another value. */
interface Change {
  readonly name: string;
  /** All values of the name in the link. */
  readonly values: readonly string[];
  /** Name of the param that produces the query name, with its next value. */
  readonly param: string;
  readonly value: unknown;
}

const refuseElsewhere = (name: string): never =>
  refuse(`sets ${inMessage(name)}, which is not a query param of the endpoint:`);

/** Returns the param that produces this query name; undefined if it's unknown. */
const paramOf = (name: string, { places }: PageEndpoint): string | undefined => {
  if (!places) return undefined;
  const { inPath, inQuery, place } = places;
  if (place?.paramOfQuery) return place.paramOfQuery(name, inPath);
  return (inQuery || place) && !inPath.includes(name) ? name : undefined;
};

/**
 * Returns the changes from the request of the page to its link. Throws an InvalidInputError for a change that params
 * can't express.
 */
const changesIn = (link: string, { url, endpoint }: SentPage, before: NamedParams): Change[] => {
  const sent = queryOf(url);
  return [...queryOf(link)].flatMap(([name, values]): Change[] => {
    const sentValues = sent.get(name) ?? [];
    // Setting `__proto__` would change the prototype of the object.
    if (isSame(values, sentValues) || name === '__proto__') return [];
    const param = endpoint ? paramOf(name, endpoint) : name;
    if (param === undefined) return endpoint?.places?.inPath.includes(name) ? [] : refuseElsewhere(name);
    const beside = without(sentValues, texts(Object.hasOwn(before, param) ? before[param] : undefined));
    const rest = without(values, beside);
    if (rest.length + beside.length > values.length) {
      const [whole = ''] = name.split('[', 1);
      // The link changes part of a nested param, such as `filter[a]`, which can't be changed alone.
      if (whole !== name && Object.hasOwn(before, whole)) refuseElsewhere(name);
      refuse(`changes ${inMessage(name)}, which isn't a param: make it one, or`);
    }
    return [{ name, values, param, value: asParam(rest) }];
  });
};

const changed = (before: NamedParams, changes: readonly Change[]): NamedParams =>
  Object.fromEntries([
    ...Object.entries(before),
    ...changes.map(({ param, value }): [string, unknown] => [param, value]),
  ]);

/** The parts of a request other than its query. */
const beyondQuery = ({ url, headers, body, contentType }: NonNullable<PageRequest>): readonly unknown[] => [
  url.split('?', 1)[0],
  JSON.stringify(headers),
  body,
  contentType,
];

/** Whether these changes affect only the query names that they list. */
const areOfQueryAlone = (current: SentPage, before: NamedParams, changes: readonly Change[]): boolean => {
  const was = current.endpoint?.requestOf(before);
  const is = current.endpoint?.requestOf(changed(before, changes));
  if (!was || !is || !isSame(beyondQuery(was), beyondQuery(is))) return false;
  const [sent, from, to] = [queryOf(current.url), queryOf(was.url), queryOf(is.url)] as const;
  const wanted = new Map(from);
  for (const { name, values } of changes) {
    const added = without(sent.get(name) ?? [], from.get(name) ?? []);
    wanted.set(name, without(values, added));
  }
  return [...wanted.keys(), ...to.keys()].every((name) =>
    isSame([...(wanted.get(name) ?? [])].sort(), [...(to.get(name) ?? [])].sort()),
  );
};

/**
 * Returns one of the changes that make a link invalid. It tests halves of the changes: a separate test of each change
 * would take quadratic time in the length of the link.
 */
const invalidAmong = (
  changes: readonly Change[],
  areValid: (some: readonly Change[]) => boolean,
): Change | undefined => {
  if (changes.length < 2) return changes[0];
  const half = changes.length >> 1;
  const first = changes.slice(0, half);
  return invalidAmong(areValid(first) ? changes.slice(half) : first, areValid);
};

/** Converts a text of a query to a value with the same text; undefined if there is none. */
const READERS: readonly ((text: string) => unknown)[] = [
  (text) => (String(Number(text)) === text ? Number(text) : undefined),
  (text) => (/^(true|false)$/.test(text) ? text === 'true' : undefined),
  (text) => (/^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined),
];

/** Returns the value of a change in other types: a number, a boolean or a bigint with the same text. */
const inOtherTypes = ({ value }: Change): unknown[] =>
  READERS.flatMap((read) => {
    const values = [value].flat().map((text) => (typeof text === 'string' ? read(text) : undefined));
    if (values.includes(undefined)) return [];
    return [Array.isArray(value) ? values : values[0]];
  });

/** Maximum number of values that get another type. Each takes time for the whole link. */
const MOST_TYPED = 16;

/**
 * Returns valid changes: a value of a link has another type if the endpoint's schema rejects its text. Throws an
 * InvalidInputError if there are none.
 */
const typedChanges = (
  changes: readonly Change[],
  areValid: (some: readonly Change[]) => boolean,
): readonly Change[] => {
  let typed = changes;
  for (let count = 0; !areValid(typed); count += 1) {
    const invalid = invalidAmong(typed, areValid);
    const value = invalid && inOtherTypes(invalid).find((each) => areValid([{ ...invalid, value: each }]));
    if (!invalid || value === undefined || count === MOST_TYPED) return refuseElsewhere(invalid?.name ?? '');
    typed = typed.map((each) => (each === invalid ? { ...invalid, value } : each));
  }
  return typed;
};

/**
 * Returns the params of the page at this link, by the rules of `nextLink`. Throws an InvalidInputError for a link that
 * can't be followed.
 */
export function followLink(link: string, page: LinkedPage, params: unknown): NamedParams {
  const current = sentPageOf(page);
  const response = page.response as Response | null;
  refuseOtherOrigin(link, response?.url || current.url);
  const before = namedParams(params);
  const changes = changesIn(link, current, before);
  if (changes.length === 0) refuse('has the same query as this page:');
  const areValid = (some: readonly Change[]): boolean => areOfQueryAlone(current, before, some);
  return changed(before, current.endpoint ? typedChanges(changes, areValid) : changes);
}

/**
 * A `next` function that follows the `Link` header of the page (RFC 8288):
 * `paginate(api.list, {}, { next: nextLink })`. The query of the link with `rel="next"` becomes the next params, as
 * strings, merged over the params of the page. If the endpoint's `params` schema rejects a string, the param is a number,
 * a boolean or a bigint with the same text. Without such a link the pagination ends. Requests always go to the
 * endpoint, whatever the origin and path of the link.
 *
 * Only query values that the endpoint's params produce can change. Names of path params, `__proto__` and unchanged
 * query values are ignored. Throws a TypeError for a link to another origin, for a link that sets or changes anything
 * else, and for a link without changes: `paginate` yields a `'network'` error and ends. If you paginate your own
 * function instead of an endpoint, each name in the link becomes a param.
 *
 * @param page The successful Result of the page.
 * @param params The params of the page.
 */
export function nextLink<TParams>(page: LinkedPage, params: TParams): TParams | null {
  // A middleware can return a Result without a response.
  const response = page.response as Response | null;
  const link = linkTo('next', response?.headers.get('link') ?? '');
  return link === undefined ? null : (followLink(link, page, params) as TParams);
}
