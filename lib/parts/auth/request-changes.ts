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

type Named = Readonly<Record<string, unknown>>;

const changedNames = (before: object, after: object): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => (before as Named)[name] !== (after as Named)[name]);

/**
 * What is to be sent of a request that is on its way already, once `change` has changed it: what would have gone out
 * without, with the changes.
 */
export async function changedBy(
  request: MiddlewareRequest,
  url: string,
  init: RequestInit,
  change: () => Promise<void>,
): Promise<[url: string, init: RequestInit]> {
  const { url: ownUrl, fetchOptions } = request;
  const headersBefore = request.headerRecord();
  const optionsBefore = { ...fetchOptions };
  request.url = url;
  await change();
  const { url: newUrl } = request;
  // What another plugin has made of it when it was about to be sent is for that sending alone.
  if (newUrl === url) request.url = ownUrl;
  const headers = new Headers(init.headers);
  for (const name of changedNames(headersBefore, request.headerRecord())) {
    const value = request.getHeader(name);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const changed = bare<Record<string, unknown>>(init as object, { headers });
  const options = request.fetchOptions as Record<string, unknown>;
  for (const name of changedNames(optionsBefore, options)) changed[name] = options[name];
  return [newUrl, changed];
}
