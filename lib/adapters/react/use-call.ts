import type { EndpointFunction, ErrorResult, Result } from '../../core/seats.js';
import {
  type Answer,
  answered,
  type Asked,
  askedOf,
  type HookArguments,
  type HookOptions,
  PENDING,
} from './asked.js';
import { Live, useLive } from './live.js';

/** What a component shows of a call. */
export type CallState<TData, TError> = Answer<TData, TError> & {
  /** Whether a request is under way. */
  readonly isLoading: boolean;
  /** Asks once more; what is shown stays until the answer is there. Does nothing while a request is under way. */
  readonly reload: () => void;
};

/** The calls that are under way, by what they ask. */
const flights = /* @__PURE__ */ new Map<string, Flight>();

/** A call that several components wait for, as they ask the same at the same time. */
class Flight {
  readonly #key: string;
  readonly #controller = new AbortController();
  readonly #waiting = new Set<(home: Result<unknown>) => void>();

  private constructor({ callee, params, key }: Asked) {
    this.#key = key;
    flights.set(key, this);
    void callee
      .prepare(params, { signal: this.#controller.signal })
      .run({ dedupe: false })
      .then((home) => {
        this.#forget();
        for (const tell of this.#waiting) tell(home);
      });
  }

  /** The call that is under way for the same, or a new one. */
  static of(asked: Asked): Flight {
    return flights.get(asked.key) ?? new Flight(asked);
  }

  /** Gives what leaves it: with the last who waits, its request ends. */
  join(tell: (home: Result<unknown>) => void): () => void {
    this.#waiting.add(tell);
    return () => {
      this.#waiting.delete(tell);
      if (this.#waiting.size > 0) return;
      // First: who asks while it ends must not be given its abort.
      this.#forget();
      this.#controller.abort();
    };
  }

  #forget(): void {
    if (flights.get(this.#key) === this) flights.delete(this.#key);
  }
}

type State = CallState<unknown, unknown>;

class LiveCall extends Live<State> {
  readonly #asked: Asked;

  constructor(asked: Asked) {
    const reload = (): void => {
      if (!this.read().isLoading) this.restart();
    };
    super({ ...PENDING, isLoading: !asked.isWaiting, reload });
    this.#asked = asked;
  }

  protected start(): () => void {
    if (this.#asked.isWaiting) return () => {};
    if (!this.read().isLoading) this.show({ ...this.read(), isLoading: true });
    return Flight.of(this.#asked).join((home) =>
      this.show({ ...this.read(), ...answered(this.read(), home), isLoading: false }),
    );
  }
}

/**
 * Asks an endpoint for a component: when it is there, and again for other params; nothing on a server. With params of null
 * it waits. The request ends when the component goes, or asks for something else. Components that ask the same at the same
 * time have one request; answers are kept by none but who asked.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, one whose answers are streams, and for params
 *   that make no key.
 */
export function useCall<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  ...rest: HookArguments<NoInfer<TParams>, HookOptions>
): CallState<TData, ErrorResult<never, TErrors>['error']>;
export function useCall(endpoint: unknown, params?: unknown, options?: HookOptions): State {
  const asked = askedOf('useCall', endpoint, params, options?.key);
  return useLive(asked.key, () => new LiveCall(asked));
}
