import { copyData } from '../../core/platform/copy-data.js';
import { hasWindow } from '../../core/platform/window.js';
import { systemClock } from '../../core/platform/clock.js';
import type { Result } from '../../core/result/result.js';
import { Pace } from './pace.js';
import type { PollCaller } from './poll-caller.js';

/** A request, as errors name it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** What a poll asks. */
export interface Askable {
  /** Whether it asks something else than what its poll was found by. */
  readonly hasChanged: boolean;
  /** Sends one request; never rejects. The signal aborts when the poll ends meanwhile; `onSend` is told what is sent. */
  ask(signal: AbortSignal, onSend: (sent: SentRequest) => void): Promise<Result<unknown>>;
}

/**
 * One poll and its callers: asks, hands the answer to every caller, waits, asks again. Never two requests in flight;
 * no request starts while the tab is hidden, unless a caller wants that.
 */
export class Poller {
  readonly #question: Askable;
  readonly #isShared: boolean;
  readonly #onEnd: () => void;
  readonly #callers = new Set<PollCaller>();
  readonly #pace = new Pace();
  /** React Native has a window and no document; a server's document is no tab. */
  readonly #tab: Document | undefined = hasWindow() ? globalThis.document : undefined;
  #last: Result<unknown> | undefined;
  #sent: SentRequest | undefined;
  /** Of the request in flight. A poll that waits has none, and what it has answered can't be aborted any more. */
  #inFlight: AbortController | undefined;
  #timer: unknown;

  /**
   * @param isShared Whether there may be several callers: each gets data of its own then.
   * @param onEnd Called when nobody may join any more; maybe more than once.
   */
  constructor(question: Askable, isShared: boolean, onEnd: () => void) {
    this.#question = question;
    this.#isShared = isShared;
    this.#onEnd = onEnd;
    this.#tab?.addEventListener('visibilitychange', this.#onVisibility);
  }

  /** The newest request that was sent. */
  get sent(): SentRequest | undefined {
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
    }
    this.#pace.hasten(caller.every);
    this.#schedule();
  }

  /** Lets a caller go; the last one takes the request in flight along. */
  leave(caller: PollCaller): void {
    if (!this.#callers.delete(caller) || this.#callers.size > 0) return;
    systemClock.clearTimeout(this.#timer);
    this.#tab?.removeEventListener('visibilitychange', this.#onVisibility);
    this.#onEnd();
    this.#inFlight?.abort();
  }

  /** Whether the tab is so, and no caller wants to go on whatever it is. */
  #heeds(state: DocumentVisibilityState): boolean {
    return (
      this.#tab?.visibilityState === state && ![...this.#callers].some(({ inBackground }) => inBackground)
    );
  }

  readonly #onVisibility = (): void => {
    // A poll that went on in the background keeps its pace.
    if (this.#heeds('visible')) this.#pace.skip();
    this.#schedule();
  };

  #schedule(): void {
    systemClock.clearTimeout(this.#timer);
    if (this.#inFlight || this.#callers.size === 0) return;
    const rest = this.#pace.rest(systemClock);
    if (rest <= 0) void this.#ask();
    else this.#timer = systemClock.setTimeout(() => void this.#ask(), rest);
  }

  async #ask(): Promise<void> {
    // Whoever shows the tab, or goes on regardless, schedules anew.
    if (this.#heeds('hidden')) return;
    for (const caller of [...this.#callers]) caller.notice();
    if (this.#question.hasChanged) this.#keepOwn();
    if (this.#callers.size === 0) return;
    this.#inFlight = new AbortController();
    const result = await this.#question.ask(
      this.#inFlight.signal,
      ({ method, url }) => (this.#sent = { method, url }),
    );
    this.#last = result;
    this.#deliver(result, [...this.#callers]);
    this.#pace.after(result, this.#callers, systemClock);
    // Not before: a callback may have let somebody join, who is not to ask at once.
    this.#inFlight = undefined;
    this.#schedule();
  }

  /** Nobody may join what asks something else by now, and who has joined asks elsewhere. */
  #keepOwn(): void {
    this.#onEnd();
    for (const caller of [...this.#callers]) {
      if (caller.question === this.#question) continue;
      this.leave(caller);
      caller.move();
    }
  }

  #copyOf(result: Result<unknown>): Result<unknown> {
    if (!this.#isShared) return result;
    if (result.error) return { ...result };
    try {
      return { ...result, data: copyData(result.data) };
    } catch {
      // Data that can't be read can't be spoilt either.
      return { ...result };
    }
  }

  #deliver(result: Result<unknown>, callers: readonly PollCaller[]): void {
    // One that a callback before it has stopped gets nothing any more.
    for (const caller of callers) if (this.#callers.has(caller)) caller.receive(this.#copyOf(result));
  }
}
