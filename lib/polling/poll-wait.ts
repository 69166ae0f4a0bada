import { AbortError } from '../platform/abort-error.js';
import { TimeoutError } from '../platform/timeout-error.js';
import { abortReason } from '../platform/abort-reason.js';
import { MAX_DELAY } from '../platform/clock.js';
import { onAbort } from '../platform/on-abort.js';
import { reportError } from '../platform/report-error.js';
import { systemClock } from '../platform/system-clock.js';
import type { Result, SuccessResult } from '../result/result.js';
import type { Place, Question } from './question.js';

/** Whether asking again can't help (specification 4.5). A GraphQL error has a 2xx status. */
const isFinal = ({ error }: Result<unknown>): boolean => {
  if (error?.kind !== 'http') return error !== null && /^(parse|middleware|abort)$/.test(error.kind);
  const { status } = error;
  return (
    (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408 && status !== 429)
  );
};

/** One `pollUntil`: a caller of a poll that leaves with the first answer which ends the wait. */
export class PollWait {
  readonly result: Promise<Result<never>>;
  readonly #question: Question;
  readonly #again: () => Promise<Result<never>>;
  #resolve: (result: Result<never>) => void = () => undefined;
  #place: Place | undefined;
  #timer: unknown;
  #ignore: (() => void) | undefined;

  constructor(question: Question, again: () => Promise<Result<never>>) {
    this.#question = question;
    this.#again = again;
    this.result = new Promise((resolve) => (this.#resolve = resolve));
    const { signal, giveUpAfter = 0 } = question.options;
    if (signal?.aborted) {
      this.#abort();
      return;
    }
    this.#ignore = signal ? onAbort(signal, () => this.#abort()) : undefined;
    if (giveUpAfter > 0 && giveUpAfter <= MAX_DELAY) {
      const giveUp = (): void => this.#fail('timeout', new TimeoutError(giveUpAfter));
      this.#timer = systemClock.setTimeout(giveUp, giveUpAfter);
    }
    this.#place = question.join((result) => this.#receive(result));
    // Sending the first request may have aborted it already.
    if (signal?.aborted) this.#place.leave();
  }

  #abort(): void {
    const reason = abortReason(this.#question.options.signal ?? undefined);
    this.#fail('abort', reason === undefined ? new AbortError('The poll was aborted.') : reason);
  }

  #receive(result: Result<unknown>): void {
    if (this.#question.asksOnce || isFinal(result) || (!result.error && this.#isDone(result))) {
      this.#end({ ...result, retry: this.#again } as Result<never>);
    }
  }

  #isDone(result: SuccessResult<unknown>): boolean {
    try {
      const answer: unknown = this.#question.options.until?.(result as SuccessResult<never>);
      if (answer === true) return true;
      // Only a promise that rejects has something to report.
      if (answer) Promise.resolve(answer).catch(reportError);
    } catch (thrown) {
      reportError(thrown);
    }
    return false;
  }

  #fail(kind: 'abort' | 'timeout', reason: unknown): void {
    const sent = this.#place?.poller.sent ?? { method: '', url: '' };
    this.#end(this.#question.failure(kind, reason, sent, this.#again));
  }

  #end(result: Result<never>): void {
    systemClock.clearTimeout(this.#timer);
    this.#ignore?.();
    this.#place?.leave();
    this.#resolve(result);
  }
}
