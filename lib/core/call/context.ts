import type { ApiError } from '../result/api-error.js';
import type { ErrorResult, Result, SuccessResult } from '../result/result.js';
import type { HeaderRecord } from '../http/headers.js';
import type { JsonOptions } from '../http/json.js';
import type { RejectedData } from '../http/response-decoder.js';
import type { FetchOptions, CallNote } from '../http/response-reader.js';

/** A function that sends a request: the platform's `fetch`, or one with the same signature. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Passes a request on to the next `wrapFetch` or to `fetch`. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The application's data of a call, for its middleware, its observers, `onError` and the log's `label`. It is never
 * sent. Add members by declaration merging:
 *
 * ```ts
 * declare module 'homing' {
 *   interface CallContext {
 *     tenant: string;
 *   }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the application adds the members
export interface CallContext {}

/** The context of a call. Every member is optional, because each level can set some of them. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
export type CarriedContext = Readonly<Partial<CallContext>>;

/** The content of a request: method, URL, headers, body, and what the endpoint defines for them. */
export interface RequestContent {
  /** The method in upper case. Can be changed. */
  method: string;
  /** The full URL with its query, as a string. Can be replaced, also by a `URL`. */
  get url(): string;
  /** Replaces the URL. Accepts a `URL` too. */
  set url(url: string | URL);
  /** All current headers. Can be changed or replaced. `setHeader` also checks a header, with a clear error. */
  headers: Headers;
  /** The merged fetch options: a copy for this call, one level deep. Can be changed or replaced. */
  fetchOptions: FetchOptions;
  /** The encoded body; null for none. Can be replaced, also by an async iterable such as a `Readable` of Node. */
  body: RequestInit['body'];
  /** The endpoint's path template. */
  readonly path: string;
  /** GraphQL: the side and the text of the document. Empty otherwise. */
  readonly operation: string;
  /** The caller's own params object. The request was built from it when the call started. */
  readonly params: unknown;
  /** The `responseType` of the endpoint's definition: a name, or a reader. */
  readonly responseType: unknown;
  /** The endpoint's schema; undefined if it has none. */
  readonly schema: object | undefined;
  /** How data counts that the schema rejected: `'report'` for a success, else an error. */
  readonly onInvalid: 'fail' | 'report' | undefined;
  /** The JSON functions of the endpoint, else the client's. Undefined or null selects the platform's function. */
  readonly json: Readonly<JsonOptions>;
  /** The client's own fetch function; undefined for the global `fetch`. */
  readonly fetch: FetchLike | undefined;
  /**
   * Whether the body is JSON that homing encoded, or that a body strategy marked with `isJson`. The order of its
   * members then has no meaning.
   */
  readonly hasJsonBody: boolean;
  /** Whether the body can be sent again. False for streams and async iterables, which can be read only once. */
  readonly bodyReusable: boolean;
  /** Whether the call returns before the body is read: the `responseType` is a reader. */
  readonly streams: boolean;
  /** Returns the current value of a header; undefined if it isn't set. */
  getHeader(name: string): string | undefined;
  /** Sets a header. Throws a TypeError for an invalid header. The message contains its name, not its value. */
  setHeader(name: string, value: string): void;
  /** Returns all current headers by lowercase name, as a new object. */
  headerRecord(): HeaderRecord;
  /** Returns an independent copy. */
  clone(): RequestContent;
}

