import type {
  ApiError,
  MiddlewareContext,
  MiddlewareRequest,
  CallNote,
  CallInitiator,
  Result,
} from '../../core/internal.js';

/** The current request of a call: built from the params, then changed by middleware. Read-only. */
export type ObservedRequest = Readonly<
  Pick<
    MiddlewareRequest,
    'method' | 'url' | 'path' | 'operation' | 'params' | 'body' | 'streams' | 'getHeader' | 'headerRecord'
  >
>;

/** A call as observers see it. */
export interface ObservedCall {
  /** Id of the call, from 1, unique over all clients of the process. */
  readonly id: number;
  /** The client's `name`; undefined for a client without one. */
  readonly client: string | undefined;
  /** Name of the endpoint. */
  readonly name: string;
  /** GraphQL: kind and name of the operation, such as `'query user'`, as in errors. Otherwise undefined. */
  readonly operation: string | undefined;
  /** The URL of the endpoint without filled params, such as `https://api.example.com/users/:id`. */
  readonly urlTemplate: string | undefined;
  /** The `context` of client, endpoint, derived client and call, merged and frozen. */
  readonly context: MiddlewareContext['context'];
  /** The current request: built from the params, then changed by middleware. */
  readonly request: ObservedRequest;
  /** Timeout of the call in milliseconds; undefined without one. Known from the first attempt on. */
  readonly deadline: number | undefined;
  /** The initiator of the call: `retry()` of a Result, a poll or a pagination. Undefined for a direct call. */
  readonly origin: CallInitiator | undefined;
}

/** An attempt as observers see it. */
export interface ObservedAttempt {
  /** Number of the attempt in its call, from 1. */
  readonly number: number;
  /** The request that is sent. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The body for `fetch`; null without one. Don't read a stream: it can be read only once. */
    readonly body: RequestInit['body'];
    /** Returns the sent headers by lowercase name, as a new object. */
    headerRecord(): Record<string, string>;
    /** Returns the value of a sent header; undefined without one. */
    getHeader(name: string): string | undefined;
    /** Sets a header of this attempt only. Has no effect after the request is sent. */
    setHeader(name: string, value: string): void;
  };
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is a usual one
type Maybe<T> = T | undefined | void;

/** Observes the calls of a client. An error in a hook never fails or delays a call. */
export interface Observer {
  /**
   * Called when a call starts, even if it's rejected before sending or read from a cache. Returns an observer of this
   * call.
   */
  call(call: ObservedCall): Maybe<CallObserver>;
}

/** Observes one call. */
export interface CallObserver {
  /** Wraps the whole call, for context managers. */
  around?<T>(run: () => T): T;
  /** Called before a request is sent or joined. Returns an observer of this attempt. */
  attempt?(attempt: ObservedAttempt): Maybe<AttemptObserver>;
  /** Called for an event other than a request: a wait, a cache lookup or an event of a plugin. */
  note?(note: CallNote): void;
  /**
   * Called with the Result of the call; its data is the caller's object. For a stream it's called when the stream ends,
   * with its error and item count.
   */
  end?(result: Result<unknown>, stream?: { readonly error?: ApiError; readonly items?: number }): void;
}

/** Observes one attempt. */
export interface AttemptObserver {
  /** Wraps sending the request. For a shared request, only observers of the sending call are called. */
  around?<T>(send: () => T): T;
  /**
   * Called if the attempt waits for the request of another call. `leader` is the id of that call; 0 if it has no
   * observer.
   */
  joined?(leader: number): void;
  /** Called when the response headers have arrived. The caller owns the body: clone the response to read it. */
  response?(response: Response): void;
  /**
   * Called with the outcome of the attempt. If other callers or a plugin still wait for its request, it's called when
   * that ends, possibly after the call.
   */
  end?(result: Result<unknown>): void;
}
