import {
  abortBy,
  type ApiError,
  DeadlineGuard,
  failure,
  InvalidInputError,
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

/** Handles a Result in a call of `poll` or `pollUntil`. Never throws. */
type Hear = (result: Result<unknown>) => void;

/** A call of `poll` or `pollUntil`, from joining a poll to leaving it. */
class PollCall extends DeadlineGuard implements PollCaller {
  readonly request: PollRequest;
  readonly settings: PollSettings;
  readonly #onAnswer: Hear;
  readonly #onFailure: Hear | undefined;
  #poller: Poller | undefined;

  /** @param onFailure Called after the signal aborts or the time is over. The call has already left the poll. */
  constructor(
    request: PollRequest,
    settings: PollSettings,
    onAnswer: Hear,
    onFailure?: Hear,
    giveUpAfter?: number,
  ) {
    super(giveUpAfter);
    this.request = request;
    this.settings = settings;
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.onAbort((interruption) => this.#fail(interruption));
    for (const signal of [settings.signal, ...request.target.signals])
      if (signal) this.follow(signal, abortBy);
    this.start();
    if (!this.interruption) this.#join(request.keyAtCall);
  }

  receive(result: Result<unknown>): void {
    if (!this.interruption) this.#onAnswer(result);
  }

  changePoll(): void {
    this.#join(this.request.currentKey);
  }

  /** Leaves the poll, and removes its timer and listener. */
  leave(): void {
    this.dispose();
    this.#poller?.leave(this);
  }

  #join(key: string | undefined): void {
    this.#poller = findPoller(this.request, key);
    this.#poller.join(this);
  }

  #fail({ kind, reason }: Interruption): void {
    this.leave();
    this.#onFailure?.(this.request.failure(kind, reason, this.#poller?.sent));
  }
}

/**
 * Calls an endpoint repeatedly: immediately, then `every` milliseconds after each response, with longer waits after
 * failures. In a browser and in React Native, callers with equal requests share one poll. A hidden tab pauses it.
 *
 * @param callback Called with every Result, including errors. If it throws, the error is reported.
 * @returns A function that stops this caller. It cancels a request in flight unless another caller waits for it.
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

/** Whether another request can't help: docs/reference/rules.md#polluntil */
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

/** Polls until a Result ends the poll, and resolves with it. Never rejects. */
const waitForAnswer = (
  request: PollRequest,
  { settings, onResult, giveUpAfter }: ReadOptions,
  until: PollUntilOptions<never>['until'],
): Promise<Result<unknown>> => {
  const isAwaited = (result: Result<unknown>): boolean =>
    result.error ? isFinal(result.error) : callReporting<unknown>(() => until(result as never)) === true;
  return new Promise((resolve) => {
    const onAnswer = (result: Result<unknown>): void => {
      // Pass a copy, so that `onResult` can't change the Result that `until` and the caller receive.
      if (onResult) callReporting(() => onResult({ ...result } as never));
      // Without a valid `every`, the first response ends the poll.
      if (settings.every < Infinity && !isAwaited(result)) return;
      call.leave();
      resolve(result);
    };
    const call = new PollCall(request, settings, onAnswer, resolve, giveUpAfter);
  });
};

/**
 * Calls an endpoint until `until` returns true for a response, and resolves with it. Also resolves with an error that
 * another request can't fix, with `'timeout'` after `giveUpAfter`, and with `'abort'` when `signal` aborts. Continues
 * after network errors, timeouts of a request, 5xx, 408, 429 and statuses other than 4xx. GraphQL errors end the poll.
 * Never rejects.
 */
export async function pollUntil<TParams, TData, TErrors = {}>(
  endpoint: Pollable<TParams, TData, TErrors>,
  params: TParams,
  options: PollUntilOptions<TData, TErrors>,
): Promise<Result<TData, TErrors>> {
  try {
    const read = readPollOptions(options);
    const { until } = read;
    // Without it, no response would end the poll.
    if (typeof until !== 'function')
      throw InvalidInputError.ofOption('"until" of pollUntil', until, 'a function that returns true');
    const request = new PollRequest(targetOf(endpoint as never), params, read.callOptions);
    const requestAtCall = request.fixed();
    const wait = async (current: PollRequest): Promise<Result<TData, TErrors>> => {
      const result = (await waitForAnswer(current, read, until)) as Result<TData, TErrors>;
      return { ...result, retry: () => wait(requestAtCall) };
    };
    return await wait(request);
  } catch (mistake) {
    const again = (): Promise<Result<never>> =>
      pollUntil(endpoint, params, options) as Promise<Result<never>>;
    return failure('network', mistake, params, again) as Result<never> as Result<TData, TErrors>;
  }
}
