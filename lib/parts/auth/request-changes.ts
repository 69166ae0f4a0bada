import { bare, type MiddlewareRequest, originOf } from '../../core/seats.js';

/** The origins that get a token: those that were named, else that of the first request. */
export class Origins {
  #known: readonly string[] | undefined;
  /** The one that was asked for last, with the slash after it. */
  #newest: string | undefined;

  constructor(known: readonly string[] | undefined) {
    this.#known = known;
  }

  /** Throws for a request to another one, naming both. */
  check(url: string): void {
    // Most requests: a URL is dear to read, and whatever stands behind that slash is its path.
    if (this.#newest && url.startsWith(this.#newest)) return;
    const origin = originOf(url);
    // One without an origin says nothing about those that follow.
    if (origin) this.#known ??= [origin];
    if (!this.#known) return;
    if (this.#known.includes(origin)) {
      this.#newest = `${origin}/`;
      return;
    }
    throw new TypeError(
      `The token is for ${this.#known.join(', ') || 'nobody'}, and the request goes to ${origin || 'a relative URL'}: name its origin in AuthPlugin({ origins }), or leave such calls out by appliesTo().`,
    );
  }
}

type HeaderTexts = Readonly<Record<string, string>>;

const changedNames = (before: object, after: object): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (name) => (before as Record<string, unknown>)[name] !== (after as Record<string, unknown>)[name],
  );

/** Whether it is in `Authorization`, and in no other header, that two sets of headers differ. */
export const isAuthorizationAlone = (before: HeaderTexts, after: HeaderTexts): boolean =>
  before['authorization'] !== after['authorization'] &&
  Object.keys(after).every((name) => name === 'authorization' || before[name] === after[name]);

/** What becomes of a request from now on, for one that is on its way already, and that others may have changed since. */
export class RequestChanges {
  readonly #request: MiddlewareRequest;
  readonly #own: string;
  readonly #url: string;
  readonly #headers: HeaderTexts;
  readonly #options: object;

  /** @param url Where it is on its way to. */
  constructor(request: MiddlewareRequest, url: string) {
    this.#request = request;
    this.#own = request.url;
    this.#url = url;
    this.#headers = request.headerRecord();
    this.#options = { ...request.fetchOptions };
    request.url = url;
  }

  /** What goes out, of what would have gone out without the changes. */
  appliedTo(init: RequestInit): [url: string, init: RequestInit] {
    const request = this.#request;
    const { url } = request;
    // What another plugin has made of it when it was about to be sent is for that sending alone.
    if (url === this.#url) request.url = this.#own;
    const headers = new Headers(init.headers);
    const after = request.headerRecord();
    for (const name of changedNames(this.#headers, after)) {
      const value = after[name];
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    const changed = bare<Record<string, unknown>>(init as object, { headers });
    const options = request.fetchOptions as Record<string, unknown>;
    for (const name of changedNames(this.#options, options)) changed[name] = options[name];
    return [url, changed];
  }
}
