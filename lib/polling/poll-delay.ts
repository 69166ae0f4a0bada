import { ExponentialBackoff } from '../backoff/exponential-backoff.js';
import { retryAfter } from '../backoff/retry-after.js';
import { MAX_DELAY } from '../platform/clock.js';
import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { PollCaller } from './poll-caller.js';

/** How long the server asks to be left alone. An error that somebody built by hand may lack headers. */
const askedFor = ({ status, headers }: ApiError, now: number): number =>
  (status === 429 || status === 503) && typeof (headers as Partial<Headers> | undefined)?.get === 'function'
    ? (retryAfter(headers, now) ?? 0)
    : 0;

/** The default of `maxEvery`, unless `every` is longer. */
export const DEFAULT_MAX_EVERY = 60_000;

/** The time between two requests, from what the callers want and how it went. */
export class PollDelay {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = () => Math.random()) {
    this.#random = random;
  }

  /** Whether the newest answer was a failure. */
  get isBackingOff(): boolean {
    return this.#failures > 0;
  }

  /** The shortest `every` of the callers, in milliseconds; undefined when none wants a further answer. */
  every(callers: Iterable<PollCaller>): number | undefined {
    const wanted = Array.from(callers, ({ every }) => every).filter((every) => every !== undefined);
    return wanted.length > 0 ? wanted.reduce((a, b) => Math.min(a, b)) : undefined;
  }

  /** Notes an answer; gives the milliseconds to wait before the next request, and how many the server asked for. */
  after(
    result: Result<unknown>,
    every: number,
    callers: Iterable<PollCaller>,
    now: number,
  ): { wait: number; asked: number } {
    if (!result.error) {
      this.#failures = 0;
      return { wait: Math.min(every, MAX_DELAY), asked: 0 };
    }
    this.#failures += 1;
    const cap = Math.max(Math.min(this.#maxEvery(callers, every), MAX_DELAY), every);
    const longest = new ExponentialBackoff({ baseDelay: every * 2, maxDelay: cap }).delay(this.#failures);
    const asked = Math.min(askedFor(result.error, now), cap);
    const wait = Math.max(every + this.#random() * (longest - every), asked);
    return { wait: Math.min(wait, MAX_DELAY), asked };
  }

  #maxEvery(callers: Iterable<PollCaller>, every: number): number {
    const given = Array.from(callers, ({ maxEvery }) => maxEvery ?? Math.max(every, DEFAULT_MAX_EVERY));
    return given.reduce((a, b) => Math.min(a, b), Infinity);
  }
}
