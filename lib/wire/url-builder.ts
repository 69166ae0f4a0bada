import type { Fields } from './fields.js';
import { NotSent } from './not-sent.js';
import { PathTemplate } from './path-template.js';
import { Refusal } from './refusal.js';

const QUERY_TOKEN = /[?&=]:\w+/;
/** A URL parser drops tabs and line ends wherever they stand: `/\t/host` would name a host. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\0-\x1F\x7F]/;

/** Splits at the first `?`; the query comes without it. */
const splitQuery = (url: string): [string, string] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};

type Mistake = (() => Refusal) | undefined;

const findMistake = (name: string, url: string): Mistake => {
  if (url.includes('#')) {
    const sentence = `The ${name} "${url}" has a "#": a fragment is never sent, so take it out (write %23 for the character).`;
    return () => new Refusal(sentence, `the ${name} has a "#"`);
  }
  if (CONTROL.test(url)) {
    const sentence = `The ${name} ${JSON.stringify(url)} has a control character: take it out.`;
    return () => new Refusal(sentence, `the ${name} has a control character`);
  }
  return undefined;
};

const findQueryToken = (query: string): Mistake => {
  const token = QUERY_TOKEN.exec(`?${query}`)?.[0];
  if (token === undefined) return undefined;
  return () =>
    new Refusal(
      `The path has "${token}" in its query, which is never filled: take it out and declare it as a param of the endpoint, which goes in the query by itself.`,
    );
};

/** `baseUrl` and a path, read once, as a function from params to a URL. Rules: specification 4.2, contract 4. */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  readonly #base: string;
  readonly #path: PathTemplate;
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;
  readonly #mistake: Mistake;
  readonly #queryMistake: Mistake;

  constructor(baseUrl: string, path: string) {
    const [base, baseQuery] = splitQuery(baseUrl);
    const [route, routeQuery] = splitQuery(path);
    const query = [baseQuery, routeQuery].filter(Boolean).join('&');
    // One slash exactly, whatever the path begins with: on an empty base, two (or a backslash) would name a host.
    const normalRoute = route && `/${route.replace(/^[\\/]+/, '')}`;
    this.#base = base.replace(/\/+$/, '');
    this.#path = new PathTemplate(normalRoute);
    this.#query = query && `?${query}`;
    this.template = this.#base + normalRoute + this.#query;
    this.#mistake = findMistake('baseUrl', baseUrl) ?? findMistake('path', path);
    this.#queryMistake = findQueryToken(routeQuery);
  }

  /** Names of the path params, each once. */
  get tokens(): readonly string[] {
    return this.#path.tokens;
  }

  /** The URL with its path filled and the fixed query behind it. */
  fill(fields: Fields): string {
    if (this.#mistake) throw this.#mistake();
    const url = this.#base + this.#path.fill(fields) + this.#query;
    if (this.#queryMistake) throw new NotSent(this.#queryMistake(), url);
    return url;
  }

  /** A filled URL with the call's own query behind the fixed one. */
  append(url: string, query: string): string {
    return query ? `${url}${this.#query ? '&' : '?'}${query}` : url;
  }
}
