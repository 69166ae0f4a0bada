import {
  type ApiErrorKind,
  bare,
  type CallOptions,
  type ErrorResult,
  failure,
  hasWindow,
  type HeadersOption,
  isPlain,
  isPlatform,
  type Result,
} from '../../core/seats.js';
import { copyData, contentKey, hasOnlyContent, type KeyRules, noKeyFor, wireContent } from '../../keys.js';
import {
  type NamedRequest,
  noListener,
  type PollTarget,
  type PreparedRequest,
  type RequestListener,
} from './target.js';

/** Options are no JSON, and one of a class may do more than its fields show. */
const OPTIONS_BY_VALUE: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => {
    if (!hasOnlyContent(value)) throw noKeyFor('an instance');
    return undefined;
  },
};

/** What would be sent: a body strategy may send two params of equal content as different texts. */
const contentSent = (target: PollTarget, params: unknown, options: CallOptions): unknown => {
  const { wire } = target.prepare(params, options);
  return wire && [...wireContent(wire), wire.headers];
};

/** What is asked, as text: equal for those who may share a poll. Undefined where nobody may, or can be compared. */
function questionKey(target: PollTarget, params: unknown, callOptions: CallOptions): string | undefined {
  const { headers, ...options } = callOptions;
  const { middleware, skipMiddleware } = callOptions;
  // On a server, polls of different users must not meet. Two plugins may well look the same, and be two users'.
  if (!hasWindow() || middleware || skipMiddleware) return undefined;
  try {
    return JSON.stringify([
      target.scope,
      contentKey(params, target.paramsRules),
      contentKey(contentSent(target, params, callOptions)),
      contentKey(headers, OPTIONS_BY_VALUE),
      contentKey(options, OPTIONS_BY_VALUE),
    ]);
  } catch {
    // A FormData, a Headers or an agent, say: its content can't be read, or not at once, or is not all there is to it.
    return undefined;
  }
}

const isHeaders = /* @__PURE__ */ isPlatform('Headers');

/** Of plain params, at the top level; others as they are. */
const copyParams = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && isPlain(params) ? { ...params } : params;

/** A Headers stays one: it can't be compared, so its caller has a poll of its own. */
const copyHeaders = (headers: HeadersOption): HeadersOption => {
  if (typeof headers !== 'object' || isHeaders(headers)) return headers;
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
    return new Question(this.#target, this.#params, this.#options, { key: this.keyAtCall, request });
  }

  /** Sends one request; never rejects. */
  async ask(listener: RequestListener = noListener()): Promise<Result<never>> {
    try {
      const request = this.#prepare();
      return await this.#run(() => request.run(listener));
    } catch (thrown) {
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
