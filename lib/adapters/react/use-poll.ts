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

/** Options of `usePoll`: the options of `poll` that are plain values. */
export interface UsePollOptions
  extends HookOptions, Pick<PollOptions, 'every' | 'maxEvery' | 'inBackground' | 'timeout'> {}

const paceOf = (options: PollOptions): string => Object.values(options).join();

/** Returns the endpoint without `dedupe`, so that components don't cancel each other's requests. */
const withoutDedupe = ({ definition, copy }: EndpointHandle): unknown =>
  endpointFor({ definition, copy: { ...copy, dedupe: false } });

class LivePoll extends SharedSubscription<HookState<unknown, unknown>> {
  readonly #request: HookRequest;
  readonly #endpoint: never;
  #options: PollOptions;
  #leave: (() => void) | undefined = undefined;

  constructor(request: HookRequest, endpoint: unknown, options: PollOptions) {
    // Use a new object: if the state stays the same object, React keeps its subscription to the previous
    // user's poll.
    super({ ...PENDING });
    this.#request = request;
    this.#endpoint = (request.handle.definition.dedupe ? withoutDedupe(request.handle) : endpoint) as never;
    this.#options = options;
  }

  /**
   * Changes the schedule and keeps the state. Joins the new poll before it leaves the old one, so the change
   * sends no request.
   */
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
    const { isWaiting, params } = this.#request;
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
 * Polls an endpoint, as `poll` does: at once, then `every` milliseconds after each response. Waits longer
 * after failures and pauses in a hidden tab. Components with equal params share one poll. The poll ends when
 * the component unmounts. Doesn't poll on a server or while the params are null. If the options change, the
 * poll continues and the state stays. If the user changes, which the `scope` of the plugins identifies, the
 * poll starts again.
 *
 * @throws TypeError, during render, for a function that is not an endpoint, for an endpoint that returns a
 * stream, and for params that can't be part of a key.
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
  const request = hookRequest('usePoll', endpoint, params, key);
  const options = { every, maxEvery, inBackground, timeout };
  const live = useMemo(() => new LivePoll(request, endpoint, options), [request.key]);
  // Runs before the effect that subscribes, so a new poll starts with the latest options.
  useEffect(() => live.change(options));
  return useSnapshot(live);
}
