import { abortBy, type Interruption } from '../../core/platform/interruption.js';
import { MAX_DELAY, systemClock } from '../../core/platform/clock.js';
import { Cutoff } from '../../core/platform/cutoff.js';
import { isAborted } from '../../core/platform/foreign-signal.js';
import type { Result } from '../../core/result/result.js';
import type { PollCaller } from './poll-caller.js';
import type { Poller } from './poller.js';
import type { Question } from './question.js';

/** What a caller of a poll hands over. */
export interface PollListener {
  /** Gets every answer. Never throws. */
  readonly receive: (result: Result<unknown>) => void;
  /** Told that the signal aborted, or that `giveUpAfter` milliseconds passed: the place is left then. */
  readonly onFailure?: (failure: Result<unknown>) => void;
  /** Milliseconds; 0 for no limit. */
  readonly giveUpAfter?: number;
}

/** The place that one call of `poll` or `pollUntil` has on a poll, from joining to leaving. */
export class PollPlace extends Cutoff implements PollCaller {
  readonly question: Question;
  readonly #listener: PollListener;
  #poller: Poller | undefined;

  /** @throws What a signal throws that can take no listener. */
  constructor(question: Question, listener: PollListener) {
    super();
    this.question = question;
    this.#listener = listener;
    const { signal } = question.options;
    const { giveUpAfter = 0 } = listener;
    this.onAbort((interruption) => this.#fail(interruption));
    // First, as it may throw, or end this there and then.
    if (signal) this.follow(signal, abortBy);
    this.expire(systemClock, giveUpAfter <= MAX_DELAY ? giveUpAfter : 0);
    if (!this.interruption) this.#enter(question.findFirst());
  }

  get every(): number {
    return this.question.options.every;
  }

  get maxEvery(): number {
    return this.question.options.maxEvery;
  }

  get inBackground(): boolean {
    return this.question.options.inBackground;
  }

  receive(result: Result<unknown>): void {
    this.notice();
    if (!this.interruption) this.#listener.receive(result);
  }

  notice(): void {
    const { signal } = this.question.options;
    if (signal && isAborted(signal)) this.abort(abortBy(signal));
  }

  move(): void {
    this.#enter(this.question.find());
  }

  /** Leaves the poll, and everything that was waited with. */
  leave(): void {
    this.release();
    this.#poller?.leave(this);
  }

  #enter(poller: Poller): void {
    this.#poller = poller;
    poller.join(this);
  }

  #fail({ kind, reason }: Interruption): void {
    this.leave();
    this.#listener.onFailure?.(this.question.failure(kind, reason, this.#poller?.sent));
  }
}
