import type { Clock } from '../../../core/seats.js';
import type { SharedLimit } from './shared-limit.js';

/** A store may take this many steps of so many milliseconds for an answer. */
const [STEPS, STEP] = [5, 10];

/** Milliseconds for which a store that failed is left alone: asked each time, one that is silent would slow all down. */
const REST = 1000;

/** Asks a store that several processes share, and goes on without it where it fails. */
export class Asker {
  readonly #shared: SharedLimit;
  readonly #failOpen: boolean;
  readonly #clock: Clock;
  /** By the clock that nobody sets. */
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
      // In steps, of which a busy thread can take no more than one: an answer that is there must have its turn.
      const count = (): void => {
        steps += 1;
        if (steps > STEPS) resolve(undefined);
        else timer = this.#clock.setTimeout(count, STEP);
      };
      let timer: unknown;
      count();
      const answered = (wait: unknown): void => {
        this.#clock.clearTimeout(timer);
        resolve(typeof wait === 'number' && !Number.isNaN(wait) ? wait : undefined);
      };
      const asking = async (): Promise<unknown> => this.#shared.take(key);
      asking().then(answered, () => answered(undefined));
    });
  }
}
