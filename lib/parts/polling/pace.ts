import { retryAfter } from '../../backoff.js';
import { type ApiError, type Clock, MAX_DELAY, randomBetween, type Result } from '../../core/seats.js';
import type { PollCaller } from './poll-caller.js';
import { DEFAULT_MAX_EVERY } from './poll-settings.js';

/** How long the server asks to be left alone. */
const askedFor = ({ status, headers }: ApiError, now: number): number =>
  status === 429 || status === 503 ? (retryAfter(headers, now) ?? 0) : 0;

/** The time from an answer to the next request, from what the callers want and how it went. All in milliseconds. */
export class Pace {
  /** How many of the newest answers, in a row, were failures. */
  #failures = 0;
  /** When the newest answer came, by a clock that nobody can set. Before the first one a request is due at once. */
  #answeredAt = -Infinity;
  /** From the newest answer to the next request, as those who had the answer want it. */
  #wait = 0;
  /** The part of the wait that the server asked for. */
  #waitForServer = 0;

  /** Notes an answer, and how long those who are left are to wait for the next. */
  noteAnswer({ error }: Result<unknown>, callers: Iterable<PollCaller>, clock: Clock): void {
    let shortest = Infinity;
    let cap = MAX_DELAY;
    for (const { settings } of callers) {
      shortest = Math.min(shortest, settings.every);
      cap = Math.min(cap, settings.maxEvery);
    }
    // Where all who are left want this answer alone, no request follows: they are about to leave, and any time will do.
    const every = shortest === Infinity ? DEFAULT_MAX_EVERY : shortest;
    cap = Math.max(cap, every);
    this.#failures = error ? this.#failures + 1 : 0;
    this.#answeredAt = clock.ticks();
    this.#waitForServer = error ? Math.min(askedFor(error, clock.now()), cap) : 0;
    // Without a failure both ends are `every`.
    const longest = Math.min(every * 2 ** this.#failures, cap);
    this.#wait = Math.max(randomBetween(every, longest), this.#waitForServer);
  }

  /** Waits no longer than the server asked for. */
  skipWait(): void {
    this.#wait = this.#waitForServer;
  }

  /**
   * How long it is to the next request; 0 or less when that is due. A caller with a shorter `every` doesn't wait out a
   * longer wait, as long as it is there; one that follows a failure stays.
   */
  timeLeft(callers: Iterable<PollCaller>, clock: Clock): number {
    let wait = this.#wait;
    if (this.#failures === 0) for (const { settings } of callers) wait = Math.min(wait, settings.every);
    return Math.ceil(this.#answeredAt + wait - clock.ticks());
  }
}
