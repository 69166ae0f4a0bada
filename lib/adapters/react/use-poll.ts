import type { EndpointFunction, ErrorResult } from '../../core/seats.js';
import { poll, type PollOptions } from '../../polling.js';
import { type Answer, answered, type Asked, askedOf, type HookOptions, PENDING } from './asked.js';
import { Live, useLive } from './live.js';

/** Options of `usePoll`: those of `poll`, as far as they are plain values. */
export interface UsePollOptions
  extends HookOptions, Pick<PollOptions, 'every' | 'maxEvery' | 'inBackground' | 'timeout'> {}

class LivePoll extends Live<Answer<unknown, unknown>> {
  readonly #asked: Asked;
  readonly #endpoint: never;
  readonly #options: PollOptions;

  constructor(asked: Asked, endpoint: unknown, options: PollOptions) {
    super(PENDING);
    this.#asked = asked;
    this.#endpoint = endpoint as never;
    this.#options = options;
  }

  protected start(): () => void {
    const { isWaiting, params } = this.#asked;
    if (isWaiting) return () => {};
    return poll<unknown, unknown>(
      this.#endpoint,
      params,
      (result) => this.show(answered(this.read(), result)),
      this.#options,
    );
  }
}

/**
 * Polls an endpoint for a component, as `poll` does: at once, then `every` milliseconds after each answer, later after
 * failures, not in a hidden tab, and as one poll for all components that ask the same. It ends when the component goes.
 * With params of null it waits; nothing is sent on a server.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, and for params that make no key.
 */
export function usePoll<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: NoInfer<TParams> | null,
  options: UsePollOptions,
): Answer<TData, ErrorResult<never, TErrors>['error']>;
export function usePoll(
  endpoint: unknown,
  params: unknown,
  { key, every, maxEvery, inBackground, timeout }: UsePollOptions,
): Answer<unknown, unknown> {
  const asked = askedOf('usePoll', endpoint, params, key);
  const options = { every, maxEvery, inBackground, timeout };
  const text = JSON.stringify(Object.values(options).map(String));
  return useLive(`${asked.key} ${text}`, () => new LivePoll(asked, endpoint, options));
}
