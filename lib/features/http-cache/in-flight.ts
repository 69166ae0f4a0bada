import { abortWith, type AttemptRecord, interruptionBy, onAbort } from '../../core/internal.js';
import { discard } from './whole-body.js';

type Sender = AttemptRecord | undefined;

/** The outcome of a request. If it has a response, its body is still unread and depends on the request's own signal. */
type Outcome = { readonly response?: Response | undefined } | undefined;

/** A request in flight and the calls that wait for it. */
export class InFlightRequest<T extends Outcome> {
  readonly url: string;
  /** The attempt that sends the request. */
  readonly sender: Sender;
  readonly controller = new AbortController();
  /** Outcome of the request, even if the request was aborted before. */
  work!: Promise<T>;
  /** The outcome for waiting calls; undefined once the request is aborted. */
  outcome!: Promise<T | undefined>;
  /** Number of waiting calls. At 0 the request is aborted; a background request has `Infinity`. */
  waiting = 0;
  /** Whether a call timed out while it waited. The response might never arrive, so no other call joins. */
  isLate = false;
  isOver = false;

  constructor(url: string, sender: Sender) {
    this.url = url;
    this.sender = sender;
  }

  /** Waits for the outcome. An aborted signal ends the wait, and aborts the request if no other call waits. */
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
   * Waits as the call that started the request.
   *
   * @param signal Ends the wait, and also aborts the reading of the body.
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

  /** Keeps the request running in the background, even if no call waits for it. */
  runBehind(): void {
    this.waiting = Infinity;
    this.discard();
  }

  /** Cancels the unread body of the response: joined calls can't use a response that isn't shareable. */
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

/**
 * Milliseconds for which calls with a key aren't shared after a shared request returned a response that can't be
 * reused.
 */
export const APART = 10_000;

/** How many unshared keys are remembered. */
const MOST_APART = 1000;

/** The requests in flight of one process: at most one for each key. */
export class InFlightRequests<T extends Outcome> {
  readonly #flights = new Map<string, InFlightRequest<T>>();
  /** Until when calls with a key aren't shared, in ticks of the clock. */
  readonly #apart = new Map<string, number>();
  readonly #ticks: () => number;

  constructor(ticks: () => number) {
    this.#ticks = ticks;
  }

  /** Whether calls with this key each send their own request. */
  isApart(key: string): boolean {
    return (this.#apart.get(key) ?? 0) > this.#ticks();
  }

  setApart(key: string): void {
    if (this.#apart.size >= MOST_APART) this.#apart.clear();
    this.#apart.set(key, this.#ticks() + APART);
  }

  /** The request in flight that a call can join. */
  open(key: string): InFlightRequest<T> | undefined {
    const flight = this.#flights.get(key);
    // A request that all calls have left is about to end.
    return flight?.isLate || flight?.controller.signal.aborted ? undefined : flight;
  }

  /** Starts a request with its own signal. */
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
      // `fetch` might ignore its signal. An aborted request isn't a failure for the waiting calls.
      onAbort(signal, () => resolve(undefined));
      flight.work.then(resolve, reject);
    }).finally(() => {
      flight.isOver = true;
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Waiting calls get the error. Without waiting calls, an unhandled rejection would end the process.
    flight.outcome.catch(() => undefined);
    return flight;
  }

  /** Stops new calls from joining the requests of these URLs, or of all URLs: their responses might be outdated. */
  detach(urls?: readonly string[]): void {
    for (const [key, { url }] of this.#flights) if (!urls || urls.includes(url)) this.#flights.delete(key);
  }
}
