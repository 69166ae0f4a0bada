import { useEffect, useMemo } from 'react';
import {
  type EndpointHandle,
  type EndpointFunction,
  type ErrorResult,
  givenOptions,
} from '../../core/internal.js';
import { poll } from '../../features/polling/poll.js';
import type { PollOptions } from '../../features/polling/poll-options.js';
import {
  type HookState,
  answered,
  type HookRequest,
  hookRequest,
  endpointFor,
  type HookOptions,
  PENDING,
} from './hook-request.js';
import { SharedSubscription, useSnapshot } from './shared-subscription.js';

/** Options of `usePoll`: those of `poll`, as far as they are plain values. */
export interface UsePollOptions
  extends HookOptions, Pick<PollOptions, 'every' | 'maxEvery' | 'inBackground' | 'timeout'> {}

const paceOf = (options: PollOptions): string => Object.values(options).join();

/** The same endpoint of a copy without `dedupe`: components must not end each other's requests. */
const withoutDedupe = ({ definition, copy }: EndpointHandle): unknown =>
  endpointFor({ definition, copy: { ...copy, dedupe: false } });

class LivePoll extends SharedSubscription<HookState<unknown, unknown>> {
  readonly #asked: HookRequest;
  readonly #endpoint: never;
  #options: PollOptions;
  #leave: (() => void) | undefined = undefined;

  constructor(asked: HookRequest, endpoint: unknown, options: PollOptions) {
    // An object of its own: where nothing seems to have changed, React keeps watching the poll of an earlier user.
    super({ ...PENDING });
    this.#asked = asked;
    this.#endpoint = (asked.callee.definition.dedupe ? withoutDedupe(asked.callee) : endpoint) as never;
    this.#options = options;
  }

  /** Goes on at another pace, with what is shown. It joins the poll before it leaves it, so that nothing is sent for that. */
  change(options: PollOptions): void {
    if (paceOf(options) === paceOf(this.#options)) return;
    this.#options = options;
    const leave = this.#leave;
    if (!leave) return;
    this.#leave = this.#join();
    leave();
  }

  protected start(): () => void {
    this.#leave = this.#join();
    return () => {
      this.#leave?.();
      this.#leave = undefined;
    };
  }

  #join(): () => void {
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
 * With params of null it waits; nothing is sent on a server. With other options it goes on, and what is shown stays. For
 * another user, as the `scope` of a plugin says, it begins again.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, one whose answers are streams, and for params
 *   that make no key.
 */
export function usePoll<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: NoInfer<TParams> | null,
  options: UsePollOptions,
): HookState<TData, ErrorResult<never, TErrors>['error']>;
export function usePoll(
  endpoint: unknown,
  params: unknown,
  given?: UsePollOptions,
): HookState<unknown, unknown> {
  const { key, every = 0, maxEvery, inBackground, timeout } = givenOptions(given);
  const asked = hookRequest('usePoll', endpoint, params, key);
  const options = { every, maxEvery, inBackground, timeout };
  const live = useMemo(() => new LivePoll(asked, endpoint, options), [asked.key]);
  // Before the effect that watches it, so that a poll which begins, begins with the newest.
  useEffect(() => live.change(options));
  return useSnapshot(live);
}
