import type { Clock } from '../platform/clock.js';
import type { Result } from '../result/result.js';
import type { PollCaller } from './poll-caller.js';
import { DEFAULT_MAX_EVERY, type PollDelay } from './poll-delay.js';
import { VisibilityGate } from './visibility-gate.js';

/** A request, as errors name it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** What a poll stands on. */
export interface PollerParts {
  readonly clock: Clock;
  readonly delay: PollDelay;
  /** Sends one request; never rejects. The signal aborts when the poll ends meanwhile; `onSend` is told what is sent. */
  ask(signal: AbortSignal, onSend: (sent: SentRequest) => void): Promise<Result<unknown>>;
  /** Called once, when the last caller has left. */
  onEnd(): void;
}

/**
 * One poll and its callers: asks, hands the answer to every caller, waits, asks again. Never two requests in flight;
 * no request starts while the tab is hidden, unless a caller wants that.
 */
export class Poller {
  readonly #parts: PollerParts;
  readonly #callers = new Set<PollCaller>();
  readonly #gate: VisibilityGate;
  #last: Result<unknown> | undefined;
  #sent: SentRequest = { method: '', url: '' };
  /** Of the request in flight. A poll that waits has none, and what it has answered can't be aborted any more. */
  #inFlight: AbortController | undefined;
  #timer: unknown;
  /** When the newest answer came, and when the next request is due; milliseconds since the epoch. */
  #answeredAt = 0;
  #dueAt = 0;
  #wait = 0;
  /** Until when the server asked to be left alone. */
  #notBefore = 0;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    this.#gate = new VisibilityGate(() => this.#onVisibility());
  }

  /** The newest request that was sent; empty when none was. */
  get sent(): SentRequest {
    return this.#sent;
  }

  /** Lets a caller in: it gets the newest answer in a microtask, if there is one, and then every further one. */
  join(caller: PollCaller): void {
    this.#callers.add(caller);
    const last = this.#last;
    if (last) {
      void Promise.resolve().then(() => {
        // A newer one that came meanwhile went to this caller too.
        if (this.#last === last) this.#deliver(last, [caller]);
      });
      this.#hasten(caller);
    } else if (this.#callers.size === 1) this.#dueAt = this.#parts.clock.now();
    this.#schedule();
  }

  /** Lets a caller go; the last one takes the request in flight along. */
  leave(caller: PollCaller): void {
    if (!this.#callers.delete(caller) || this.#callers.size > 0) return;
    this.#parts.clock.clearTimeout(this.#timer);
    this.#gate.close();
    this.#parts.onEnd();
    this.#inFlight?.abort();
  }

  get #isPaused(): boolean {
    return this.#gate.isHidden && this.#heedsTab;
  }

  get #heedsTab(): boolean {
    for (const { inBackground } of this.#callers) if (inBackground) return false;
    return true;
  }

  /** A shorter `every` doesn't wait out a longer wait; one that follows a failure stays. */
  #hasten({ every }: PollCaller): void {
    if (every === undefined || every >= this.#wait || this.#parts.delay.isBackingOff) return;
    this.#wait = every;
    this.#dueAt = Math.min(this.#dueAt, this.#answeredAt + every);
  }

  #onVisibility(): void {
    // A poll that went on in the background keeps its pace.
    if (!this.#gate.isHidden && this.#heedsTab)
      this.#dueAt = Math.max(this.#parts.clock.now(), this.#notBefore);
    this.#schedule();
  }

  #schedule(): void {
    const { clock } = this.#parts;
    clock.clearTimeout(this.#timer);
    if (this.#inFlight || this.#isPaused || this.#callers.size === 0) return;
    // At most the wait that was planned from now on, in case the clock was set back meanwhile.
    const now = clock.now();
    this.#dueAt = Math.min(this.#dueAt, now + this.#wait);
    const wait = this.#dueAt - now;
    if (wait <= 0) void this.#ask();
    else this.#timer = clock.setTimeout(() => void this.#ask(), wait);
  }

  async #ask(): Promise<void> {
    if (this.#isPaused) return;
    this.#inFlight = new AbortController();
    const result = await this.#parts.ask(
      this.#inFlight.signal,
      ({ method, url }) => (this.#sent = { method, url }),
    );
    if (this.#callers.size === 0) return;
    this.#last = result;
    this.#deliver(result, [...this.#callers]);
    this.#plan(result);
    // Not before: a callback may have let somebody join, who is not to ask at once.
    this.#inFlight = undefined;
    this.#schedule();
  }

  #deliver(result: Result<unknown>, callers: readonly PollCaller[]): void {
    for (const caller of callers) {
      // One that a callback before it has stopped gets nothing any more.
      if (!this.#callers.has(caller)) continue;
      if (caller.every === undefined) this.leave(caller);
      caller.receive(result);
    }
  }

  #plan(result: Result<unknown>): void {
    const { clock, delay } = this.#parts;
    // None wants a further answer where those who are left joined just now, for this one.
    const every = delay.every(this.#callers) ?? DEFAULT_MAX_EVERY;
    const now = clock.now();
    this.#answeredAt = now;
    const { wait, asked } = delay.after(result, every, this.#callers, now);
    this.#wait = wait;
    this.#dueAt = now + wait;
    this.#notBefore = now + asked;
  }
}
