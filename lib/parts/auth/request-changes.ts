import { bare, type FetchOptions, type HeaderRecord, type MiddlewareRequest } from '../../core/seats.js';

const changedNames = (before: object, after: object): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (name) => (before as Record<string, unknown>)[name] !== (after as Record<string, unknown>)[name],
  );

/** Whether it is in `Authorization`, and in no other header, that two sets of headers differ. */
export const isAuthorizationAlone = (before: HeaderRecord, after: HeaderRecord): boolean =>
  before['authorization'] !== after['authorization'] &&
  Object.keys(after).every((name) => name === 'authorization' || before[name] === after[name]);

/** What becomes of a request from now on, for one that is on its way already, and that others may have changed since. */
export class RequestChanges {
  readonly #request: MiddlewareRequest;
  readonly #own: string;
  readonly #url: string;
  readonly #headers: HeaderRecord;
  readonly #options: FetchOptions;

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
