import { retryAfter } from '../../backoff.js';
import { type Clock, MAX_DELAY } from '../../core/platform/clock.js';
import type { ApiError } from '../../core/result/api-error.js';
import type { Result } from '../../core/result/result.js';
import type { PollCaller } from './poll-caller.js';

/** The default of `maxEvery`, unless `every` is longer. */
export const DEFAULT_MAX_EVERY = 60_000;

/** How long the server asks to be left alone. An error that somebody built by hand may lack headers. */
const askedFor = ({ status, headers }: ApiError, now: number): number =>
  (status === 429 || status === 503) && typeof (headers as Partial<Headers> | undefined)?.get === 'function'
    ? (retryAfter(headers, now) ?? 0)
    : 0;

/** The time from an answer to the next request, from what the callers want and how it went. All in milliseconds. */
export class Pace {
  /** How many of the newest answers, in a row, were failures. */
  #failures = 0;
  /** When the newest answer came, by a clock that nobody can set. Before the first one a request is due at once. */
  #answeredAt = -Infinity;
  #wait = 0;
  /** How long the server asked to be left alone, at most as long as the wait may be. */
  #asked = 0;

  /** Notes an answer, and how long those who are left are to wait for the next. */
  after({ error }: Result<unknown>, callers: Iterable<PollCaller>, clock: Clock): void {
    let every = Infinity;
    let maxEvery = MAX_DELAY;
    for (const caller of callers) {
      every = Math.min(every, caller.every);
      maxEvery = Math.min(maxEvery, caller.maxEvery);
    }
    // None wants a further answer where those who are left joined just now, for this one.
    if (every === Infinity) every = DEFAULT_MAX_EVERY;
    const cap = Math.max(maxEvery, every);
    this.#failures = error ? this.#failures + 1 : 0;
    this.#answeredAt = clock.ticks();
    this.#asked = error ? Math.min(askedFor(error, clock.now()), cap) : 0;
    // Without a failure both ends are `every`.
    const longest = Math.min(every * 2 ** this.#failures, cap);
    this.#wait = Math.max(every + Math.random() * (longest - every), this.#asked);
  }

  /** A shorter `every` doesn't wait out a longer wait; one that follows a failure stays. */
  hasten(every: number): void {
    if (this.#failures === 0) this.#wait = Math.min(this.#wait, every);
  }

  /** Waits no longer than the server asked for. */
  skip(): void {
    this.#wait = this.#asked;
  }

  /** How long it is to the next request; 0 or less when that is due. */
  rest(clock: Clock): number {
    return Math.ceil(this.#answeredAt + this.#wait - clock.ticks());
  }
}
