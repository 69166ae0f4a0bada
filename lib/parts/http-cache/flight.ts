import { abortWith, AbortError, interruptionBy, onAbort } from '../../core/seats.js';

/** One request on its way, and those who wait for it. */
class Flight<T> {
  readonly url: string;
  readonly controller = new AbortController();
  outcome!: Promise<T>;
  /** Who waits; one that nobody waits for ends, unless it runs for its own sake. */
  waiting = 0;
  /** Whether somebody has waited for it in vain: it may never come, and nobody else joins it. */
  isLate = false;
  isOver = false;

  constructor(url: string) {
    this.url = url;
  }

  /** Ends the wait with the signal, and the request when nobody is left. */
  async join(signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) throw interruptionBy(signal).reason;
    this.waiting += 1;
    if (!signal) return this.outcome;
    return new Promise<T>((resolve, reject) => {
      const forget = onAbort(signal, () => {
        const { kind, reason } = interruptionBy(signal);
        if (kind === 'timeout') this.isLate = true;
        reject(reason);
        this.leave(reason);
      });
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
  readonly #isOpen: (outcome: T) => boolean;

  /** @param isOpen Whether what came is still being read, under the request's own signal. */
  constructor(ticks: () => number, isOpen: (outcome: T) => boolean) {
    this.#ticks = ticks;
    this.#isOpen = isOpen;
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

  /** Waits for the request that is on its way; undefined where there is none. */
  join(key: string, signal: AbortSignal | undefined): Promise<T> | undefined {
    const flight = this.#flights.get(key);
    // One that everybody left is about to end.
    const isOpen = flight && !flight.isLate && !flight.controller.signal.aborted;
    return isOpen ? flight.join(signal) : undefined;
  }

  /**
   * Begins a request under a signal of its own, and waits for it.
   *
   * @param signal The caller's: it ends the wait, and what it gets of the body.
   */
  async begin(
    key: string,
    url: string,
    signal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw interruptionBy(signal).reason;
    const flight = this.#add(key, url, task);
    const outcome = await flight.join(signal);
    if (signal && this.#isOpen(outcome))
      onAbort(signal, () => abortWith(flight.controller, interruptionBy(signal).reason));
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
    task: (signal: AbortSignal) => Promise<T>,
    deadline: (end: () => void) => () => void,
  ): Promise<void> {
    const flight = this.#add(key, url, task);
    // It runs for its own sake: whoever joins and leaves does not end it.
    flight.waiting = Infinity;
    const lift = deadline(() =>
      abortWith(flight.controller, new AbortError('The validation took too long.')),
    );
    await flight.outcome.catch(() => undefined);
    lift();
  }

  /** Nobody joins what is on its way for a URL, or at all: what it brings may be from before. */
  detach(urls?: readonly string[]): void {
    for (const [key, { url }] of this.#flights) if (!urls || urls.includes(url)) this.#flights.delete(key);
  }

  #add(key: string, url: string, task: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const flight = new Flight<T>(url);
    this.#flights.set(key, flight);
    flight.outcome = task(flight.controller.signal).finally(() => {
      flight.isOver = true;
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Whoever waits hears of it.
    flight.outcome.catch(() => undefined);
    return flight;
  }
}
