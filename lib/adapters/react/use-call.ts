import { endpointOf } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  type EndpointFunction,
  type ErrorResult,
  givenOptions,
} from '../../core/internal.js';
import {
  type HookState,
  answered,
  type HookRequest,
  hookRequest,
  endpointFor,
  type HookArguments,
  type HookOptions,
  PENDING,
} from './hook-request.js';
import { SharedSubscription, useSubscription } from './shared-subscription.js';

/** What a component shows of a call. */
export type CallState<TData, TError> = HookState<TData, TError> & {
  /** Whether a request is under way. */
  readonly isLoading: boolean;
  /** Asks once more; what is shown stays until the answer is there. Does nothing while a request is under way. */
  readonly reload: () => void;
};

/**
 * The same endpoint under `share`. Each component makes a call of its own, with all middleware, and calls join only if
 * their requests are equal as they are about to be sent: nothing else shows what a middleware adds, a user's token for
 * example.
 */
const sharing = ({ definition, copy }: EndpointHandle): EndpointHandle => {
  const shared = Object.assign(Object.create(definition) as typeof definition, { share: true });
  return endpointOf('useCall', endpointFor({ definition: shared, copy }));
};

type State = CallState<unknown, unknown>;

class LiveCall extends SharedSubscription<State> {
  readonly #asked: HookRequest;
  readonly #callee: EndpointHandle;

  constructor(asked: HookRequest) {
    const reload = (): void => {
      if (!this.read().isLoading) this.restart();
    };
    super({ ...PENDING, isLoading: !asked.isWaiting, reload });
    this.#asked = asked;
    this.#callee = sharing(asked.callee);
  }

  protected start(): () => void {
    const { isWaiting, params } = this.#asked;
    if (isWaiting) return () => {};
    if (!this.read().isLoading) this.show({ ...this.read(), isLoading: true });
    const controller = new AbortController();
    const { signal } = controller;
    void this.#callee
      .prepare(params, { signal })
      .run({ dedupe: false })
      .then((home) => {
        if (!signal.aborted) this.show({ ...this.read(), ...answered(this.read(), home), isLoading: false });
      });
    return () => controller.abort();
  }
}

/**
 * Calls an endpoint for a component: on mount, and again for params with other content or for another user, as the
 * `scope` of a plugin says; never on a server. With params of null it waits. The request ends when the component unmounts
 * or its params change. Components share a request if their requests are equal as they are sent and are in flight
 * together. Nothing is cached.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, one whose answers are streams, and for params
 *   that make no key.
 */
export function useCall<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  ...rest: HookArguments<NoInfer<TParams>, HookOptions>
): CallState<TData, ErrorResult<never, TErrors>['error']>;
export function useCall(endpoint: unknown, params?: unknown, options?: HookOptions): State {
  const asked = hookRequest('useCall', endpoint, params, givenOptions(options).key);
  return useSubscription(asked.key, () => new LiveCall(asked));
}
