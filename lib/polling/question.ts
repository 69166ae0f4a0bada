import { CALLER, type Caller } from '../client/caller.js';
import { describeType } from '../platform/describe-type.js';
import { hasWindow } from '../platform/has-window.js';
import { isPlain } from '../platform/is-plain.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import { ApiError, type ApiErrorKind } from '../result/api-error.js';
import { asResult } from '../result/as-result.js';
import type { ErrorResult, Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { readSignal } from '../settings/signal.js';
import { Refusal } from '../wire/refusal.js';
import type { PollCaller } from './poll-caller.js';
import { PollDelay } from './poll-delay.js';
import type { PollOptions, PollUntilOptions } from './poll-options.js';
import { PollRegistry } from './poll-registry.js';
import { Poller, type SentRequest } from './poller.js';

/** Whatever can be polled, whatever its types. */
export type AnyPollable = (params: never, options: CallOptions) => Promise<Result<unknown>>;

/** All polls that are shared stand here: the client knows nothing of polling. */
const registry: PollRegistry = /* @__PURE__ */ new PollRegistry();

const positive = (ms: number | undefined): number | undefined =>
  ms !== undefined && ms >= 1 && Number.isFinite(ms) ? ms : undefined;

const copied = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && isPlain(params) ? { ...params } : params;

/** Two agents in the fetch options may well look the same, and be two users'. */
const comparable = (options: CallOptions): CallOptions => {
  for (const option of Object.values<unknown>(options.fetchOptions ?? {})) {
    if (typeof option === 'object' && option !== null && !Array.isArray(option) && !isPlain(option))
      throw new TypeError('An instance is compared with nothing.');
  }
  return options;
};

/** A caller's place in a poll. */
export interface Place {
  readonly poller: Poller;
  readonly leave: () => void;
}

/** What a poll asks, and how: the endpoint, the params as they were at the call, the options of each request. */
export class Question {
  readonly options: Partial<PollUntilOptions<never>>;
  readonly #pollable: AnyPollable & { readonly [CALLER]?: Caller };
  readonly #params: unknown;
  readonly #callOptions: CallOptions;

  /** @throws TypeError when there is nothing to poll, no options, or a signal that is none. */
  constructor(pollable: AnyPollable, params: unknown, options: PollOptions | null) {
    if (typeof pollable !== 'function')
      throw new Refusal(
        `There is nothing to poll: the first argument is ${describeType(pollable)}. Pass an endpoint function.`,
      );
    if (typeof options !== 'object' || options === null)
      throw new Refusal(
        `The options of a poll are ${describeType(options)}: pass an object with \`every\`, in milliseconds.`,
      );
    const own = ownDefined(options) as Partial<PollUntilOptions<never>>;
    const {
      every: _e,
      inBackground: _b,
      maxEvery: _m,
      until: _u,
      giveUpAfter: _g,
      signal: _s,
      ...callOptions
    } = own;
    readSignal(own.signal);
    this.options = own;
    this.#pollable = pollable;
    this.#params = copied(params);
    this.#callOptions = callOptions;
  }

  /** Whether the caller wants one answer only. */
  get asksOnce(): boolean {
    return positive(this.options.every) === undefined;
  }

  /** Joins the poll that asks the same thing, or begins one. */
  join(receive: (result: Result<unknown>) => void): Place {
    const { every, maxEvery, inBackground = false } = this.options;
    const caller: PollCaller = {
      every: positive(every),
      maxEvery: Number.isNaN(maxEvery) ? undefined : maxEvery,
      inBackground,
      receive,
    };
    const poller = this.#poller();
    poller.join(caller);
    return { poller, leave: () => poller.leave(caller) };
  }

  /** An error Result that no request gave. */
  failure(
    kind: ApiErrorKind,
    reason: unknown,
    sent: SentRequest,
    retry: () => Promise<Result<never>>,
  ): ErrorResult<never> {
    const { path, urlTemplate } = this.#pollable[CALLER]?.parts.protocol ?? {};
    const error = new ApiError({
      kind,
      request: { ...sent, params: this.#params },
      path,
      reason: Refusal.outcome(reason),
      urlTemplate: sent.url && urlTemplate,
      body: reason,
      cause: reason,
    });
    return { data: null, error, response: null, retry };
  }

  #poller(): Poller {
    const create = (onEnd: () => void): Poller =>
      new Poller({
        clock: systemClock,
        delay: new PollDelay(),
        ask: (signal, onSend) => this.#ask(signal, onSend),
        onEnd,
      });
    // On a server, polls of different users must not meet.
    if (!hasWindow()) return create(() => undefined);
    const { middleware, skipMiddleware } = this.#callOptions;
    // Two plugins may well look the same and do something else.
    if (middleware ?? skipMiddleware) return create(() => undefined);
    const { parts, pollScope } = this.#pollable[CALLER] ?? {};
    return registry.find(
      parts?.surroundings ?? this.#pollable,
      () => [pollScope, this.#params, comparable(this.#callOptions)],
      create,
    );
  }

  async #ask(signal: AbortSignal, onSend: (sent: SentRequest) => void): Promise<Result<unknown>> {
    const result = await this.#run({ ...this.#callOptions, signal }, onSend);
    // The signal ends the poll, and must not end what is asked again after that.
    return { ...result, retry: this.#again };
  }

  readonly #again = (): Promise<Result<never>> =>
    this.#ask(new AbortController().signal, () => undefined) as Promise<Result<never>>;

  async #run(options: CallOptions, onSend: (sent: SentRequest) => void): Promise<Result<unknown>> {
    const caller = this.#pollable[CALLER];
    if (caller) return caller.call(this.#params, options, onSend);
    try {
      const answer: unknown = await this.#pollable(this.#params as never, options);
      const result = asResult(answer, this.#again);
      if (!result)
        throw new TypeError(
          `The polled function gave ${describeType(answer)}, which is no Result: return that of a call.`,
        );
      if (result.error) onSend(result.error.request);
      return result;
    } catch (thrown) {
      return this.failure('middleware', thrown, { method: '', url: '' }, this.#again);
    }
  }
}
