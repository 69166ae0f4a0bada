import {
  abortWith,
  AbortError,
  type Following,
  interruptionBy,
  onAbort,
  quietly,
  untilAborted,
} from '../../core/seats.js';
import { discard } from './whole-body.js';

type Sender = Pick<Following, 'wasSent'> | undefined;

/** One request on its way, and those who wait for it. */
export class Flight<T> {
  readonly url: string;
  /** The attempt that sends it. */
  readonly sender: Sender;
  readonly controller = new AbortController();
  /** What comes of the request, even if it was ended before. */
  work!: Promise<T>;
  /** The same for those who wait; undefined as soon as the request is ended. */
  outcome!: Promise<T | undefined>;
  /** Who waits; one that nobody waits for ends, unless it runs for its own sake. */
  waiting = 0;
  /** Whether somebody has waited for it in vain: it may never come, and nobody else joins it. */
  isLate = false;
  isOver = false;

  constructor(url: string, sender: Sender) {
    this.url = url;
    this.sender = sender;
  }

  /** Ends the wait with the signal, and the request when nobody is left. */
  join(signal: AbortSignal | undefined): Promise<T | undefined> {
    this.waiting += 1;
    if (!signal) return this.outcome;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        const { kind, reason } = interruptionBy(signal);
        if (kind === 'timeout') this.isLate = true;
        reject(reason);
        this.leave(reason);
      };
      const forget = onAbort(signal, end);
      if (signal.aborted) end();
      this.outcome.then(resolve, reject).finally(forget);
    });
  }

  leave(reason: unknown): void {
    this.waiting -= 1;
    if (this.waiting <= 0 && !this.isOver) abortWith(this.controller, reason);
  }
}

/** For how long nobody waits for a request whose like gave nothing to share, in milliseconds. */
export const APART = 10_000;

/** How many keys are remembered that nobody waits on. */
const MOST_APART = 1000;

/** The requests of one process that are on their way: one for each key. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();
  /** Until when nobody waits on a key, by the clock's ticks. */
  readonly #apart = new Map<string, number>();
  readonly #ticks: () => number;
  readonly #openIn: (outcome: T) => Response | undefined;

  /** @param openIn The response whose body is still to be read, under the request's own signal. */
  constructor(ticks: () => number, openIn: (outcome: T) => Response | undefined) {
    this.#ticks = ticks;
    this.#openIn = openIn;
  }

  /** Whether callers with that key go alone. */
  isApart(key: string): boolean {
    return (this.#apart.get(key) ?? 0) > this.#ticks();
  }

  setApart(key: string): void {
    if (this.#apart.size >= MOST_APART) this.#apart.clear();
    this.#apart.set(key, this.#ticks() + APART);
  }

  /** Whether a request is on its way. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /** The request that is on its way, and may be joined. */
  open(key: string): Flight<T> | undefined {
    const flight = this.#flights.get(key);
    // One that everybody left is about to end.
    return flight?.isLate || flight?.controller.signal.aborted ? undefined : flight;
  }

  /**
   * Begins a request under a signal of its own, and waits for it.
   *
   * @param signal The caller's: it ends the wait, and what it gets of the body.
   */
  async begin(
    key: string,
    url: string,
    sender: Sender,
    signal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    if (signal?.aborted) throw interruptionBy(signal).reason;
    const flight = this.#add(key, url, sender, task);
    let outcome: T | undefined;
    try {
      outcome = await flight.join(signal);
    } catch (thrown) {
      // Whoever joined has no use for the body of a response that can't be shared.
      void this.#discard(flight);
      throw thrown;
    }
    if (signal && outcome && this.#openIn(outcome)) {
      const end = (): void => abortWith(flight.controller, interruptionBy(signal).reason);
      onAbort(signal, end);
      if (signal.aborted) end();
    }
    return outcome;
  }

  /**
   * Begins a request that nobody waits for.
   *
   * @param deadline Is handed what ends the request when it takes too long; gives what lifts that.
   */
  async beginBehind(
    key: string,
    url: string,
    sender: Sender,
    task: (signal: AbortSignal) => Promise<T>,
    deadline: (end: () => void) => () => void,
  ): Promise<void> {
    const flight = this.#add(key, url, sender, task);
    // It runs for its own sake: whoever joins and leaves does not end it.
    flight.waiting = Infinity;
    const lift = deadline(() =>
      abortWith(flight.controller, new AbortError('The validation took too long.')),
    );
    void this.#discard(flight);
    await flight.outcome.catch(() => undefined);
    lift();
  }

  /** Nobody joins what is on its way for a URL, or at all: what it brings may be from before. */
  detach(urls?: readonly string[]): void {
    for (const [key, { url }] of this.#flights) if (!urls || urls.includes(url)) this.#flights.delete(key);
  }

  /** Cancels the body that comes, which nobody reads. */
  #discard({ work }: Flight<T>): Promise<void> {
    return quietly(async () => discard(this.#openIn(await work)));
  }

  #add(key: string, url: string, sender: Sender, task: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const flight = new Flight<T>(url, sender);
    const { signal } = flight.controller;
    this.#flights.set(key, flight);
    flight.work = task(signal);
    // A fetch may not listen to its signal, and the end of the request is no failure of those who wait.
    flight.outcome = untilAborted(flight.work, signal)
      .catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown;
        return undefined;
      })
      .finally(() => {
        flight.isOver = true;
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      });
    // Whoever waits hears of it.
    flight.outcome.catch(() => undefined);
    return flight;
  }
}
