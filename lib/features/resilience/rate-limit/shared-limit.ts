import type { Clock } from '../../../core/internal.js';

/** A limit that several processes share. `RateLimitPlugin` checks it before each request. */
export interface SharedLimit {
  /**
   * Takes one request from the shared limit. Required. Negative numbers count as 0. A value that isn't a number counts
   * as a failure.
   *
   * @param key Key of the limit, from `keyFor`.
   * @returns 0 if the request was taken, otherwise milliseconds until the next check. Rejects if the store fails.
   */
  take(key: string): Promise<number>;
}

/** The interface of a rate-limiter-flexible limiter that `fromRateLimiterFlexible` uses. */
export interface FlexibleLimiter {
  /**
   * Takes points from the limit. Required. Rejects with `{ msBeforeNext }` if none is left, and with an error if the
   * store fails. A rejection without a number counts as a failure. A negative number means that the window never ends.
   */
  consume(key: string, points: number): Promise<unknown>;
}

/** Whether a value is a number of milliseconds. */
const isTime = (ms: unknown): ms is number => typeof ms === 'number' && !Number.isNaN(ms);

/**
 * Creates a `shared` limit of a RateLimitPlugin from a limiter of rate-limiter-flexible, with Redis or another store.
 * Each request costs one point. The limiter uses fixed windows: at the boundary of two windows, up to twice the limit
 * can be sent.
 */
export function fromRateLimiterFlexible(limiter: FlexibleLimiter): SharedLimit {
  return {
    async take(key) {
      try {
        await limiter.consume(key, 1);
        return 0;
      } catch (thrown) {
        const { msBeforeNext: ms } = Object(thrown) as { msBeforeNext?: unknown };
        if (!isTime(ms)) throw thrown;
        // A negative number means that the window never ends.
        return ms < 0 ? Infinity : Math.max(ms, 1);
      }
    },
  };
}

/** A store must respond within this number of steps, each of this length in milliseconds. */
const [STEPS, STEP] = [5, 10];

/**
 * Milliseconds for which a failed store isn't used. Otherwise a store that doesn't respond would delay every request.
 */
const REST = 1000;

/** Checks a store that several processes share, and continues without it if it fails. */
export class SharedLimitClient {
  readonly #shared: SharedLimit;
  readonly #failOpen: boolean;
  readonly #clock: Clock;
  #restsUntil = -Infinity;

  /** @param failOpen Whether to send requests while the store fails. */
  constructor(shared: SharedLimit, failOpen: boolean, clock: Clock) {
    this.#shared = shared;
    this.#failOpen = failOpen;
    this.#clock = clock;
  }

  /** Milliseconds until the next check; 0 if the request may be sent. Never rejects. */
  async ask(key: string): Promise<number> {
    const rests = this.#restsUntil - this.#clock.ticks();
    if (rests > 0) return this.#failOpen ? 0 : rests;
    const wait = await this.#inTime(key);
    if (wait !== undefined) return Math.max(wait, 0);
    this.#restsUntil = this.#clock.ticks() + REST;
    return this.#failOpen ? 0 : REST;
  }

  /** The store's result; undefined if it fails, times out or isn't a number. */
  #inTime(key: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      let steps = 0;
      let timer: unknown;
      // Count in steps: a blocked thread skips all but one, so that a response that has already arrived is processed
      // first.
      const count = (): void => {
        steps += 1;
        if (steps > STEPS) resolve(undefined);
        else timer = this.#clock.setTimeout(count, STEP);
      };
      const answered = (wait?: unknown): void => {
        this.#clock.clearTimeout(timer);
        resolve(isTime(wait) ? wait : undefined);
      };
      count();
      const asking = async (): Promise<unknown> => this.#shared.take(key);
      asking().then(answered, () => answered());
    });
  }
}
