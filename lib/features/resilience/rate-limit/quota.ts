import type { Clock } from '../../../core/internal.js';
import { type Backoff, ExponentialBackoff } from '../../backoff/backoff.js';
import { retryAfter } from '../../backoff/retry-after.js';
import type { Window } from './rate-limit-headers.js';

/** A permission to send one request. */
export interface Ticket {
  /** Number of the ticket, increasing within a quota. */
  readonly number: number;
  readonly at: number;
  /** Whether this request tests the limit while the other requests wait for its response. */
  readonly isAsking: boolean;
}

/** Milliseconds: servers round times to seconds. */
const ROUNDING = 1000;

/** Longest closing time in milliseconds, one day. Limits the effect of wrong or malicious values. */
export const LONGEST_CLOSED: number = 86_400_000;

/** Milliseconds to wait for a request that tests the limit. A hanging request must not block all others. */
const PATIENCE = 10_000;

/**
 * The number of requests that a server permits, and until when. After a window ends, the next limit is unknown: one
 * request tests it, and the others follow its response. If it gets no response in time, another request tests it. Times
 * are ticks of a monotonic clock.
 */
export class Quota {
  /** Number of permitted requests until the window ends; Infinity while it's unknown. */
  #left = Infinity;
  #until = -Infinity;
  /** No request is permitted before this time, whatever the window says. */
  #closedUntil = -Infinity;
  /** Number of the last ticket before the service closed. */
  #closedAfter = 0;
  /** Number of the latest ticket that tests the limit; undefined if no test is awaited. */
  #asking: number | undefined;
  #asksUntil = -Infinity;
  #tickets = 0;

  /** Until when other requests wait for the test; -Infinity without one. */
  get asksUntil(): number {
    return this.#asking === undefined ? -Infinity : this.#asksUntil;
  }

  /** When a request may be sent; -Infinity for any time. */
  get opensAt(): number {
    return this.#left >= 1 ? this.#closedUntil : Math.max(this.#until, this.#closedUntil);
  }

  /** Whether it has information, even if only that a window has ended and one request must test the limit. */
  get hasState(): boolean {
    return this.#left !== Infinity;
  }

  /** Whether the request was sent before the server last closed. */
  isOutdated({ number }: Ticket): boolean {
    return number <= this.#closedAfter;
  }

  /** Takes a ticket. Call it only when a request is permitted. */
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

  /** Records that a request has its response or will get none. Call it before the headers are evaluated. */
  settle({ number, isAsking }: Ticket, isAnswered: boolean): void {
    if (!isAsking || this.#asking === undefined) return;
    // A late response of an earlier test is as good as the current one. A late failure says nothing.
    if (isAnswered || number === this.#asking) this.#asking = undefined;
    if (isAnswered) this.#left = Infinity;
  }

  /** Permits no request for `wait` milliseconds. */
  close(wait: number, now: number): void {
    this.#closedAfter = this.#tickets;
    this.#closedUntil = Math.max(this.#closedUntil, now + Math.min(wait, LONGEST_CLOSED));
    this.#left = 0;
    this.#until = this.#closedUntil;
  }

  /**
   * Records the remaining requests that a response reports.
   *
   * @param underway Number of other requests without a response, which the report might not include.
   */
  count({ remaining, reset }: Window, { at }: Ticket, underway: number, now: number): void {
    // A window that ended unused says nothing about the next one.
    if (now < this.#closedUntil || (reset === 0 && remaining > 0)) return;
    const left = Math.max(remaining - underway, 0);
    const lasts = Math.min(reset, LONGEST_CLOSED);
    const isNext = this.#left === Infinity || at + lasts - ROUNDING > this.#until;
    // Responses can overtake each other: within a window, only the smallest number is certain.
    this.#left = isNext ? left : Math.min(this.#left, left);
    this.#until = isNext ? now + lasts : Math.min(this.#until, now + lasts);
  }
}

/** How a service reports too many requests without headers. */
export interface RateLimitRules {
  /** Statuses that report too many requests. */
  readonly refusals: readonly number[];
  /** How long to wait after such a response. */
  readonly backoff: Backoff;
  /** Matches a body message that reports too many requests although the headers don't; undefined for none. */
  readonly inBody: RegExp | undefined;
}

export const ANY_SERVICE: RateLimitRules = {
  refusals: [429],
  backoff: /* @__PURE__ */ new ExponentialBackoff(),
  inBody: undefined,
};

/** GitHub reports "You have exceeded a secondary rate limit" with a 403 that looks like missing permissions. */
export const GITHUB: RateLimitRules = {
  refusals: [429, 403],
  backoff: /* @__PURE__ */ new ExponentialBackoff({ baseDelay: 60_000, maxDelay: 3_600_000 }),
  inBody: /rate limit/i,
};

/** Statuses with which `Retry-After` applies to the service. With a 301, for example, it applies to the moved page. */
const CLOSING: readonly number[] = [429, 503, 403];

/** Counts consecutive refusals of a service and calculates the wait. */
export class Refusals {
  readonly #rules: RateLimitRules;
  #count = 0;

  constructor(rules: RateLimitRules) {
    this.#rules = rules;
  }

  /**
   * Milliseconds to send nothing after a response; undefined if requests may continue.
   *
   * @param isOutdated Whether the request was sent before the last refusal. Requests that were sent together count as
   * one refusal.
   */
  waitFor(
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    window: Window | undefined,
    isOutdated: boolean,
    clock: Clock,
  ): number | undefined {
    const serverDelay = CLOSING.includes(status) ? retryAfter(headers, clock.now()) : undefined;
    if (serverDelay !== undefined) return serverDelay;
    if (!this.#rules.refusals.includes(status)) {
      if (!isOutdated) this.#count = 0;
      return undefined;
    }
    // The headers report the end of the limit. Or they report remaining requests, so a 403 means missing permissions.
    const isExplained = window && (status !== 429 || (window.remaining === 0 && window.reset > 0));
    return isExplained || isOutdated ? undefined : this.next();
  }

  /** Counts a refusal and returns the wait in milliseconds. */
  next(): number {
    this.#count += 1;
    return this.#rules.backoff.delay(this.#count);
  }
}