/** The request of a call as a middleware sees it. Changes count until the request is sent. */
export interface MiddlewareRequest extends RequestContent {
  /**
   * The call's own signal, which its deadline aborts too; undefined if the call has neither. Can be replaced: the new
   * signal counts for attempts that start while it is set, and the call's own signal still ends the request. To end one
   * `next()` with everything inside, pass the signal to it: `next({ signal })`.
   */
  get signal(): AbortSignal | undefined;
  /** Replaces the signal. Null removes it; the call's own signal still ends the request. */
  set signal(signal: AbortSignal | null | undefined);
  /**
   * Milliseconds for each later attempt, from its start to the decoded body. Undefined, 0, negative and NaN mean no
   * limit. If an attempt takes longer, its Result is a `'timeout'` error, which outer middleware can retry. Default:
   * the option `attemptTimeout`.
   */
  attemptTimeout: number | undefined;
  /**
   * Whether sending the request twice is safe. Can be set. Default: true for GET, HEAD, OPTIONS, QUERY, PUT and DELETE
   * (RFC 9110, 9.2.2), and for any request with an `Idempotency-Key` header.
   */
  idempotent: boolean;
  /** Whether the newest attempt joined the request of another call (`share`, or an HTTP cache). */
  readonly joined: boolean;
  /** Number of attempts in this run of the call that were passed to `fetch` so far, including a shared one. */
  readonly attempts: number;
  /**
   * Runs the task each time the request is about to be sent, after all middleware. If the task throws, the error is
   * ignored.
   *
   * @returns A function that removes the task. A middleware inside retry runs once per attempt: if it doesn't remove
   * its task when its `next()` settles, the task stays until the call ends. Removing twice does nothing.
   */
  onSend(task: () => void): () => void;
  /**
   * Stops the clock of `attemptTimeout` while the newest attempt waits in a queue. Returns a function that restarts it.
   * In `wrapFetch`, it stops the clocks of all callers that share the request. The call's own deadline keeps running.
   */
  pauseAttempt(): () => void;
  /** Sends a note to the observers of the call; free without observers. */
  note(note: CallNote): void;
}

/** The context of a call, as middleware and plugins receive it. */
export interface MiddlewareContext {
  /** The request. Changes count until it is sent. */
  readonly request: MiddlewareRequest;
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
  /** The application's data of this call. Frozen. */
  readonly context: CarriedContext;
  /**
   * Returns a value that is created once per logical call, such as an idempotency key. All attempts and
   * `result.retry()` get the same value.
   *
   * @param key An object or symbol that belongs to the plugin.
   * @param make Creates the value. If it throws, `once` throws the same and stores nothing.
   */
  once<T>(key: object | symbol, make: () => T): T;
  /**
   * Identifies the poll or pagination that the call belongs to: the same object for all its calls and their `retry()`.
   * Undefined for a single call.
   */
  readonly series: object | undefined;
  /** Milliseconds until the call's deadline; 0 after it, Infinity without one. */
  remaining(): number;
  /**
   * Runs the task when the call has settled, or, under a reader, when its stream has ended. If that has already
   * happened, runs it immediately. If the task throws, the error is ignored.
   */
  onEnd(task: () => void): void;
}

/** Limits of one `next()`. They end what runs inside it: inner middleware can't delay its Result or send later. */
export interface NextOptions {
  /**
   * Ends everything inside this `next()`, also a stream that it opened, in addition to the call's own signal. The
   * Result is a `'timeout'` error if the reason is named `TimeoutError`, else an `'abort'` error. If the signal is
   * already aborted, nothing inside runs. Default: none.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for everything inside this `next()`: inner middleware, their waits and all attempts, until its Result.
   * After that, the Result is a `'timeout'` error, which outer middleware can retry. An open stream isn't limited.
   * Fractions round down to at least 1. Default: no limit. 0, negative and NaN mean no limit.
   */
  readonly timeout?: number | undefined;
}

/**
 * Runs the inner middleware and the request, and returns their Result. Can be called again: everything inside then runs
 * again. Rejects only with what an inner middleware threw.
 *
 * Reads only `signal` and `timeout` of its argument, so JavaScript can pass it as a callback: `.then(next)`.
 */
export type MiddlewareNext<TData = unknown> = (options?: NextOptions) => Promise<Result<TData>>;

/**
 * Wraps the request. A middleware can change the request, call `next` any number of times, and return the Result of
 * `next` or its own.
 */
export type Middleware = (ctx: MiddlewareContext, next: MiddlewareNext) => Promise<MiddlewareResult>;

/** What a middleware returns: a Result, also one without `status`, which comes from the `response`. */
export type MiddlewareResult =
  Result<unknown> | Omit<SuccessResult<unknown>, 'status'> | Omit<ErrorResult<unknown>, 'status'>;

/** Names a call, for functions of the application: `baseUrl`, `headers`, `onError` and `onInvalidData`. */
export interface CallInfo {
  /** The endpoint's name on the client. */
  readonly endpoint: string;
  /** The application's data of this call. Frozen. */
  readonly context: CarriedContext;
}

/** Data that a schema rejected, for `onInvalidData`. */
export interface InvalidData extends CallInfo, RejectedData {}

/** Called for each failed call. */
export type OnError = (error: ApiError, call: CallInfo) => unknown;
