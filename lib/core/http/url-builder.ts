import { InvalidInputError } from '../platform/errors.js';
import { describeType, ownValue } from '../platform/values.js';
import { shownUrl, withoutUser } from '../result/error-text.js';
import { type Fields, isScalar, NEVER_SENT } from './params.js';

/** A scheme or a backslash with no host behind it: the path's first segment would be taken for the host. */
const HOSTLESS = /^( *[a-z][a-z\d+.-]*:)?[\\/ ]*$/i;

/** Splits at the first `?`. */
const QUERY = /\?(.*)/s;

/** As OpenAPI writes it, anywhere in a path. Not what JSON is in a path: it has quotes. */
const NAME_IN_BRACES = /\{([^{}/"]+)\}/;

/** A `:name` or a `{name}` where a param of the path would stand, were it not in the query. */
const TOKEN_IN_QUERY = /[?&=](:\w+)|\{[^{}/"]+\}/;

/** A URL parser resolves these away, encoded or not; and nothing at all would make two segments one. */
const NO_SEGMENT: readonly unknown[] = ['', '.', '..'];

/** Half of a character that UTF-16 writes as two halves: it has no UTF-8 form. */
const HALF_CHARACTER = /\p{Cs}/u;

/** Why a URL, or a part of one, can't be sent; undefined when it can. */
export function urlProblem(name: string, url: string): string | undefined {
  const [found] = url.match(NEVER_SENT) ?? [];
  if (!found) return undefined;
  // Without the query, which may hold a key, unless the fragment is what to look for.
  const [shown, what] =
    found === '#' ? [withoutUser(url), 'a fragment'] : [shownUrl(url), JSON.stringify(found)];
  return `The ${name} ${JSON.stringify(shown)} has ${what}, which is never sent: remove it, or percent-encode it.`;
}

/** What relative URLs are relative to: the page, or its `base`; in Node what undici's `setGlobalOrigin` was given. */
const baseOfAll = (): string | undefined => {
  const { document, location } = globalThis as {
    document?: { baseURI?: string };
    location?: { href?: string };
  };
  const origin = Reflect.get(globalThis, Symbol.for('undici.globalOrigin.1')) as string | undefined;
  return document?.baseURI ?? location?.href ?? origin;
};

/** The origin of a URL, of a relative one that of the page; `''` where there is none. */
export function originOf(url: string): string {
  try {
    const { origin, protocol, host } = new URL(url, baseOfAll());
    // What platforms say of every scheme that is none of the web's, such as an app's own.
    return origin === 'null' ? `${protocol}//${host}` : origin;
  } catch {
    return '';
  }
}

type TextOf = (value: unknown) => string | undefined;

/** The value as it is sent in a path; undefined for one that can't be. */
const pathText: TextOf = (value) => {
  // What most are, and digits need no encoding; 1e21 does.
  if (Number.isSafeInteger(value)) return String(value);
  if (!isScalar(value) || NO_SEGMENT.includes(value)) return undefined;
  const text = String(value);
  return HALF_CHARACTER.test(text) ? undefined : encodeURIComponent(text);
};

/** Of a list, what each of its elements is sent as: `1,2`. What a function gives is sent as it is. */
export const listText: TextOf = (value) => {
  if (typeof value === 'function') return (value as () => string)();
  if (!Array.isArray(value)) return pathText(value);
  const texts = Array.from(value, pathText);
  return texts.includes(undefined) ? undefined : texts.join(',');
};

/** What a message says of a value that can't be sent in a path. */
const describeUnusable = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return value && NO_SEGMENT.includes(value) ? `"${value as string}"` : describeType(value);
};

/** Of a text that was split at names, these. */
const namesIn = (pieces: readonly string[]): string[] => pieces.filter((_piece, index) => index % 2);

/** `baseUrl` and a path, read once, as a function from params to a URL. docs/reference/rules.md#urls */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  /** Names of the path params, in their order. */
  readonly tokens: readonly string[];
  /** What is wrong with `baseUrl` or path: each call is refused with it. */
  readonly #problem: string | undefined;
  /** `baseUrl` without its query and trailing slashes. */
  readonly #root: string;
  /** The path's texts, with the name of a param between each two of them. */
  readonly #pieces: readonly string[];
  /** Names after a colon that starts no segment. Such a colon is text, so a param of that name is a mistake. */
  readonly #namesInText: readonly string[];
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;

  constructor(baseUrl: string, path: string) {
    const [base = '', baseQuery] = baseUrl.split(QUERY);
    const [route = '', pathQuery = ''] = path.split(QUERY);
    // Not by a regular expression, which would take long for a text with many slashes inside.
    let end = base.length;
    while (base[end - 1] === '/') end -= 1;
    const root = base.slice(0, end);
    // One slash exactly, whatever the path begins with: on an empty base, two (or a backslash) would name a host.
    const joined = route && `/${route.replace(/^[\\/]+/, '')}`;
    const query = [baseQuery, pathQuery].filter(Boolean).join('&');
    const hasBraces = NAME_IN_BRACES.test(joined);
    const pieces = (hasBraces ? joined : joined.replace(/\/:(\w+)/g, '/{$1}')).split(NAME_IN_BRACES);
    const tokens = namesIn(pieces);
    const inQuery = (hasBraces ? NAME_IN_BRACES : TOKEN_IN_QUERY).exec(`?${pathQuery}`);
    this.#pieces = pieces;
    this.tokens = tokens;
    this.#namesInText = hasBraces
      ? []
      : namesIn(joined.split(/:(\w+)/)).filter((name) => !tokens.includes(name));
    this.#root = root;
    this.#query = query && `?${query}`;
    this.template = root + joined + this.#query;
    this.#problem = [
      urlProblem('baseUrl', baseUrl),
      urlProblem('path', path),
      root && HOSTLESS.test(root) && `The baseUrl ${JSON.stringify(base)} has no host: add it.`,
      inQuery &&
        `"${hasBraces ? inQuery[0] : (inQuery[1] ?? inQuery[0])}" in the query of the path is not replaced: pass it as a param.`,
    ].find(Boolean) as string | undefined;
  }

  /**
   * Sets the URL, with its path filled and the fixed query behind it. Throws a InvalidInputError that tells what is wrong with
   * `baseUrl` or path, which has the path filled as far as it can be; or one that names every unusable param.
   *
   * @param textOf The value of a path param as it is sent; undefined for one that can't be.
   */
  fill(request: { url: string }, fields: Fields, textOf: TextOf = pathText): void {
    const unusable: string[] = [];
    let path = '';
    let isName = true;
    for (const piece of this.#pieces) {
      isName = !isName;
      if (isName) {
        const value = ownValue(fields, piece);
        const text = textOf(value);
        if (!text) unusable.push(`"${piece}" (${describeUnusable(value)})`);
        path += text ?? `{${piece}}`;
      } else path += piece;
    }
    const inText = this.#namesInText.find((name) => ownValue(fields, name) !== undefined);
    // What is wrong with the params is told by a URL without any of them.
    let problem = this.#problem;
    if (problem || (unusable.length === 0 && inText === undefined))
      request.url = this.#root + path + this.#query;
    if (inText !== undefined)
      problem ??= `":${inText}" is inside a path segment, so it is not a param: move it to the segment start, or rename it.`;
    if (unusable.length > 0)
      problem ??= `Invalid path params: ${[...new Set(unusable)].join(', ')}. Pass a non-empty string, finite number, bigint or boolean.`;
    if (problem) throw new InvalidInputError(problem);
  }
}
