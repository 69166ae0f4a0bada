import { originOf } from '../../core/seats.js';

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
