import type { Clock } from '../../../core/internal.js';
import { type Backoff, ExponentialBackoff } from '../../backoff/backoff.js';
import { retryAfter } from '../../backoff/retry-after.js';
import type { Window } from './rate-limit-headers.js';

/** Leave to send one request. */
export interface Ticket {
  /** Those of one quota count up. */
  readonly number: number;
  readonly at: number;
  /** Whether the request goes to ask how many others may: they wait for its answer. */
  readonly isAsking: boolean;
}

/** A server rounds to seconds. */
const ROUNDING = 1000;

/** What a broken server or store, or a hostile one, says about the next century is not taken for longer than a day. */
export const LONGEST_CLOSED: number = 86_400_000;

/** Milliseconds for which a request that asks is waited for: one that hangs must not hold all others. */
const PATIENCE = 10_000;

/**
 * How many more requests a server wants, and until when. Once a window is over that is unknown: one request is let through
 * to ask, and the others go by what it brings; where it brings nothing in time, another one asks. Times are those of a
 * clock that can't be set.
 */
export class Quota {
  /** How many more may go until the window is over; Infinity as long as nothing is known. */
  #left = Infinity;
  #until = -Infinity;
  /** Until then nothing goes, whatever a window says. */
  #closedUntil = -Infinity;
  /** The number of the last ticket before that was said. */
  #closedAfter = 0;
  /** The number of the ticket that went last to ask; undefined where none of them is waited for. */
  #asking: number | undefined;
  #asksUntil = -Infinity;
  #tickets = 0;

  /** Until when the others wait for the request that asks; -Infinity where none is underway. */
  get asksUntil(): number {
    return this.#asking === undefined ? -Infinity : this.#asksUntil;
  }

  /** From when on a request may go; -Infinity for at any time. */
  get opensAt(): number {
    return this.#left >= 1 ? this.#closedUntil : Math.max(this.#until, this.#closedUntil);
  }

  /** Whether it knows anything: if only that a window is over, so that one request has to ask. */
  get hasState(): boolean {
    return this.#left !== Infinity;
  }

  /** Whether a request was sent before the server last said that nothing may go. */
  isOutdated({ number }: Ticket): boolean {
    return number <= this.#closedAfter;
  }

  /** Lets one go, at a time when that is possible. */
  take(now: number): Ticket {
    this.#tickets += 1;
    const isAsking = this.#left !== Infinity && now >= this.#until;
    if (isAsking) {
      this.#asking = this.#tickets;
      this.#asksUntil = now + PATIENCE;
      this.#left = 0;
    } else this.#left -= 1;
    return { number: this.#tickets, at: now, isAsking };
  }

  /** A request has its answer, or will get none: what that says, if anything, is learned next. */
  settle({ number, isAsking }: Ticket, isAnswered: boolean): void {
    if (!isAsking || this.#asking === undefined) return;
    // One that was given up on is as good an answer as the one after it; that it failed says nothing.
    if (isAnswered || number === this.#asking) this.#asking = undefined;
    if (isAnswered) this.#left = Infinity;
  }

  /** Nothing may go for so many milliseconds. */
  close(wait: number, now: number): void {
    this.#closedAfter = this.#tickets;
    this.#closedUntil = Math.max(this.#closedUntil, now + Math.min(wait, LONGEST_CLOSED));
    this.#left = 0;
    this.#until = this.#closedUntil;
  }

  /**
   * The answer to a request says how much is left.
   *
   * @param underway How many other requests have no answer yet: what is left may not count them.
   */
  count({ remaining, reset }: Window, { at }: Ticket, underway: number, now: number): void {
    // A window that is over, and was not used up, says nothing about the next one.
    if (now < this.#closedUntil || (reset === 0 && remaining > 0)) return;
    const left = Math.max(remaining - underway, 0);
    const lasts = Math.min(reset, LONGEST_CLOSED);
    const isNext = this.#left === Infinity || at + lasts - ROUNDING > this.#until;
    // Answers overtake each other: within a window only the least that any of them says is sure.
    this.#left = isNext ? left : Math.min(this.#left, left);
    this.#until = isNext ? now + lasts : Math.min(this.#until, now + lasts);
  }
}

/** How a service says that there were too many requests, where it gives no figures. */
export interface RateLimitRules {
  /** The statuses that say so. */
  readonly refusals: readonly number[];
  /** How long to wait then. */
  readonly backoff: Backoff;
  /** What the body of a refusal says that has figures which don't explain it; undefined for no such thing. */
  readonly inBody: RegExp | undefined;
}

export const ANY_SERVICE: RateLimitRules = {
  refusals: [429],
  backoff: /* @__PURE__ */ new ExponentialBackoff(),
  inBody: undefined,
};

/** It says "You have exceeded a secondary rate limit" with a 403 that looks like one for a lack of rights. */
export const GITHUB: RateLimitRules = {
  refusals: [429, 403],
  backoff: /* @__PURE__ */ new ExponentialBackoff({ baseDelay: 60_000, maxDelay: 3_600_000 }),
  inBody: /rate limit/i,
};

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
    // Its figures say until when; or that some are left, so that a 403 is for a lack of rights.
    const isExplained = window && (status !== 429 || (window.remaining === 0 && window.reset > 0));
    return isExplained || isOutdated ? undefined : this.next();
  }

  /** The wait for one more refusal, in milliseconds. */
  next(): number {
    this.#count += 1;
    return this.#rules.backoff.delay(this.#count);
  }
}
