import { withoutUser } from '../platform/urls.js';
import { describeType, ownValue } from '../platform/values.js';
import { Refusal } from '../result/refusal.js';
import { type Fields, isScalar } from './params.js';

/** A scheme or a backslash with no host behind it: the path's first segment would be taken for the host. */
const HOSTLESS = /^( *[a-z][a-z\d+.-]*:)?[\\/ ]*$/i;

/** Splits at the first `?`. */
const QUERY = /\?(.*)/s;

const NAME_AFTER_COLON = /:(\w+)/g;

/** As OpenAPI writes it, anywhere in a path. Not what JSON is in a path: it has quotes. */
const NAME_IN_BRACES = /\{([^{}/"]+)\}/g;

/** A `:name` or a `{name}` where a param of the path would stand, were it not in the query. */
const TOKEN_IN_QUERY = /[?&=]:\w+|\{[^{}/"]+\}/;

/** A URL parser resolves these away, encoded or not; and nothing at all would make two segments one. */
const NO_SEGMENT: readonly unknown[] = ['', '.', '..'];

/** Half of a character that UTF-16 writes as two halves: it has no UTF-8 form. */
const HALF_CHARACTER = /\p{Cs}/u;

/** A fragment is never sent, and a URL parser drops tabs and line ends wherever they stand: `/\t/host` names a host. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NEVER_SENT = /[#\0-\x1F\x7F]/;

/** Why a URL, or a part of one, can't be sent; undefined when it can. */
export function urlProblem(name: string, url: string): string | undefined {
  const [found] = NEVER_SENT.exec(url) ?? [];
  if (found === undefined) return undefined;
  // Without user, password and query, which may hold a key: the sentence gets logged.
  const shown = JSON.stringify(withoutUser(url).replace(/\?[^#]*/, '?…'));
  return `The ${name} ${shown} has ${JSON.stringify(found)}, which is never sent: take it out, or percent-encode it.`;
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

/** Of a list, what each of its elements is sent as: `1,2`. */
export const listText: TextOf = (value) => {
  if (!Array.isArray(value)) return pathText(value);
  const texts = Array.from(value, pathText);
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join(',');
};

/** What a message says of a value that can't be sent in a path. */
const describeUnusable = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return value === '.' || value === '..' ? `"${value}"` : describeType(value);
};

/** A part of a path. */
interface PathPart {
  /** Sent as it is written. */
  readonly text: string;
  /** The param whose value is sent after the text; undefined behind the last one. */
  readonly param: string | undefined;
  /** The param as it stands in the path. */
  readonly token: string;
}

/** `baseUrl` and a path, read once, as a function from params to a URL. docs/reference/rules.md#urls */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  /** Names of the path params, in their order. */
  readonly tokens: readonly string[];
  /** What is wrong with `baseUrl` or path; thrown anew at each call. */
  readonly #problem: string | undefined;
  /** `baseUrl` without its query and trailing slashes. */
  readonly #root: string;
  readonly #parts: readonly PathPart[];
  /** Names after a colon that starts no segment. Such a colon is text, so a param of that name is a mistake. */
  readonly #namesInText: readonly string[];
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;
  /** A `:name` or `{name}` in the path's query, where nothing fills it. */
  readonly #queryToken: string | undefined;

  constructor(baseUrl: string, path: string) {
    const [base = '', baseQuery] = baseUrl.split(QUERY);
    const [route = '', pathQuery] = path.split(QUERY);
    // Not by a regular expression, which would take long for a text with many slashes inside.
    let end = base.length;
    while (base[end - 1] === '/') end -= 1;
    const root = base.slice(0, end);
    // One slash exactly, whatever the path begins with: on an empty base, two (or a backslash) would name a host.
    const joined = route && `/${route.replace(/^[\\/]+/, '')}`;
    const query = [baseQuery, pathQuery].filter(Boolean).join('&');
    const hasBraces = joined.match(NAME_IN_BRACES) !== null;
    const parts: PathPart[] = [];
    const tokens: string[] = [];
    const namesInText: string[] = [];
    let from = 0;
    for (const { 0: token, 1: name = '', index } of joined.matchAll(
      hasBraces ? NAME_IN_BRACES : NAME_AFTER_COLON,
    )) {
      if (hasBraces || joined[index - 1] === '/') {
        parts.push({ text: joined.slice(from, index), param: name, token });
        tokens.push(name);
        from = index + token.length;
      } else namesInText.push(name);
    }
    this.#parts = [...parts, { text: joined.slice(from), param: undefined, token: '' }];
    this.tokens = tokens;
    this.#namesInText = namesInText.filter((name) => !tokens.includes(name));
    this.#root = root;
    this.#query = query && `?${query}`;
    this.#queryToken = `?${pathQuery ?? ''}`.match(hasBraces ? NAME_IN_BRACES : TOKEN_IN_QUERY)?.[0];
    this.template = root + joined + this.#query;
    this.#problem =
      urlProblem('baseUrl', baseUrl) ??
      urlProblem('path', path) ??
      (root && HOSTLESS.test(root)
        ? `The baseUrl ${JSON.stringify(base)} names no host: add it.`
        : undefined);
  }

  /**
   * Sets the URL, with its path filled as far as it can be and the fixed query behind it. Throws a Refusal that names
   * every unusable param, the `:name` or `{name}` in the path's query, or what is wrong with `baseUrl` or path.
   *
   * @param textOf The value of a path param as it is sent; undefined for one that can't be.
   */
  fill(request: { url: string }, fields: Fields, textOf: TextOf = pathText): void {
    const unusable: string[] = [];
    let path = '';
    for (const { text, param, token } of this.#parts) {
      path += text;
      if (param === undefined) continue;
      const value = ownValue(fields, param);
      const sent = textOf(value);
      if (sent === undefined) unusable.push(`"${param}" (${describeUnusable(value)})`);
      path += sent ?? token;
    }
    const inText = this.#namesInText.find((name) => ownValue(fields, name) !== undefined);
    const url = this.#root + path + this.#query;
    const problem = this.#problem;
    // What is wrong with the params is told by a URL without any of them.
    if (problem !== undefined || (unusable.length === 0 && inText === undefined)) request.url = url;
    if (problem !== undefined) throw new Refusal(problem);
    if (inText !== undefined)
      throw new Refusal(
        `The param "${inText}" follows a colon inside a segment of the path, which is text: begin the segment with it, or rename it.`,
      );
    if (unusable.length > 0)
      throw new Refusal(
        `Unusable path params: ${[...new Set(unusable)].join(', ')}. Each takes a non-empty string, a finite number, a bigint or a boolean.`,
      );
    if (this.#queryToken)
      throw new Refusal(
        `The path has "${this.#queryToken}" in its query, which is never filled: pass it as a param instead.`,
      );
  }
}
