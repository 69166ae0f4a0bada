import type { Clock } from '../../../core/seats.js';
import { retryAfter } from '../../../backoff.js';
import type { Window } from './figures.js';
import type { RateLimitRules } from './rate-limit-rules.js';

/** With these, `Retry-After` is about the service; with a 301, say, about the page that has moved. */
const CLOSING: readonly number[] = [429, 503, 403];

/** How often a service has refused requests in a row, and how long to stay away for it. */
export class Refusals {
  readonly #rules: RateLimitRules;
  #count = 0;

  constructor(rules: RateLimitRules) {
    this.#rules = rules;
  }

  /**
   * For how many milliseconds an answer asks to send nothing; undefined where it doesn't.
   *
   * @param isOutdated Whether its request was sent before the service refused the last time: many that were sent
   *   together, and come back together, are one refusal.
   */
  waitFor(
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    window: Window | undefined,
    isOutdated: boolean,
    clock: Clock,
  ): number | undefined {
    const asked = CLOSING.includes(status) ? retryAfter(headers, clock.now()) : undefined;
    if (asked !== undefined) return asked;
    if (!this.#rules.refusals.includes(status)) {
      if (!isOutdated) this.#count = 0;
      return undefined;
    }
    // Its figures say until when.
    if (window && window.remaining === 0 && window.reset > 0) return undefined;
    // Whoever has some left was refused for something else: with a 403, for a lack of rights.
    if (window && status !== 429) return undefined;
    return isOutdated ? undefined : this.next();
  }

  /** The wait for one more refusal, in milliseconds. */
  next(): number {
    this.#count += 1;
    return this.#rules.backoff.delay(this.#count);
  }
}
