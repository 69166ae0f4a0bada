import { describeType, ownValue } from '../platform/values.js';
import { shownUrl, withoutUser } from '../result/error-text.js';
import type { Fields } from './params.js';
import { isScalar, NEVER_SENT, withQuery } from './query.js';

/** A scheme or backslash without a host: the first path segment would become the host. */
const HOSTLESS = /^( *[a-z][a-z\d+.-]*:)?[\\/ ]*$/i;

/** Splits at the first `?`. */
const QUERY = /\?(.*)/s;

/** A param in OpenAPI syntax, anywhere in a path. JSON in a path doesn't match, because it contains quotes. */
const NAME_IN_BRACES = /\{([^{}/"]+)\}/;

/** A `:name` or `{name}` in the query, where params aren't filled in. */
const TOKEN_IN_QUERY = /[?&=](:\w+)|\{[^{}/"]+\}/;

/** URL parsers remove `.` and `..`, even percent-encoded. An empty value would merge two segments. */
const NO_SEGMENT: readonly unknown[] = ['', '.', '..'];

/** A lone surrogate, which has no UTF-8 form. */
const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Returns why a URL, or a part of one, can't be sent; undefined if it can.
 *
 * @param withFragment What a message about a fragment shows. Default: the whole URL, because the program wrote it. For
 *   any other problem, a message omits the query, which can contain a key.
 */
export function urlProblem(
  name: string,
  url: string,
  withFragment: string = withoutUser(url),
): string | undefined {
  const [found] = url.match(NEVER_SENT) ?? [];
  if (!found) return undefined;
  const [shown, what] = found === '#' ? [withFragment, 'a fragment'] : [shownUrl(url), JSON.stringify(found)];
  return `The ${name} ${JSON.stringify(shown)} has ${what}, which is never sent: remove it, or percent-encode it.`;
}

/** Returns the base of relative URLs: the page or its `<base>`; in Node, the origin of undici's `setGlobalOrigin`. */
const baseOfAll = (): string | undefined => {
  const { document, location } = globalThis as {
    document?: { baseURI?: string };
    location?: { href?: string };
  };
  const origin = Reflect.get(globalThis, Symbol.for('undici.globalOrigin.1')) as string | undefined;
  return document?.baseURI ?? location?.href ?? origin;
};

/** Returns the origin of a URL; for a relative URL, the page's origin; `''` if there is none. */
export function originOf(url: string): string {
  try {
    const { origin, protocol, host } = new URL(url, baseOfAll());
    // Platforms return "null" for schemes outside the web, such as an app's own.
    return origin === 'null' ? `${protocol}//${host}` : origin;
  } catch {
    return '';
  }
}

type TextOf = (value: unknown) => string | undefined;

/** Returns a value as it is sent in a path; undefined if it can't be. */
export const pathText: TextOf = (value) => {
  // The most common case. Digits need no encoding, but 1e21 does.
  if (Number.isSafeInteger(value)) return String(value);
  if (!isScalar(value) || NO_SEGMENT.includes(value)) return undefined;
  const text = String(value);
  return HALF_CHARACTER.test(text) ? undefined : encodeURIComponent(text);
};

/** Describes a value that can't be sent in a path, for messages. */
const describeUnusable = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return value && NO_SEGMENT.includes(value) ? `"${value as string}"` : describeType(value);
};

/** Returns the names in a text that was split at names. */
const namesIn = (pieces: readonly string[]): string[] => pieces.filter((_piece, index) => index % 2);

/** A parsed `baseUrl`. Shared by all endpoints of a client or copy. */
export class BaseUrl {
  /** The URL as it was given. */
  readonly text: string;
  /** The URL without its query and trailing slashes. */
  readonly root: string;
  readonly query: string;
  /** Why the URL can't be sent; undefined if it can. Every call reports it. */
  readonly problem: string | undefined;

  constructor(text: string) {
    const [base = '', query = ''] = text.split(QUERY);
    // Not a regular expression, which would take quadratic time for many slashes.
    let end = base.length;
    while (base[end - 1] === '/') end -= 1;
    this.text = text;
    this.root = base.slice(0, end);
    this.query = query;
    this.problem =
      urlProblem('baseUrl', text) ??
      (this.root && HOSTLESS.test(this.root)
        ? `The baseUrl ${JSON.stringify(base)} has no host: add it.`
        : undefined);
  }
}

/** A URL with a scheme or a host: it isn't joined to `baseUrl`. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** Joins a path to the base URL, whose query precedes the query of the path. An absolute URL stays as it is. */
export function urlUnder(base: BaseUrl | undefined, path: string): string {
  if (!base || ABSOLUTE.test(path)) return path;
  const { query } = base;
  // A GraphQL endpoint can have no slash: without one, it would continue the host name.
  const root = base.root && /^[^/?]/.test(path) ? `${base.root}/` : base.root;
  if (!query) return root + path;
  const [route = '', pathQuery = ''] = path.split(QUERY);
  return withQuery(`${root}${route}?${query}`, pathQuery);
}

/** Builds paths from the path of an endpoint, which is parsed once. docs/reference/rules.md#urls */
export class UrlBuilder {
  /** The unfilled path with its fixed query. */
  readonly template: string;
  /** Names of the path params, in order. */
  readonly tokens: readonly string[];
  /** The problem of the path, reported by each call. */
  readonly #problem: string | undefined;
  /** The literal parts of the path, with a param name between each two of them. */
  readonly #pieces: readonly string[];
  /** Names after a colon inside a segment. Such a colon is literal, so a param of that name is a mistake. */
  readonly #namesInText: readonly string[];
  /** The fixed query of the path, with its `?`. */
  readonly #query: string;

  constructor(path: string) {
    const [route = '', pathQuery = ''] = path.split(QUERY);
    // Exactly one slash: on an empty base, two slashes (or a backslash) would name a host.
    const joined = route && `/${route.replace(/^[\\/]+/, '')}`;
    const hasBraces = NAME_IN_BRACES.test(joined);
    const pieces = (hasBraces ? joined : joined.replace(/\/:(\w+)/g, '/{$1}')).split(NAME_IN_BRACES);
    const tokens = namesIn(pieces);
    const inQuery = (hasBraces ? NAME_IN_BRACES : TOKEN_IN_QUERY).exec(`?${pathQuery}`);
    this.#pieces = pieces;
    this.tokens = tokens;
    this.#namesInText = hasBraces
      ? []
      : namesIn(joined.split(/:(\w+)/)).filter((name) => !tokens.includes(name));
    this.#query = pathQuery && `?${pathQuery}`;
    this.template = joined + this.#query;
    this.#problem =
      urlProblem('path', path) ??
      (inQuery
        ? `"${hasBraces ? inQuery[0] : (inQuery[1] ?? inQuery[0])}" in the query of the path is not replaced: pass it as a param.`
        : undefined);
  }

  /**
   * Returns the filled path and its fixed query. With a `problem`, such as an unusable param, it can't be sent, and is
   * filled as far as possible.
   *
   * @param textOf Returns a path param as it is sent; undefined if it can't be sent.
   */
  fill(fields: Fields, textOf: TextOf = pathText): { url: string; problem: string | undefined } {
    const unusable: string[] = [];
    let path = '';
    let isName = true;
    for (const piece of this.#pieces) {
      isName = !isName;
      if (isName) {
        const value = Object.hasOwn(fields, piece) ? fields[piece] : undefined;
        const text = textOf(value);
        if (!text) unusable.push(`"${piece}" (${describeUnusable(value)})`);
        path += text ?? `{${piece}}`;
      } else path += piece;
    }
    const inText = this.#namesInText.find((name) => ownValue(fields, name) !== undefined);
    // If a param is the problem, the URL in the error stays the template.
    let problem = this.#problem;
    const isFilled = problem || (unusable.length === 0 && inText === undefined);
    const url = isFilled ? path + this.#query : this.template;
    if (inText !== undefined)
      problem ??= `":${inText}" is inside a path segment, so it is not a param: move it to the segment start, or rename it.`;
    if (unusable.length > 0)
      problem ??= `Invalid path params: ${[...new Set(unusable)].join(', ')}. Pass a non-empty string, finite number, bigint or boolean.`;
    return { url, problem };
  }
}
