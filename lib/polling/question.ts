import { readDelay } from '../backoff/backoff.js';
import { CALLER, type Caller } from '../client/caller.js';
import { failure } from '../client/failure.js';
import { abortBy } from '../platform/abort-by.js';
import { Cutoff } from '../platform/cutoff.js';
import { MAX_DELAY } from '../platform/clock.js';
import { describeType } from '../platform/describe-type.js';
import { isAborted } from '../platform/is-aborted.js';
import { isPlain } from '../platform/is-plain.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import type { ApiErrorKind } from '../result/api-error.js';
import type { ErrorResult, Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { readSignal } from '../settings/signal.js';
import { Refusal } from '../wire/refusal.js';
import { findPoller } from './find-poller.js';
import { DEFAULT_MAX_EVERY } from './pace.js';
import { type Asked, handWritten } from './hand-written.js';
import type { PollCaller } from './poll-caller.js';
import type { PollOptions, PollUntilOptions } from './poll-options.js';
import type { Askable, Poller, SentRequest } from './poller.js';
import { questionKey } from './question-key.js';

/** Whatever can be polled, whatever its types. */
type AnyPollable = ((params: never, options: CallOptions) => Promise<Result<unknown>>) & {
  readonly [CALLER]?: Caller;
};

/** The options as given, but for those that have a default: these are settled. */
type Wishes = Pick<PollCaller, 'every' | 'maxEvery' | 'inBackground'> & Partial<PollUntilOptions<never>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Of plain params, at the top level; others as they are. */
const copyOf = (params: unknown): unknown => (isObject(params) && isPlain(params) ? { ...params } : params);

/** What a poll asks, and how: the endpoint, the params as they were at the call, the options of each request. */
export class Question implements Askable {
  readonly options: Wishes;
  readonly #asked: Asked;
  readonly #params: unknown;
  readonly #callOptions: CallOptions;
  readonly #firstKey: string | symbol;
  /** What was asked for at the call, for a repetition; undefined where each request is read anew. */
  #atCall: ReturnType<Asked['prepare']> | undefined;
  #isRepeated = false;

  /** @throws TypeError when there is nothing to poll, no options, or a signal that is none. */
  constructor(pollable: AnyPollable, params: unknown, options: PollOptions | null) {
    if (typeof pollable !== 'function')
      throw new Refusal(
        `There is nothing to poll: the first argument is ${describeType(pollable)}. Pass an endpoint function.`,
      );
    if (!isObject(options))
      throw new Refusal(
        `The options of a poll are ${describeType(options)}: pass an object with \`every\`, in milliseconds.`,
      );
    const given = ownDefined(options) as Partial<PollUntilOptions<never>>;
    const { every = 0, inBackground = false, maxEvery, until, giveUpAfter, signal, ...callOptions } = given;
    readSignal(signal);
    this.options = Object.assign(given, {
      every: Number.isFinite(every) && every >= 1 ? Math.min(every, MAX_DELAY) : Infinity,
      maxEvery: readDelay(maxEvery ?? undefined, DEFAULT_MAX_EVERY),
      inBackground,
    });
    this.#asked = pollable[CALLER] ?? handWritten(pollable);
    this.#params = copyOf(params);
    this.#callOptions = callOptions;
    this.#firstKey = this.#key();
  }

  /** Whether params or options ask something else by now: only their top level was copied, at the call. */
  get hasChanged(): boolean {
    return !this.#isRepeated && typeof this.#firstKey === 'string' && this.#key() !== this.#firstKey;
  }

  /** Keeps what is asked now, for `repeat`. */
  remember(): this {
    this.#atCall = this.#asked.prepare(this.#params, this.#callOptions);
    this.#atCall.takeOver?.();
    return this;
  }

  /** From now on asks what was remembered, whatever became of params and options. */
  repeat(): this {
    this.#isRepeated = true;
    return this;
  }

  /**
   * Joins the poll that asks the same thing, or begins one; gives what leaves it.
   *
   * @param receive Gets every answer. Never throws.
   * @param onFailure Told that the signal aborted, or that `giveUpAfter` milliseconds passed: the place is left then.
   */
  join(
    receive: (result: Result<unknown>) => void,
    onFailure?: (failure: Result<unknown>) => void,
    giveUpAfter = 0,
  ): () => void {
    const { every, maxEvery, inBackground, signal } = this.options;
    let poller: Poller | undefined;
    const enter = (key: string | symbol): void => {
      poller = findPoller(this.#asked.parts.surroundings, key, this);
      poller.join(caller);
    };
    const notice = (): void => {
      if (signal && isAborted(signal)) end.abort(abortBy(signal));
    };
    const caller: PollCaller = {
      ...{ every, maxEvery, inBackground, notice },
      question: this,
      receive: (result) => {
        notice();
        if (!end.interruption) receive(result);
      },
      move: () => enter(this.#key()),
    };
    const end = new Cutoff();
    const leave = (): void => {
      end.release();
      poller?.leave(caller);
    };
    end.onAbort(({ kind, reason }) => {
      leave();
      onFailure?.(this.#failure(kind, reason, poller?.sent));
    });
    // First, as it may throw, for a signal that can take no listener, or end this there and then.
    if (signal) end.follow(signal, abortBy);
    end.expire(systemClock, giveUpAfter <= MAX_DELAY ? giveUpAfter : 0);
    if (!end.interruption) enter(this.#firstKey);
    return leave;
  }

  ask(
    signal: AbortSignal = new AbortController().signal,
    onSend: (sent: SentRequest) => void = () => undefined,
  ): Promise<Result<never>> {
    // A copy, as at the call: a middleware that edits the params it sees doesn't edit the next question.
    const atCall = this.#isRepeated ? this.#atCall : undefined;
    const prepared = atCall ?? this.#asked.prepare(copyOf(this.#params), this.#callOptions);
    return this.#run(prepared, signal, onSend);
  }

  async #run(
    prepared: ReturnType<Asked['prepare']>,
    signal: AbortSignal,
    onSend: (sent: SentRequest) => void,
  ): Promise<Result<never>> {
    // The signal ends the poll, and must not end what is asked again after that.
    const retry = (): Promise<Result<never>> =>
      this.#run(prepared, new AbortController().signal, () => undefined);
    try {
      const result = await prepared.run({ signal, onSend });
      return { ...(result as Result<never>), retry };
    } catch (thrown) {
      return this.#failure('middleware', thrown);
    }
  }

  #failure(kind: ApiErrorKind, reason: unknown, sent?: SentRequest): ErrorResult<never> {
    return failure(kind, reason, this.#params, () => this.ask(), this.#asked.parts.protocol, sent);
  }

  #key(): string | symbol {
    return questionKey(this.#asked, this.#params, this.#callOptions);
  }
}
