import {
  decodeQuery,
  fieldsOf,
  isScalar,
  isSearchParams,
  oneLine,
  PARAM_OF_QUERY,
  InvalidInputError,
  type SuccessResult,
} from '../../core/internal.js';
import { type AskedPage, askedPage, type PageEndpoint, type WireOfPage } from './paginate.js';

/** RFC 8288, 3: what a link leads to. */
const TARGET = /[\s,]*<([^>]*)>/y;

/**
 * RFC 8288, 3: one parameter of a link, whose value is a token or quoted. The closing quote may be missing: a search
 * for it in vain, begun at each quote, would take long.
 */
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;,"]*)))?/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Whether these parameters make it a link of the page itself that has this relation. */
const isRelation = (parameters: ReadonlyMap<string, string>, relation: string): boolean =>
  // One with an anchor is about another page than the one that it came with.
  !parameters.has('anchor') && (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes(relation);

/**
 * What the first link of this relation leads to, as it is written; undefined without one.
 *
 * @param relation In lower case.
 * @param header The `Link` header, all of its fields joined.
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
      // Of a name that is there twice the first counts.
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
    }
    // As a URL parser does: a blank at the end would become one of the last param.
    if (isRelation(parameters, relation)) return target[1]?.trim();
    const comma = header.indexOf(',', at);
    at = comma < 0 ? header.length : comma + 1;
  }
  return undefined;
}

/**
 * Scheme and host of a URL, both optional. Read by hand here, as the query below: React Native's `URL` and
 * `URLSearchParams` have been able to do neither for long.
 */
const ORIGIN = /^(?:([a-z][a-z\d+.-]*:))?(?:[\\/]{2}([^\\/?#]*))?/i;

const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { 'http:': /:(80)?$/, 'https:': /:(443)?$/ };

/**
 * The origin of a URL, in lower case, without user and default port: what two have in common that are of one server.
 * Undefined where it has none and no base has one.
 *
 * @param base What a URL without a scheme, or without a host, is relative to.
 */
export function originOf(url: string, base = ''): string | undefined {
  const [, scheme, host] = ORIGIN.exec(url.trim().toLowerCase()) ?? [];
  const [, baseScheme = ''] = ORIGIN.exec(base.toLowerCase()) ?? [];
  if (host === undefined) return scheme ?? (base ? originOf(base) : undefined);
  const ownScheme = scheme ?? baseScheme;
  const ownHost = host.slice(host.lastIndexOf('@') + 1);
  return ownScheme ? `${ownScheme}//${ownHost.replace(DEFAULT_PORTS[ownScheme] ?? '', '')}` : undefined;
}

/** The query of a URL: the values of each name, in their order. */
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
type Named = Readonly<Record<string, unknown>>;

type LinkedPage = Pick<SuccessResult<unknown>, 'data' | 'error' | 'response'>;

/** Throws what is wrong with the link, which `paginate` yields as an error. */
const refuse = (what: string): never => {
  throw new InvalidInputError(`The next-page link ${what} write your own "next".`);
};

/** A name that the server wrote, short enough for a message. */
const inMessage = (name: string): string => JSON.stringify(oneLine(name));

/** One value as it is, several as a list; none is undefined. */
const asParam = (values: readonly string[]): unknown => (values.length > 1 ? values : values[0]);

const asParams = (query: ReadonlyMap<string, string[]>): Record<string, unknown> =>
  Object.fromEntries([...query].map(([name, values]) => [name, asParam(values)]));

/** The params that a page was asked with, by name. */
const namedParams = (params: unknown): Named =>
  isSearchParams(params) ? asParams(queryOf(`?${params}`)) : { ...fieldsOf(params, () => false) };

/** The values of a param as they are sent in a query. */
const texts = (value: unknown): string[] => [value].flat().filter(isScalar).map(String);

/** The values without others, of which each takes one away. */
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

/** A name of the query that the link gives another value. */
interface Change {
  readonly name: string;
  /** All that the link has under the name. */
  readonly values: readonly string[];
  /** What becomes of the param that makes the name. */
  readonly param: string;
  readonly value: unknown;
}

const refuseElsewhere = (name: string): never =>
  refuse(`sets ${inMessage(name)}, which is not a query param of the endpoint:`);

/** The param that makes this name of the query; undefined where none is known to. */
const paramOf = (name: string, { places }: PageEndpoint): string | undefined => {
  if (!places) return undefined;
  const { inPath, inQuery, place } = places;
  const known = place?.[PARAM_OF_QUERY];
  if (known) return known(name, inPath);
  return (inQuery || place) && !inPath.includes(name) ? name : undefined;
};

/** What the link changes of what the page was asked with. Throws a InvalidInputError for what no param can change. */
const changesIn = (link: string, { url, endpoint }: AskedPage, before: Named): Change[] => {
  const sent = queryOf(url);
  return [...queryOf(link)].flatMap(([name, values]): Change[] => {
    const asked = sent.get(name) ?? [];
    // To set `__proto__` on an object is to change what the object is.
    if (isSame(values, asked) || name === '__proto__') return [];
    const param = endpoint ? paramOf(name, endpoint) : name;
    if (param === undefined) return endpoint?.places?.inPath.includes(name) ? [] : refuseElsewhere(name);
    const beside = without(asked, texts(Object.hasOwn(before, param) ? before[param] : undefined));
    const rest = without(values, beside);
    if (rest.length + beside.length > values.length) {
      const [whole = ''] = name.split('[', 1);
      // A part of a param that is deep stands beside none.
      if (whole !== name && Object.hasOwn(before, whole)) refuseElsewhere(name);
      refuse(`changes ${inMessage(name)}, which isn't a param: make it one, or`);
    }
    return [{ name, values, param, value: asParam(rest) }];
  });
};

const changed = (before: Named, changes: readonly Change[]): Named =>
  Object.fromEntries([
    ...Object.entries(before),
    ...changes.map(({ param, value }): [string, unknown] => [param, value]),
  ]);

/** What of a request is no query: where it goes, and what it says there. */
const beyondQuery = ({ url, headers, body, contentType }: NonNullable<WireOfPage>): readonly unknown[] => [
  url.split('?', 1)[0],
  JSON.stringify(headers),
  body,
  contentType,
];

/** Whether these change what they name in the query, and nothing else of the request. */
const areOfQueryAlone = (asked: AskedPage, before: Named, changes: readonly Change[]): boolean => {
  const was = asked.endpoint?.wireOf(before);
  const is = asked.endpoint?.wireOf(changed(before, changes));
  if (!was || !is || !isSame(beyondQuery(was), beyondQuery(is))) return false;
  const [sent, from, to] = [queryOf(asked.url), queryOf(was.url), queryOf(is.url)] as const;
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

/**
 * A `next` that goes by the `Link` header of the page (RFC 8288): `paginate(api.list, {}, { next: nextLink })`. What
 * stands in the query of the link with `rel="next"` becomes the next params, as text, over those that the page was asked
 * with. Without such a link the walk ends. Requests go to the endpoint, wherever the link leads.
 *
 * Only what the endpoint's params put into its query may change: names of path params, `__proto__` and what the request
 * had in its query already are passed over. Throws a TypeError for a link to another origin, for one that sets or changes
 * anything else, and for one that changes nothing: `paginate` yields it as a `'network'` error and ends. Of a function of your own in the
 * place of an endpoint nothing is known: each name of the link becomes a param of it.
 *
 * @param page The success that is the page.
 * @param params The params that it was asked with.
 */
export function nextLink<TParams>(page: LinkedPage, params: TParams): TParams | null {
  // A middleware may answer without one.
  const response = page.response as Response | null;
  const link = linkTo('next', response?.headers.get('link') ?? '');
  if (link === undefined) return null;
  const asked = askedPage(page);
  refuseOtherOrigin(link, response?.url || asked.url);
  const before = namedParams(params);
  const changes = changesIn(link, asked, before);
  if (changes.length === 0) refuse('has the same query as this page:');
  const areValid = (some: readonly Change[]): boolean => areOfQueryAlone(asked, before, some);
  if (asked.endpoint && !areValid(changes)) refuseElsewhere(invalidAmong(changes, areValid)?.name ?? '');
  return changed(before, changes) as TParams;
}
