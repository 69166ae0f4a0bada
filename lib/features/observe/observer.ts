import type {
  ApiError,
  MiddlewareContext,
  MiddlewareRequest,
  CallNote,
  CallInitiator,
  Result,
} from '../../core/internal.js';

/** The request of a call, as it stands: the params make it, and then the middleware. To be read only. */
export type ObservedRequest = Readonly<
  Pick<
    MiddlewareRequest,
    'method' | 'url' | 'path' | 'operation' | 'params' | 'body' | 'streams' | 'getHeader' | 'headerRecord'
  >
>;

/** A call, as observers are told of it. */
export interface ObservedCall {
  /** Counts up from 1 in this process, over all clients. */
  readonly id: number;
  /** The client's `name`; undefined for a client without one. */
  readonly client: string | undefined;
  /** The endpoint's name. */
  readonly name: string;
  /** GraphQL: kind and name of the operation, `'query user'`, as errors have it. Else undefined. */
  readonly operation: string | undefined;
  /** Its URL as the endpoint has it: `baseUrl` and the path, unfilled, such as `https://api.example.com/users/:id`. */
  readonly urlTemplate: string | undefined;
  /** What the application lets it carry (`context` of client, endpoint, copy and call); frozen. */
  readonly context: MiddlewareContext['context'];
  /** Its request, as it stands: what the params make it, and then the middleware. */
  readonly request: ObservedRequest;
  /** Milliseconds that the call may take; undefined for any time. Known from the first attempt on. */
  readonly deadline: number | undefined;
  /** What made the call: the retry of a Result, a poll, a walk over pages. Undefined for a call of the caller's own. */
  readonly origin: CallInitiator | undefined;
}

/** One sending, as observers are told of it. */
export interface ObservedAttempt {
  /** Counts up from 1 in its call. */
  readonly number: number;
  /** The request as it goes out. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** As fetch takes it; null for none. To be looked at only: a stream that is read here is read. */
    readonly body: RequestInit['body'];
    /** The headers that go out, by lowercase name, on a fresh object. */
    headerRecord(): Record<string, string>;
    /** The value of a header that goes out; undefined without one. */
    getHeader(name: string): string | undefined;
    /** Sets a header of this attempt alone: until the request is sent. */
    setHeader(name: string, value: string): void;
  };
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is a usual one
type Maybe<T> = T | undefined | void;

/** Sees the calls of a client. What one of its hooks throws never fails or delays a call. */
export interface Observer {
  /** A call begins, also one that is refused or answered from a cache. Gives who watches it. */
  call(call: ObservedCall): Maybe<CallObserver>;
}

/** Sees one call. */
export interface CallObserver {
  /** Stands around the whole call, for context managers. */
  around?<T>(run: () => T): T;
  /** A request is about to be sent, or joined. Gives who watches it. */
  attempt?(attempt: ObservedAttempt): Maybe<AttemptObserver>;
  /** Something happened beside the requests: a wait, an answer from a cache, what a plugin tells. */
  note?(note: CallNote): void;
  /**
   * What the caller got; its data are the caller's own. For a stream this comes when it ends, with what it ended with.
   */
  end?(result: Result<unknown>, stream?: { readonly error?: ApiError; readonly items?: number }): void;
}

/** Sees one sending. */
export interface AttemptObserver {
  /** Stands around the sending; only of the call that sends, where several share a request. */
  around?<T>(send: () => T): T;
  /** No request of its own: it waits for that of the call with this id, 0 for one without an observer. */
  joined?(leader: number): void;
  /** The headers of the response are there. Its body is the caller's: clone it to read it. */
  response?(response: Response): void;
  /**
   * What the attempt came to. One that goes on when its call is over, since other callers or a plugin wait for it, ends
   * by itself later.
   */
  end?(result: Result<unknown>): void;
}
