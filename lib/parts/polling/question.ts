import { CALLER, type Caller } from '../../core/client/caller.js';
import { failure } from '../../core/client/failure.js';
import { MAX_DELAY, readDelay } from '../../core/platform/clock.js';
import { describeType } from '../../core/platform/describe-type.js';
import { bare } from '../../core/platform/bare.js';
import { copyData } from '../../core/platform/copy-data.js';
import { isPlain } from '../../core/platform/is-plain.js';
import { isPlatform } from '../../core/platform/is-platform.js';
import { ownDefined } from '../../core/platform/own-properties.js';
import type { ApiErrorKind } from '../../core/result/api-error.js';
import type { ErrorResult, Result } from '../../core/result/result.js';
import type { HeadersOption } from '../../core/wire/headers.js';
import type { CallOptions } from '../../core/settings/call-options.js';
import { readSignal } from '../../core/stages/read-signal.js';
import { Refusal } from '../../core/wire/refusal.js';
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

const isHeaders = isPlatform('Headers');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Pairs of any kind but a Headers, which stays one: it can't be compared, so its caller has a poll of its own. */
const isList = (headers: HeadersOption): headers is Iterable<readonly [string, string]> =>
  isObject(headers) && Symbol.iterator in headers && !isHeaders(headers);

/** Of plain params, at the top level; others as they are. */
const copyOf = (params: unknown): unknown => (isObject(params) && isPlain(params) ? { ...params } : params);

/** Read once: some can be read only once, and what the caller does to them later changes nothing. */
const copyOptions = (given: CallOptions): CallOptions => {
  const options = bare<CallOptions>(given);
  const { headers, fetchOptions } = options;
  if (headers !== undefined)
    options.headers = isList(headers) ? [...headers] : (copyOf(headers) as HeadersOption);
  if (fetchOptions !== undefined) options.fetchOptions = copyData(fetchOptions) as typeof fetchOptions;
  return options;
};

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
    this.#callOptions = copyOptions(callOptions);
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

  /** The poll that asks what was asked at the call; else a new one. */
  findFirst(): Poller {
    return findPoller(this.#asked.group, this.#firstKey, this);
  }

  /** The poll that asks what this asks by now; else a new one. */
  find(): Poller {
    return findPoller(this.#asked.group, this.#key(), this);
  }

  async ask(
    signal: AbortSignal = new AbortController().signal,
    onSend: (sent: SentRequest) => void = () => undefined,
  ): Promise<Result<never>> {
    try {
      // A copy, as at the call: a middleware that edits the params it sees doesn't edit the next question.
      const atCall = this.#isRepeated ? this.#atCall : undefined;
      const prepared = atCall ?? this.#asked.prepare(copyOf(this.#params), this.#callOptions);
      return await this.#run(prepared, signal, onSend);
    } catch (thrown) {
      // Params may be anything, a proxy that was revoked meanwhile too.
      return this.failure('network', thrown);
    }
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
      return this.failure('middleware', thrown);
    }
  }

  /** The Result of a failure that no request made. */
  failure(kind: ApiErrorKind, reason: unknown, sent?: SentRequest): ErrorResult<never> {
    return failure(kind, reason, this.#params, () => this.ask(), this.#asked, sent);
  }

  #key(): string | symbol {
    return questionKey(this.#asked, this.#params, this.#callOptions);
  }
}
