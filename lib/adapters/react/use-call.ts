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

/** State of a call in a component. */
export type CallState<TData, TError> = HookState<TData, TError> & {
  /** Whether a request is in flight. */
  readonly isLoading: boolean;
  /**
   * Sends the call again. Keeps the current state until the response arrives. Does nothing while a request is
   * in flight.
   */
  readonly reload: () => void;
};

/**
 * Returns the same endpoint with `share`. Each component makes its own call with all middleware, and calls
 * join only if their final requests are equal. Only the final request contains what a middleware adds, such
 * as a user's token.
 */
const sharing = ({ definition, copy }: EndpointHandle): EndpointHandle => {
  const shared = Object.assign(Object.create(definition) as typeof definition, { share: true });
  return endpointOf('useCall', endpointFor({ definition: shared, copy }));
};

type UntypedCallState = CallState<unknown, unknown>;

class LiveCall extends SharedSubscription<UntypedCallState> {
  readonly #request: HookRequest;
  readonly #handle: EndpointHandle;

  constructor(request: HookRequest) {
    const reload = (): void => {
      if (!this.read().isLoading) this.restart();
    };
    super({ ...PENDING, isLoading: !request.isWaiting, reload });
    this.#request = request;
    this.#handle = sharing(request.handle);
  }

  protected start(): () => void {
    const { isWaiting, params } = this.#request;
    if (isWaiting) return () => {};
    if (!this.read().isLoading) this.show({ ...this.read(), isLoading: true });
    const controller = new AbortController();
    const { signal } = controller;
    void this.#handle
      .prepare(params, { signal })
      .run({ dedupe: false })
      .then((result) => {
        if (!signal.aborted)
          this.show({ ...this.read(), ...answered(this.read(), result), isLoading: false });
      });
    return () => controller.abort();
  }
}

/**
 * Calls an endpoint on mount, and again if the content of the params or the user changes. The `scope` of the
 * plugins identifies the user. Doesn't call on a server or while the params are null. The request is aborted
 * when the component unmounts or its params change. Components share a request if their final requests are
 * equal and are in flight at the same time. Doesn't cache.
 *
 * @throws TypeError, during render, for a function that is not an endpoint, for an endpoint that returns a
 * stream, and for params that can't be part of a key.
 */
export function useCall<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  ...rest: HookArguments<NoInfer<TParams>, HookOptions>
): CallState<TData, ErrorResult<never, TErrors>['error']>;
export function useCall(endpoint: unknown, params?: unknown, options?: HookOptions): UntypedCallState {
  const request = hookRequest('useCall', endpoint, params, givenOptions(options).key);
  return useSubscription(request.key, () => new LiveCall(request));
}
