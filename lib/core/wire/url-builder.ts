import { withQuery } from './call-query.js';
import type { Fields } from './fields.js';
import { NAME_IN_BRACES, PathTemplate } from './path-template.js';
import { Refusal } from '../result/refusal.js';
import { urlProblem } from './url-problem.js';

/** A scheme or a backslash with no host behind it: the path's first segment would be taken for the host. */
const HOSTLESS = /^( *[a-z][a-z\d+.-]*:)?[\\/ ]*$/i;

/** Splits at the first `?`. */
const QUERY = /\?(.*)/s;

/** A `:name` or a `{name}` where a param of the path would stand, were it not in the query. */
const TOKEN_IN_QUERY = /[?&=]:\w+|\{[^{}/"]+\}/;

/** Not by a regular expression, which would take long for a text with many slashes inside. */
const withoutTrailingSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** `baseUrl` and a path, read once, as a function from params to a URL. docs/reference/rules.md#urls */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  /** What is wrong with `baseUrl` or path; thrown anew at each call. */
  readonly #problem: string | undefined;
  /** `baseUrl` without its query and trailing slashes. */
  readonly #root: string;
  readonly #path: PathTemplate;
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;
  /** A `:name` or `{name}` in the path's query, where nothing fills it. */
  readonly #queryToken: string | undefined;

  constructor(baseUrl: string, path: string) {
    const [base = '', baseQuery] = baseUrl.split(QUERY);
    const [route = '', pathQuery] = path.split(QUERY);
    const root = withoutTrailingSlashes(base);
    // One slash exactly, whatever the path begins with: on an empty base, two (or a backslash) would name a host.
    const joined = route && `/${route.replace(/^[\\/]+/, '')}`;
    const query = [baseQuery, pathQuery].filter(Boolean).join('&');
    this.#root = root;
    this.#path = new PathTemplate(joined);
    this.#query = query && `?${query}`;
    const token = this.#path.hasBraces ? NAME_IN_BRACES : TOKEN_IN_QUERY;
    this.#queryToken = `?${pathQuery ?? ''}`.match(token)?.[0];
    this.template = root + joined + this.#query;
    this.#problem =
      urlProblem('baseUrl', baseUrl) ??
      urlProblem('path', path) ??
      (root && HOSTLESS.test(root)
        ? `The baseUrl ${JSON.stringify(base)} names no host, so the first segment of the path would be one: add the host.`
        : undefined);
  }

  /** Names of the path params. */
  get tokens(): readonly string[] {
    return this.#path.tokens;
  }

  /**
   * Sets the URL, with its path filled and the fixed query behind it. Throws a Refusal that names every unusable param,
   * the `:name` or `{name}` in the path's query, or what is wrong with `baseUrl` or path.
   *
   * @param textOf The value of a path param as it is sent; undefined for one that can't be.
   */
  fill(request: { url: string }, fields: Fields, textOf?: (value: unknown) => string | undefined): void {
    if (this.#problem) {
      request.url = this.#root + this.#path.filledAsFar(fields, textOf) + this.#query;
      throw new Refusal(this.#problem);
    }
    request.url = this.#root + this.#path.fill(fields, textOf) + this.#query;
    // Not before: the error of a call that is refused here names the URL with its path filled.
    if (this.#queryToken) {
      throw new Refusal(
        `The path has "${this.#queryToken}" in its query, which is never filled: take it out and pass it as a param, which goes in the query by itself.`,
      );
    }
  }

  /** Puts the call's own query behind the fixed one. */
  append(request: { url: string }, query: string): void {
    request.url = withQuery(request.url, query);
  }
}
