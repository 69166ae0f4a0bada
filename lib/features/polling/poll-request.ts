import {
  type ApiErrorKind,
  nullProto,
  type CallOptions,
  type ErrorResult,
  failure,
  hasWindow,
  type HeadersOption,
  isPlain,
  type Result,
} from '../../core/internal.js';
import { copyData } from '../cache-keys/copy-data.js';
import { contentKey, hasOnlyContent, type KeyRules, noKeyFor } from '../cache-keys/content-key.js';
import { wireContent } from '../cache-keys/wire-content.js';
import type { NamedRequest, PollTarget, PreparedRequest, RequestListener } from './target.js';

/** Options are no JSON, and one of a class may do more than its fields show. */
const OPTIONS_BY_VALUE: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => {
    if (!hasOnlyContent(value)) throw noKeyFor('an instance');
    return undefined;
  },
};

/** What is asked, as text: equal for those who may share a poll. Undefined for a poll that has one caller only. */
function pollKey(target: PollTarget, params: unknown, callOptions: CallOptions): string | undefined {
  const { headers, ...options } = callOptions;
  const { middleware, skipMiddleware } = callOptions;
  // On a server, polls of different users must not meet. Two plugins may well look the same, and be two users'.
  if (!hasWindow() || middleware || skipMiddleware) return undefined;
  try {
    // What would be sent counts, too: a body strategy may send two params of equal content as different texts.
    const { wire } = target.prepare(params, callOptions);
    return JSON.stringify([
      target.scope,
      contentKey(params, target.paramsRules),
      contentKey(wire && [...wireContent(wire), wire.headers]),
      contentKey(headers, OPTIONS_BY_VALUE),
      contentKey(options, OPTIONS_BY_VALUE),
    ]);
  } catch {
    // A FormData, a Headers or an agent, say: its content can't be read, or not at once, or is not all there is to it.
    return undefined;
  }
}

/** Of plain params, at the top level; others as they are. */
const copyParams = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && isPlain(params) ? { ...params } : params;

/** Pairs that can be read only once become a list. A Headers stays one: its caller has a poll of its own. */
const copyHeaders = (headers: HeadersOption): HeadersOption =>
  Symbol.iterator in headers && !(headers instanceof Headers)
    ? [...headers]
    : (copyData(headers) as HeadersOption);

/** What the caller does to its options later changes nothing. */
const copyOptions = (given: CallOptions): CallOptions => {
  const options = nullProto<CallOptions>(given);
  const { headers, fetchOptions } = options;
  if (headers) options.headers = copyHeaders(headers);
  if (fetchOptions) options.fetchOptions = copyData(fetchOptions) as typeof fetchOptions;
  return options;
};

/** What a poll asks: the target, the params as they were at the call, the options of each request. */
export class PollRequest {
  readonly target: PollTarget;
  /** What was asked at the call, as text; undefined where no other caller may be given the answers. */
  readonly keyAtCall: string | undefined;
  readonly #params: unknown;
  readonly #options: CallOptions;
  readonly #fixed: PreparedRequest | undefined;

  /** @param fixed What it always asks, whatever becomes of params and options. */
  constructor(target: PollTarget, params: unknown, options: CallOptions, fixed?: PreparedRequest) {
    this.target = target;
    this.#params = copyParams(params);
    this.#options = copyOptions(options);
    this.keyAtCall = pollKey(target, this.#params, this.#options);
    this.#fixed = fixed;
  }

  /** What is asked by now, as text: of params, only the top level was copied at the call. */
  get currentKey(): string | undefined {
    return this.#fixed ? this.keyAtCall : pollKey(this.target, this.#params, this.#options);
  }

  /** A question that always asks what this one asks now. */
  fixed(): PollRequest {
    return new PollRequest(this.target, this.#params, this.#options, this.#prepare());
  }

  /** Sends one request; never rejects. */
  async ask(listener?: RequestListener): Promise<Result<never>> {
    try {
      const request = this.#prepare();
      return await this.#run(() => request.run(listener));
    } catch (thrown) {
      return this.failure('network', thrown);
    }
  }

  /** The Result of a failure that no request made. */
  failure(kind: ApiErrorKind, reason: unknown, sent?: NamedRequest): ErrorResult<never> {
    return failure(kind, reason, this.#params, () => this.ask(), this.target, sent);
  }

  #prepare(): PreparedRequest {
    // A copy, as at the call: a middleware that edits the params it sees doesn't edit the next request.
    return this.#fixed ?? this.target.prepare(copyParams(this.#params), this.#options);
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
