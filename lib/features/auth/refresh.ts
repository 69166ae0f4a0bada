import { AbortError, abortWith, type Clock, untilAborted } from '../../core/internal.js';
import { AuthError, type Credentials } from './credentials.js';

/** Milliseconds after the last call for which a refresh in the background goes on, where it holds up the end of a process. */
const PATIENCE = 1000;

/** One refresh that runs, and how many wait for it. It is called off when no call does any more. */
export class Refresh {
  /** The source's signal: aborts when it has taken too long, and when no call wants what it gives. */
  readonly asking: AbortController = new AbortController();
  /** Whether it was called off as no call waited; some may wait again by now. */
  isCalledOff = false;
  readonly #dropping = new AbortController();
  readonly #outcome: Promise<Credentials | undefined>;
  readonly #clock: Clock;
  #waiting = 0;
  #isWanted = false;
  #isSettled = false;
  #timer: unknown;

  /** @param run Gets the credentials; undefined if the source respects that the refresh is called off. */
  constructor(run: (refresh: Refresh) => Promise<Credentials | undefined>, clock: Clock) {
    this.#clock = clock;
    this.#outcome = Promise.resolve()
      .then(() => untilAborted(run(this), this.dropped))
      .catch((thrown: unknown) => {
        // Anything else is the reason of a drop without an error.
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

  /** It runs in the background, for calls to come. */
  want(): void {
    this.#isWanted = true;
  }

  /** All calls have come home: it goes on for a moment, unless others come by then. */
  unwantSoon(isOver: () => boolean): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      if (!isOver()) return;
      this.#isWanted = false;
      this.#leave();
    }, PATIENCE);
    // A page, whose timers are numbers, ends whatever is on its way.
    if (typeof this.#timer === 'number') this.#clock.clearTimeout(this.#timer);
  }

  /** Resolves with undefined if it was called off before, or replaced. Rejects with an AuthError. */
  async wait(signal: AbortSignal | undefined): Promise<Credentials | undefined> {
    this.#waiting += 1;
    try {
      return await (signal ? untilAborted(this.#outcome, signal) : this.#outcome);
    } finally {
      this.#waiting -= 1;
      this.#leave();
    }
  }

  /** Drops its outcome. All waiting calls get the error; without an error, undefined. */
  drop(error?: AuthError): void {
    abortWith(this.#dropping, error);
  }

  #leave(): void {
    if (this.#waiting > 0 || this.#isWanted || this.#isSettled) return;
    this.isCalledOff = true;
    abortWith(this.asking, new AbortError('No call needs the credentials any more.'));
  }
}
