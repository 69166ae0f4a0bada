import { describeType } from '../platform/describe-type.js';
import type { Fields } from './fields.js';
import { Refusal } from './refusal.js';
import { isScalar } from './scalar.js';
import { urlProblem } from './url-problem.js';

/** Empty, or resolved away by a URL parser, encoded or not; or without a UTF-8 form. */
const UNUSABLE = /^\.{0,2}$|\p{Cs}/u;

/** A scheme or a backslash with no host behind it: the path's first segment would be taken for the host. */
const HOSTLESS = /^( *[a-z][a-z\d+.-]*:)?[\\/ ]*$/i;

/** Splits at the first `?`. */
const QUERY = /\?(.*)/s;

/** The encoded value of a path param; an unusable one is noted. */
const pathText = (fields: Fields, name: string, unusable: string[]): string => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // What most are, and digits need no encoding; 1e21 does.
  if (Number.isSafeInteger(value)) return String(value);
  const text = isScalar(value) ? String(value) : '';
  if (!UNUSABLE.test(text)) return encodeURIComponent(text);
  unusable.push(
    `"${name}" (${value === undefined ? 'missing' : /^\.+$/.test(text) ? `"${text}"` : describeType(value)})`,
  );
  return '';
};

/** `baseUrl` and a path, read once, as a function from params to a URL. Rules: specification 4.2, contract 4. */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  /** Names of the path params. */
  readonly tokens: readonly string[];
  /** What is wrong with `baseUrl` or path; thrown anew at each call. */
  readonly #problem: string | undefined;
  /** A `:name` in the path's query, where nothing fills it. */
  readonly #queryToken: string | undefined;
  /** `baseUrl` without its query and trailing slashes. */
  readonly #root: string;
  /** Of the path without its query: texts and names of params in turn; the slash before a name belongs to neither. */
  readonly #parts: readonly string[];
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;
  /** A colon that starts no segment is text; a param named after it is a mistake. */
  readonly #colonTexts: readonly string[];

  constructor(baseUrl: string, path: string) {
    const [base = '', baseQuery] = baseUrl.split(QUERY);
    const [route = '', pathQuery] = path.split(QUERY);
    const query = [baseQuery, pathQuery].filter(Boolean).join('&');
    let end = base.length;
    while (base[end - 1] === '/') end -= 1;
    this.#root = base.slice(0, end);
    // One slash exactly, whatever the path begins with: on an empty base, two (or a backslash) would name a host.
    const joined = route && `/${route.replace(/^[\\/]+/, '')}`;
    this.#parts = joined.split(/\/:(\w+)/);
    this.#query = query && `?${query}`;
    this.#queryToken = /[?&=]:\w+/.exec(`?${pathQuery ?? ''}`)?.[0];
    this.tokens = this.#parts.filter((_, at) => at % 2 === 1);
    this.#colonTexts = Array.from(joined.matchAll(/:(\w+)/g), ([, name = '']) => name).filter(
      (name) => !this.tokens.includes(name),
    );
    this.template = this.#root + joined + this.#query;
    this.#problem =
      urlProblem('baseUrl', baseUrl) ??
      urlProblem('path', path) ??
      (this.#root && HOSTLESS.test(this.#root)
        ? `The baseUrl ${JSON.stringify(base)} names no host, so the first segment of the path would be one: add the host.`
        : undefined);
  }

  /**
   * Sets the URL, with its path filled and the fixed query behind it. Throws a Refusal that names every unusable param,
   * or the `:name` in the path's query.
   */
  fill(request: { url: string }, fields: Fields): void {
    if (this.#problem) throw new Refusal(this.#problem);
    for (const name of this.#colonTexts) {
      if (Object.hasOwn(fields, name) && fields[name] !== undefined) {
        throw new Refusal(
          `The param "${name}" follows a colon inside a path segment, which is text: begin the segment with ":${name}", or rename the param.`,
        );
      }
    }
    const unusable: string[] = [];
    let url = this.#root;
    this.#parts.forEach((part, at) => (url += at % 2 === 1 ? `/${pathText(fields, part, unusable)}` : part));
    if (unusable.length > 0) {
      throw new Refusal(
        `Unusable path params: ${[...new Set(unusable)].join(', ')}. Each takes a non-empty string, a finite number, a bigint or a boolean.`,
      );
    }
    request.url = url + this.#query;
    if (this.#queryToken) {
      throw new Refusal(
        `The path has "${this.#queryToken}" in its query, which is never filled: take it out and pass it as a param, which goes in the query by itself.`,
      );
    }
  }

  /** Puts the call's own query behind the fixed one. */
  append(request: { url: string }, query: string): void {
    if (query) request.url += (this.#query ? '&' : '?') + query;
  }
}
