import {
  type ApiErrorKind,
  ownDefined,
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
import { normalizeContent } from '../cache-keys/normalize-content.js';
import type { NamedRequest, PollTarget, PreparedPoll, RequestListener } from './target.js';

/** Options aren't JSON. A class instance might have more effects than its fields show. */
const OPTIONS_BY_VALUE: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => {
    if (!hasOnlyContent(value)) throw noKeyFor('an instance');
    return undefined;
  },
};

/**
 * A string that identifies the request: callers with equal strings can share a poll. Undefined if the poll can't be
 * shared.
 */
function pollKey(target: PollTarget, params: unknown, callOptions: CallOptions): string | undefined {
  const { headers, ...options } = callOptions;
  const { middleware, skipMiddleware } = callOptions;
  // On a server, polls of different users must stay separate. Two equal middleware could belong to two users.
  if (!hasWindow() || middleware || skipMiddleware) return undefined;
  try {
    // The body counts too: a body strategy can serialize equal params to different strings.
    const { content, isLate } = target.prepare(params, callOptions);
    if (isLate) return undefined;
    return JSON.stringify([
      target.scope,
      contentKey(params, target.paramsRules),
      contentKey(content && [...normalizeContent(content), content.headers]),
      contentKey(headers, OPTIONS_BY_VALUE),
      contentKey(options, OPTIONS_BY_VALUE),
    ]);
  } catch {
    // For example a FormData, a Headers or an agent, whose content can't be read completely or synchronously.
    return undefined;
  }
}

/** Copies plain params, top level only. */
const copyParams = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && isPlain(params) ? { ...params } : params;

/**
 * Copies an iterable of pairs to an array, because it might be readable only once. A Headers isn't copied: its poll
 * isn't shared.
 */
const copyHeaders = (headers: HeadersOption): HeadersOption =>
  Symbol.iterator in headers && !(headers instanceof Headers)
    ? [...headers]
    : (copyData(headers) as HeadersOption);

/** Copies the options, so that later changes by the caller have no effect. */
const copyOptions = (given: CallOptions): CallOptions => {
  const options = ownDefined(given) as CallOptions;
  const { headers, fetchOptions } = options;
  if (headers) options.headers = copyHeaders(headers);
  if (fetchOptions) options.fetchOptions = copyData(fetchOptions) as typeof fetchOptions;
  return options;
};

/** The request of a poll: the target, the params at the time of the call, and the options of each request. */
export class PollRequest {
  readonly target: PollTarget;
  /** The key at the time of the call; undefined if the poll can't be shared. */
  readonly keyAtCall: string | undefined;
  readonly #params: unknown;
  readonly #options: CallOptions;
  readonly #fixed: PreparedPoll | undefined;

  /** @param fixed The request to send every time, even if params or options change. */
  constructor(target: PollTarget, params: unknown, options: CallOptions, fixed?: PreparedPoll) {
    this.target = target;
    this.#params = copyParams(params);
    this.#options = copyOptions(options);
    this.keyAtCall = pollKey(target, this.#params, this.#options);
    this.#fixed = fixed;
  }

  /** The current key: only the top level of the params was copied, so nested values can have changed. */
  get currentKey(): string | undefined {
    return this.#fixed ? this.keyAtCall : pollKey(this.target, this.#params, this.#options);
  }

  /** Returns a request that always sends the current params and options. */
  fixed(): PollRequest {
    return new PollRequest(this.target, this.#params, this.#options, this.#prepare());
  }

  /** Sends one request. Never rejects. */
  async ask(listener?: RequestListener): Promise<Result<never>> {
    try {
      const request = this.#prepare();
      return await this.#run(() => request.run(listener));
    } catch (thrown) {
      return this.failure('network', thrown);
    }
  }

  /** Builds the Result of a failure that didn't come from a request. */
  failure(kind: ApiErrorKind, reason: unknown, sent?: NamedRequest): ErrorResult<never> {
    return failure(kind, reason, this.#params, () => this.ask(), this.target, sent);
  }

  #prepare(): PreparedPoll {
    // Copy again: a middleware that edits its params must not affect the next request.
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
