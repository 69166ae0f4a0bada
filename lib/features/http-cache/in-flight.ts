import { abortWith, type Following, interruptionBy, onAbort } from '../../core/internal.js';
import { discard } from './whole-body.js';

type Sender = Pick<Following, 'wasSent'> | undefined;

/** What comes of a request: where it has a response, the body of that is still to be read, under the request's own signal. */
type Outcome = { readonly response?: Response | undefined } | undefined;

/** One request on its way, and those who wait for it. */
export class InFlightRequest<T extends Outcome> {
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

  /**
   * Waits as the one whose request it is.
   *
   * @param signal Ends the wait, and what it gets of the body.
   */
  async lead(signal: AbortSignal | undefined): Promise<T | undefined> {
    try {
      const outcome = await this.join(signal);
      if (signal && outcome?.response) {
        const end = (): void => abortWith(this.controller, interruptionBy(signal).reason);
        onAbort(signal, end);
        if (signal.aborted) end();
      }
      return outcome;
    } catch (thrown) {
      this.discard();
      throw thrown;
    }
  }

  /** Runs for its own sake: whoever joins and leaves does not end it. */
  runBehind(): void {
    this.waiting = Infinity;
    this.discard();
  }

  /** Nobody reads the body that comes: whoever joined has no use for a response that can't be shared. */
  discard(): void {
    this.work.then(
      (outcome) => discard(outcome?.response),
      () => undefined,
    );
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
export class InFlightRequests<T extends Outcome> {
  readonly #flights = new Map<string, InFlightRequest<T>>();
  /** Until when nobody waits on a key, by the clock's ticks. */
  readonly #apart = new Map<string, number>();
  readonly #ticks: () => number;

  constructor(ticks: () => number) {
    this.#ticks = ticks;
  }

  /** Whether callers with that key go alone. */
  isApart(key: string): boolean {
    return (this.#apart.get(key) ?? 0) > this.#ticks();
  }

  setApart(key: string): void {
    if (this.#apart.size >= MOST_APART) this.#apart.clear();
    this.#apart.set(key, this.#ticks() + APART);
  }

  /** The request that is on its way, and may be joined. */
  open(key: string): InFlightRequest<T> | undefined {
    const flight = this.#flights.get(key);
    // One that everybody left is about to end.
    return flight?.isLate || flight?.controller.signal.aborted ? undefined : flight;
  }

  /** Begins a request under a signal of its own. */
  begin(
    key: string,
    url: string,
    sender: Sender,
    task: (signal: AbortSignal) => Promise<T>,
  ): InFlightRequest<T> {
    const flight = new InFlightRequest<T>(url, sender);
    const { signal } = flight.controller;
    this.#flights.set(key, flight);
    flight.work = task(signal);
    flight.outcome = new Promise<T | undefined>((resolve, reject) => {
      // A fetch may not listen to its signal, and the end of the request is no failure of those who wait.
      onAbort(signal, () => resolve(undefined));
      flight.work.then(resolve, reject);
    }).finally(() => {
      flight.isOver = true;
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Whoever waits hears of it.
    flight.outcome.catch(() => undefined);
    return flight;
  }

  /** Nobody joins what is on its way for a URL, or at all: what it brings may be from before. */
  detach(urls?: readonly string[]): void {
    for (const [key, { url }] of this.#flights) if (!urls || urls.includes(url)) this.#flights.delete(key);
  }
}
