import type { Result } from '../../core/internal.js';

/** A call of a throwing client: a promise of the data. If the call fails, it rejects with the `ApiError`. */
export interface ThrowingCall<T> extends Promise<T> {
  /**
   * Resolves with the data and the response of the same call; nothing is sent again. The response's body is already
   * read. Rejects as the call does. You can ignore one of the two promises.
   */
  withResponse(): Promise<{ data: T; response: Response }>;
}

/** A success of a call, without its Result. */
export interface Unwrapped {
  readonly data: unknown;
  readonly response: Response;
}

/** The handle of a function of a throwing client, for `paginate`. */
export interface ThrowingHandle {
  /** Returns the client's own function. Called for each pagination, because a spy can replace the function. */
  readonly endpoint: () => (...args: never[]) => Promise<Result<unknown>>;
  /** Unwraps the Result that a function returns. Rejects with the value that a call of the throwing client throws. */
  readonly unwrap: (ask: () => unknown) => Promise<Unwrapped>;
  /** Throws a TypeError: polls and adapters, which read it from every endpoint, need Results. */
  readonly definition: never;
}

const ignore = (): void => undefined;

/** The promise of a call. A function creates the class, so that bundlers can remove it. */
export const CallPromise: { of(unwrapped: Promise<Unwrapped>): ThrowingCall<unknown> } =
  /* @__PURE__ */ (() =>
    class CallPromise extends Promise<unknown> implements ThrowingCall<unknown> {
      /** Undefined for a promise that `then` returned. */
      #unwrapped: Promise<Unwrapped> | undefined = undefined;
      /** The promise that `withResponse` returns. */
      #full: Promise<Unwrapped> | undefined = undefined;

      static of(unwrapped: Promise<Unwrapped>): CallPromise {
        const call = new CallPromise((resolve) => resolve(unwrapped.then(({ data }) => data)));
        call.#unwrapped = unwrapped;
        return call;
      }

      override then<T, U>(
        ...handlers: [
          onData?: ((data: unknown) => T | PromiseLike<T>) | null,
          onError?: ((thrown: unknown) => U | PromiseLike<U>) | null,
        ]
      ): Promise<T | U> {
        // The caller uses the data, so the other promise must not report the rejection too.
        void (this.#full ??= this.#unwrapped)?.catch(ignore);
        return super.then(...handlers);
      }

      withResponse(): Promise<Unwrapped> {
        void super.then(ignore, ignore);
        // A new promise, which reports the rejection if the caller ignores both.
        return (this.#full ??= (this.#unwrapped as Promise<Unwrapped>).then((unwrapped) => unwrapped));
      }
    })();
