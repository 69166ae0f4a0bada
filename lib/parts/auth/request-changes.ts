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
    if (this.#known && !this.#known.includes(origin))
      throw new TypeError(
        `The token is for ${this.#known.join(', ') || 'nobody'}, and the request goes to ${origin || 'a relative URL'}: name its origin in AuthPlugin({ origins }), or leave such calls out by appliesTo().`,
      );
    if (origin) this.#newest = `${origin}/`;
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

/**
 * Watches what becomes of a request from now on that is on its way already, and that others may have changed since. Gives
 * what applies the changes to what would have gone out without them.
 *
 * @param url Where it is on its way to.
 */
export function changesOf(
  request: MiddlewareRequest,
  url: string,
): (init: RequestInit) => [url: string, init: RequestInit] {
  const own = request.url;
  const headersBefore = request.headerRecord();
  const optionsBefore = { ...request.fetchOptions };
  request.url = url;
  return (init) => {
    const { url: newUrl } = request;
    // What another plugin has made of it when it was about to be sent is for that sending alone.
    if (newUrl === url) request.url = own;
    const headers = new Headers(init.headers);
    const record = request.headerRecord();
    for (const name of changedNames(headersBefore, record)) {
      const value = record[name];
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    const changed = bare<Record<string, unknown>>(init as object, { headers });
    const options = request.fetchOptions as Record<string, unknown>;
    for (const name of changedNames(optionsBefore, options)) changed[name] = options[name];
    return [newUrl, changed];
  };
}
