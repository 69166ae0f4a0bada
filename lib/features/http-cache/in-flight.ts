import { abortWith, type AttemptRecord, interruptionBy, onAbort } from '../../core/internal.js';
import { discard } from './whole-body.js';

type Sender = AttemptRecord | undefined;

/** The outcome of a request. If it has a response, its body is still unread and depends on the request's own signal. */
type SharedOutcome = { readonly response?: Response | undefined } | undefined;

/** A request in flight and the calls that wait for it. */
export class InFlightRequest<T extends SharedOutcome> {
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
export const UNSHARED_TIME = 10_000;

/** How many unshared keys are remembered. */
const MOST_UNSHARED = 1000;

/** The requests in flight of one process: at most one for each key. */
export class InFlightRequests<T extends SharedOutcome> {
  readonly #inFlight = new Map<string, InFlightRequest<T>>();
  /** Until when calls with a key aren't shared, in ticks of the clock. */
  readonly #unshared = new Map<string, number>();
  readonly #ticks: () => number;

  constructor(ticks: () => number) {
    this.#ticks = ticks;
  }

  /** Whether calls with this key each send their own request. */
  isUnshared(key: string): boolean {
    return (this.#unshared.get(key) ?? 0) > this.#ticks();
  }

  markUnshared(key: string): void {
    if (this.#unshared.size >= MOST_UNSHARED) this.#unshared.clear();
    this.#unshared.set(key, this.#ticks() + UNSHARED_TIME);
  }

  /** The request in flight that a call can join. */
  open(key: string): InFlightRequest<T> | undefined {
    const inFlight = this.#inFlight.get(key);
    // A request that all calls have left is about to end.
    return inFlight?.isLate || inFlight?.controller.signal.aborted ? undefined : inFlight;
  }

  /** Starts a request with its own signal. */
  begin(
    key: string,
    url: string,
    sender: Sender,
    task: (signal: AbortSignal) => Promise<T>,
  ): InFlightRequest<T> {
    const inFlight = new InFlightRequest<T>(url, sender);
    const { signal } = inFlight.controller;
    this.#inFlight.set(key, inFlight);
    inFlight.work = task(signal);
    inFlight.outcome = new Promise<T | undefined>((resolve, reject) => {
      // `fetch` might ignore its signal. An aborted request isn't a failure for the waiting calls.
      onAbort(signal, () => resolve(undefined));
      inFlight.work.then(resolve, reject);
    }).finally(() => {
      inFlight.isOver = true;
      if (this.#inFlight.get(key) === inFlight) this.#inFlight.delete(key);
    });
    // Waiting calls get the error. Without waiting calls, an unhandled rejection would end the process.
    inFlight.outcome.catch(() => undefined);
    return inFlight;
  }

  /** Stops new calls from joining the requests of these URLs, or of all URLs: their responses might be outdated. */
  detach(urls?: readonly string[]): void {
    for (const [key, { url }] of this.#inFlight) if (!urls || urls.includes(url)) this.#inFlight.delete(key);
  }
}
