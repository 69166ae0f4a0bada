import { AbortError, abortWith, type Clock, untilAborted } from '../../core/internal.js';
import { AuthError, type Credentials } from './credentials.js';

/** Milliseconds for which a background refresh continues after the last call, if it keeps the process alive. */
const PATIENCE = 1000;

/** A running refresh, with the number of calls that wait for it. It is cancelled when no call waits anymore. */
export class Refresh {
  /** Controls the source's signal: aborts if the refresh takes too long, or if no call needs it anymore. */
  readonly asking: AbortController = new AbortController();
  /** Whether it was cancelled because no call waited. New calls might wait for it now. */
  isCalledOff = false;
  /** The error with which the source ended the session; undefined if it returned null. */
  rejection: ErrorOptions | undefined = undefined;
  readonly #dropping = new AbortController();
  readonly #outcome: Promise<Credentials | undefined>;
  readonly #clock: Clock;
  #waiting = 0;
  #isWanted = false;
  #isSettled = false;
  #timer: unknown;

  /** @param run Loads the credentials; resolves with undefined if the source stopped because of the cancellation. */
  constructor(run: (refresh: Refresh) => Promise<Credentials | undefined>, clock: Clock) {
    this.#clock = clock;
    this.#outcome = Promise.resolve()
      .then(() => untilAborted(run(this), this.dropped))
      .catch((thrown: unknown) => {
        // Any other value is the reason of a drop without an error.
        if (thrown instanceof AuthError) throw thrown;
        return undefined;
      });
    const settled = (): void => {
      this.#isSettled = true;
      clock.clearTimeout(this.#timer);
    };
    this.#outcome.then(settled, settled);
  }

  /** Aborts when `drop` is called. */
  get dropped(): AbortSignal {
    return this.#dropping.signal;
  }

  /** Marks the refresh as needed for later calls: it runs in the background. */
  want(): void {
    this.#isWanted = true;
  }

  /** Cancels a background refresh soon after the last call, unless new calls start in the meantime. */
  unwantSoon(isOver: () => boolean): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      if (!isOver()) return;
      this.#isWanted = false;
      this.#leave();
    }, PATIENCE);
    // Timers are numbers only in a page. Closing the page ends all requests, so no timer is needed.
    if (typeof this.#timer === 'number') this.#clock.clearTimeout(this.#timer);
  }

  /** Resolves with undefined if the refresh was cancelled before, or replaced. Rejects with an AuthError. */
  async wait(signal: AbortSignal | undefined): Promise<Credentials | undefined> {
    this.#waiting += 1;
    try {
      return await (signal ? untilAborted(this.#outcome, signal) : this.#outcome);
    } finally {
      this.#waiting -= 1;
      this.#leave();
    }
  }

  /** Discards the result. All waiting calls get the error; without an error, undefined. */
  drop(error?: AuthError): void {
    abortWith(this.#dropping, error);
  }

  #leave(): void {
    if (this.#waiting > 0 || this.#isWanted || this.#isSettled) return;
    this.isCalledOff = true;
    abortWith(this.asking, new AbortError('No call needs the credentials any more.'));
  }
}
