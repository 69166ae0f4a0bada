import {
  abortBy,
  DeadlineCutoff,
  type Interruption,
  isAborted,
  type Result,
  systemClock,
} from '../../core/seats.js';
import { findPoller } from './find-poller.js';
import type { PollCaller } from './poll-caller.js';
import type { PollSettings } from './poll-settings.js';
import type { Poller } from './poller.js';
import type { Question } from './question.js';

/** What a call of `poll` or `pollUntil` does with what comes. */
interface Reactions {
  /** Gets every answer. Never throws. */
  readonly onAnswer: (result: Result<unknown>) => void;
  /** Told that the signal aborted, or that the time was over; the poll is left by then. */
  readonly onFailure?: (failure: Result<unknown>) => void;
}

/** One call of `poll` or `pollUntil`, from joining a poll to leaving it. */
export class PollCall extends DeadlineCutoff implements PollCaller {
  readonly question: Question;
  readonly settings: PollSettings;
  readonly #reactions: Reactions;
  readonly #signals: readonly AbortSignal[];
  #poller: Poller | undefined;

  /**
   * @param giveUpAfter Milliseconds after which it leaves; 0 for never.
   * @throws What a signal throws that can take no listener.
   */
  constructor(question: Question, settings: PollSettings, reactions: Reactions, giveUpAfter = 0) {
    super(systemClock, giveUpAfter);
    this.question = question;
    this.settings = settings;
    this.#reactions = reactions;
    this.#signals = [...(settings.signal ? [settings.signal] : []), ...question.signals];
    this.onAbort((interruption) => this.#fail(interruption));
    // First, as it may throw, or end this there and then.
    for (const signal of this.#signals) this.follow(signal, abortBy);
    this.start();
    if (!this.interruption) this.#join(question.keyAtCall);
  }

  receive(result: Result<unknown>): void {
    this.leaveIfAborted();
    if (!this.interruption) this.#reactions.onAnswer(result);
  }

  leaveIfAborted(): void {
    for (const signal of this.#signals) if (isAborted(signal)) this.abort(abortBy(signal));
  }

  changePoll(): void {
    this.#join(this.question.currentKey);
  }

  /** Leaves the poll, and takes along its timer and its listener. */
  leave(): void {
    this.release();
    this.#poller?.leave(this);
  }

  #join(key: string | undefined): void {
    this.#poller = findPoller(this.question, key);
    this.#poller.join(this);
  }

  #fail({ kind, reason }: Interruption): void {
    this.leave();
    this.#reactions.onFailure?.(this.question.failure(kind, reason, this.#poller?.sent));
  }
}
