import {
  type ApiErrorKind,
  bare,
  type CallOptions,
  copyData,
  type ErrorResult,
  failure,
  type HeadersOption,
  isObject,
  isPlain,
  isPlatform,
  type Result,
} from '../../core/seats.js';
import { noListener } from './no-listener.js';
import type { PollTarget, PreparedRequest, RequestListener, NamedRequest } from './poll-target.js';
import { questionKey } from './question-key.js';

const isHeaders = /* @__PURE__ */ isPlatform('Headers');

/** Of plain params, at the top level; others as they are. */
const copyParams = (params: unknown): unknown =>
  isObject(params) && isPlain(params) ? { ...params } : params;

/** A Headers stays one: it can't be compared, so its caller has a poll of its own. */
const copyHeaders = (headers: HeadersOption): HeadersOption => {
  if (!isObject(headers) || isHeaders(headers)) return headers;
  if (Symbol.iterator in headers) return [...headers];
  return isPlain(headers) ? { ...headers } : headers;
};

/** Read once: some can be read only once, and what the caller does to them later changes nothing. */
const copyOptions = (given: CallOptions): CallOptions => {
  const options = bare<CallOptions>(given);
  const { headers, fetchOptions } = options;
  if (headers !== undefined) options.headers = copyHeaders(headers);
  if (fetchOptions !== undefined) options.fetchOptions = copyData(fetchOptions) as typeof fetchOptions;
  return options;
};

/** What a question asks that always asks the same. */
interface Fixed {
  readonly key: string | undefined;
  readonly request: PreparedRequest;
}

/** What a poll asks: the target, the params as they were at the call, the options of each request. */
export class Question {
  /** What was asked at the call, as text; undefined where no other caller may be given the answers. */
  readonly keyAtCall: string | undefined;
  readonly #target: PollTarget;
  readonly #params: unknown;
  readonly #options: CallOptions;
  readonly #fixed: Fixed | undefined;

  /** @param fixed For a question that always asks the same, whatever becomes of params and options. */
  constructor(target: PollTarget, params: unknown, options: CallOptions, fixed?: Fixed) {
    this.#target = target;
    this.#params = copyParams(params);
    this.#options = copyOptions(options);
    this.#fixed = fixed;
    this.keyAtCall = this.currentKey;
  }

  /** Only questions with the same group may share a poll. */
  get group(): object {
    return this.#target.group;
  }

  /** What ends who asks, beside the signal of its own. */
  get signals(): readonly AbortSignal[] {
    return this.#target.signals;
  }

  /** What is asked by now, as text: of params and options, only the top level was copied at the call. */
  get currentKey(): string | undefined {
    return this.#fixed ? this.#fixed.key : questionKey(this.#target, this.#params, this.#options);
  }

  /** A question that always asks what this one asks now, whatever becomes of params and options. */
  fixed(): Question {
    const request = this.#target.prepare(copyParams(this.#params), this.#options);
    request.takeOver();
    return new Question(this.#target, this.#params, this.#options, { key: this.keyAtCall, request });
  }

  /** Sends one request; never rejects. */
  async ask(listener: RequestListener = noListener()): Promise<Result<never>> {
    try {
      const request = this.#prepare();
      return await this.#run(() => request.run(listener));
    } catch (thrown) {
      // Params may be anything, a proxy that was revoked meanwhile too.
      return this.failure('network', thrown);
    }
  }

  /** The Result of a failure that no request made. */
  failure(kind: ApiErrorKind, reason: unknown, sent?: NamedRequest): ErrorResult<never> {
    return failure(kind, reason, this.#params, () => this.ask(), this.#target, sent);
  }

  #prepare(): PreparedRequest {
    // A copy, as at the call: a middleware that edits the params it sees doesn't edit the next request.
    return this.#fixed?.request ?? this.#target.prepare(copyParams(this.#params), this.#options);
  }

  async #run(ask: () => Promise<Result<unknown>>): Promise<Result<never>> {
    try {
      const result = await ask();
      return { ...(result as Result<never>), retry: () => this.#run(() => result.retry()) };
    } catch (thrown) {
      return this.failure('middleware', thrown);
    }
  }
}
