import type { Clock } from '../../../core/internal.js';

/** A limit that several processes keep together: what a `RateLimitPlugin` asks before each request. */
export interface SharedLimit {
  /**
   * Takes one request out of what all may send; gives 0, or milliseconds after which to ask again. Required. What it
   * gives that is no number: it has failed. Negative is 0.
   *
   * @param key What the limit is for, as `keyFor` names it.
   * @returns 0 when it was taken; else milliseconds after which to ask again. Rejects when the store can't say.
   */
  take(key: string): Promise<number>;
}

/** What `flexible` needs of a limiter of rate-limiter-flexible, by its shape. */
export interface FlexibleLimiter {
  /**
   * Rejects with `{ msBeforeNext }` where nothing is left, and with an error where its store fails. Required. No
   * function: `flexible` throws. A rejection without a number: it has failed. Negative is a window that never ends.
   */
  consume(key: string, points: number): Promise<unknown>;
}

/** A store says so much as a number: milliseconds. */
const isTime = (ms: unknown): ms is number => typeof ms === 'number' && !Number.isNaN(ms);

/**
 * A limiter of rate-limiter-flexible, over Redis or any other of its stores, as the `shared` limit of a RateLimitPlugin.
 * Each request is a point. The windows of such a limiter are fixed: what is left of one is lost, and around the turn of
 * two there may be twice as many requests as in one.
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
        // Negative for a window that never ends.
        return ms < 0 ? Infinity : Math.max(ms, 1);
      }
    },
  };
}

/** A store may take this many steps of so many milliseconds for an answer. */
const [STEPS, STEP] = [5, 10];

/** Milliseconds for which a store that failed is left alone: asked each time, one that is silent would slow all down. */
const REST = 1000;

/** Asks a store that several processes share, and goes on without it where it fails. */
export class Asker {
  readonly #shared: SharedLimit;
  readonly #failOpen: boolean;
  readonly #clock: Clock;
  #restsUntil = -Infinity;

  /** @param failOpen Whether requests go out without asking as long as the store fails. */
  constructor(shared: SharedLimit, failOpen: boolean, clock: Clock) {
    this.#shared = shared;
    this.#failOpen = failOpen;
    this.#clock = clock;
  }

  /** Milliseconds after which to ask again; 0 when the request may go. Never rejects. */
  async ask(key: string): Promise<number> {
    const rests = this.#restsUntil - this.#clock.ticks();
    if (rests > 0) return this.#failOpen ? 0 : rests;
    const wait = await this.#inTime(key);
    if (wait !== undefined) return Math.max(wait, 0);
    this.#restsUntil = this.#clock.ticks() + REST;
    return this.#failOpen ? 0 : REST;
  }

  /** What the store says; undefined where it fails, says nothing in time, or what is no number. */
  #inTime(key: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      let steps = 0;
      let timer: unknown;
      // In steps, of which a busy thread can take no more than one: an answer that is there must have its turn.
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
