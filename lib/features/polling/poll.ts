import {
  abortBy,
  type ApiError,
  DeadlineGuard,
  failure,
  type Interruption,
  reportError,
  callReporting,
  type Result,
} from '../../core/internal.js';
import { transienceOf } from '../transience/transience.js';
import {
  type Pollable,
  type PollOptions,
  type PollSettings,
  type PollUntilOptions,
  type ReadOptions,
  readPollOptions,
} from './poll-options.js';
import { findPoller, type PollCaller, type Poller } from './poller.js';
import { PollRequest } from './poll-request.js';
import { targetOf } from './target.js';

/** What a call of `poll` or `pollUntil` does with an answer, or with a failure of its own. Never throws. */
type Hear = (result: Result<unknown>) => void;

/** One call of `poll` or `pollUntil`, from joining a poll to leaving it. */
class PollCall extends DeadlineGuard implements PollCaller {
  readonly question: PollRequest;
  readonly settings: PollSettings;
  readonly #onAnswer: Hear;
  readonly #onFailure: Hear | undefined;
  #poller: Poller | undefined;

  /** @param onFailure Told that the signal aborted, or that the time was over; the poll is left by then. */
  constructor(
    question: PollRequest,
    settings: PollSettings,
    onAnswer: Hear,
    onFailure?: Hear,
    giveUpAfter?: number,
  ) {
    super(giveUpAfter);
    this.question = question;
    this.settings = settings;
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.onAbort((interruption) => this.#fail(interruption));
    for (const signal of [settings.signal, ...question.target.signals])
      if (signal) this.follow(signal, abortBy);
    this.start();
    if (!this.interruption) this.#join(question.keyAtCall);
  }

  receive(result: Result<unknown>): void {
    if (!this.interruption) this.#onAnswer(result);
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
    this.#onFailure?.(this.question.failure(kind, reason, this.#poller?.sent));
  }
}

/**
 * Asks an endpoint again and again: at once, then `every` milliseconds after each answer, later after failures. In a
 * browser and in React Native, callers who ask the same thing share one poll; a hidden tab pauses it.
 *
 * @param callback Gets every Result, errors included. What it throws is reported.
 * @returns What stops this caller. A request in flight is cancelled unless another caller waits for it.
 */
export function poll<TParams, TData, TErrors = {}>(
  endpoint: Pollable<TParams, TData, TErrors>,
  params: TParams,
  callback: (result: Result<TData, TErrors>) => unknown,
  options: PollOptions,
): () => void {
  try {
    const target = targetOf(endpoint as never);
    const { settings, callOptions } = readPollOptions(options);
    const isOnce = target.streams || settings.every === Infinity;
    const call = new PollCall(new PollRequest(target, params, callOptions), settings, (result) => {
      if (isOnce) call.leave();
      callReporting(() => callback(result as never));
    });
    return () => call.leave();
  } catch (mistake) {
    reportError(mistake);
    return () => undefined;
  }
}

/** Whether asking again can't help: docs/reference/rules.md#polluntil */
const isFinal = (error: ApiError): boolean => {
  const { kind, status } = error;
  const transience = transienceOf(error);
  if (transience === 'lost') return false;
  if (kind !== 'http') return true;
  const isGraphQLError = status >= 200 && status < 300;
  // A 425 ends a poll, although a retry repeats it.
  const isRefused = status >= 400 && (!transience || status === 425);
  return isGraphQLError || isRefused;
};

/** Polls until there is an answer to resolve with. Never rejects. */
const waitForAnswer = (
  question: PollRequest,
  { settings, until, onResult, giveUpAfter }: ReadOptions,
): Promise<Result<unknown>> => {
  const isAwaited = (result: Result<unknown>): boolean =>
    result.error
      ? isFinal(result.error)
      : until !== undefined && callReporting<unknown>(() => until(result as never)) === true;
  return new Promise((resolve) => {
    const onAnswer = (result: Result<unknown>): void => {
      // A copy: who only looks on changes nothing of what is decided and resolved with.
      if (onResult) callReporting(() => onResult({ ...result } as never));
      // Whoever wants a single answer takes any.
      if (settings.every < Infinity && !isAwaited(result)) return;
      call.leave();
      resolve(result);
    };
    const call = new PollCall(question, settings, onAnswer, resolve, giveUpAfter);
  });
};

/**
 * Asks an endpoint until the answer is the one that is waited for, and resolves with it; or with an error that asking
 * again can't help, with `'timeout'` after `giveUpAfter`, with `'abort'` when `signal` aborts. Goes on after network
 * errors, a request's own timeout, 5xx, 408, 429 and any other status. Never rejects.
 */
export async function pollUntil<TParams, TData, TErrors = {}>(
  endpoint: Pollable<TParams, TData, TErrors>,
  params: TParams,
  options: PollUntilOptions<TData, TErrors>,
): Promise<Result<TData, TErrors>> {
  try {
    const read = readPollOptions(options);
    const question = new PollRequest(targetOf(endpoint as never), params, read.callOptions);
    const askedAtCall = question.fixed();
    const wait = async (asked: PollRequest): Promise<Result<TData, TErrors>> => {
      const result = (await waitForAnswer(asked, read)) as Result<TData, TErrors>;
      return { ...result, retry: () => wait(askedAtCall) };
    };
    return await wait(question);
  } catch (mistake) {
    const again = (): Promise<Result<never>> =>
      pollUntil(endpoint, params, options) as Promise<Result<never>>;
    return failure('network', mistake, params, again) as Result<never> as Result<TData, TErrors>;
  }
}
