import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { HeaderRecord } from '../http/headers.js';
import type { JsonOptions } from '../http/json.js';
import type { FetchOptions, CallNote } from '../http/response-reader.js';

/** A function that sends a request: the platform's `fetch`, or one with its shape. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a request on towards the network. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/**
 * What a call carries for the application: for its middleware, its observers, `onError` and the log's `label`. It is
 * never sent. An application gives it members by declaration merging:
 *
 * ```ts
 * declare module 'homing' {
 *   interface CallContext {
 *     tenant: string;
 *   }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- its members are the application's
export interface CallContext {}

/** What a call carries: every level may leave members to the others. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
export type CarriedContext = Readonly<Partial<CallContext>>;

/** What a request sends, as it stands. */
export interface RequestContent {
  /** In upper case; may be changed. */
  method: string;
  /** The full URL, with the query, as text. May be replaced, by a `URL` too. */
  get url(): string;
  /** Takes a `URL` too. */
  set url(url: string | URL);
  /** All headers, as they stand; may be changed or replaced. For one header, `getHeader` and `setHeader` cost less. */
  headers: Headers;
  /** The merged fetch options; a copy of the call's own, one level deep, free to be changed or replaced. */
  fetchOptions: FetchOptions;
  /** The encoded body, null for none; may be replaced, also by what is iterated over: a `Readable` of Node, say. */
  body: RequestInit['body'];
  /** The endpoint's path template. */
  readonly path: string;
  /** GraphQL: the side and the text of the document. Else empty. */
  readonly operation: string;
  /** The params as the caller passed them, the caller's own object. What is sent was made of them at the call. */
  readonly params: unknown;
  /** The endpoint's, as its definition has it: a name, or a reader. */
  readonly responseType: unknown;
  /** The endpoint's schema; undefined without one. */
  readonly schema: object | undefined;
  /** The endpoint's own functions for JSON, else the client's; each undefined, or null, for the platform's. */
  readonly json: Readonly<JsonOptions>;
  /** The client's own fetch function; undefined for the global one. */
  readonly fetch: FetchLike | undefined;
  /** Whether the body is JSON of homing's making, or of a strategy that says so: the order of its members means nothing. */
  readonly hasJsonBody: boolean;
  /** False when the body is a stream, or is iterated over: it can be read only once. */
  readonly bodyReusable: boolean;
  /** Whether the answer is handed over before its body is read (a `responseType` that is a reader). */
  readonly streams: boolean;
  /** The value of a header, as it stands; undefined without one. */
  getHeader(name: string): string | undefined;
  /** Sets a header. Throws a TypeError for one that can't be sent, which names it and not its value. */
  setHeader(name: string, value: string): void;
  /**
   * All headers by lowercase name, as they stand. As long as nobody asked for `headers`, the same object until one of
   * them changes.
   */
  headerRecord(): HeaderRecord;
  /** A copy, whatever becomes of this one. */
  clone(): RequestContent;
}

/** The request of a call as a middleware sees it. What may be changed is read when the request is sent. */
export interface MiddlewareRequest extends RequestContent {
  /**
   * The call's own signal, which its deadline aborts too; undefined when it has neither. May be replaced: the call's own
   * goes on to end the request, too.
   */
  get signal(): AbortSignal | undefined;
  /** Null takes it away: the call's own goes on to end the request. */
  set signal(signal: AbortSignal | null | undefined);
  /**
   * Milliseconds that each attempt may take from now on, from the moment that it is begun to the decoded body;
   * undefined for no limit, as are 0, negative and NaN. One that takes longer is a `'timeout'` Result, which what stands
   * outside may try again. Default: the option `attemptTimeout`.
   */
  attemptTimeout: number | undefined;
  /**
   * Whether sending the request twice does no harm. Default: GET, HEAD, OPTIONS, PUT and DELETE (RFC 9110, 9.2.2), and
   * any request with an `Idempotency-Key` header. May be set, by who knows better.
   */
  idempotent: boolean;
  /** Whether the newest attempt joined the request of another call (`share`, or an HTTP cache). */
  readonly joined: boolean;
  /** How many attempts of this run of the call were handed to `fetch` so far, one that was shared among them. */
  readonly attempts: number;
  /**
   * Runs the task each time that the request is about to be sent, after all middleware. What it throws is ignored.
   *
   * @returns Takes the task away. A middleware inside of retry runs for each attempt: what it adds stays until the call
   *   is over, unless it takes that away when its `next()` is done. Twice does nothing.
   */
  onSend(task: () => void): () => void;
  /**
   * Stops the clock of `attemptTimeout` while the newest attempt waits in a queue; gives what starts it again. Around
   * the wire it stops those of all who share the request. The call's own deadline runs on.
   */
  pauseAttempt(): () => void;
  /** Tells observers of the call; free when there are none. */
  note(note: CallNote): void;
}

/** What a middleware sees of the call. */
export interface MiddlewareContext {
  /** The request; what may be changed is read when it is sent. */
  readonly request: MiddlewareRequest;
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
  /** What the application lets its calls carry; frozen. */
  readonly context: CarriedContext;
  /**
   * A value that is made once for the logical call, and kept over all attempts and over `result.retry()`: an
   * idempotency key, say.
   *
   * @param key An object or symbol of the plugin's own.
   * @param make What it throws, this throws; nothing is kept then.
   */
  once<T>(key: object | symbol, make: () => T): T;
  /**
   * Stands for the poll or the walk over pages that the call belongs to: the same object for all of its calls, and for
   * their `retry()`. Undefined for a call of its own.
   */
  readonly series: object | undefined;
  /** Milliseconds until the call's deadline, 0 when it has passed; Infinity without one. */
  remaining(): number;
  /**
   * Runs the task when the call has settled; under a reader of a stream, when the stream has ended. At once when that
   * has happened. What it throws is ignored.
   */
  onEnd(task: () => void): void;
}

/**
 * Runs the rest of the chain and gives its Result. May be called again: everything after runs again.
 * Rejects only with what an inner middleware threw.
 */
export type MiddlewareNext<TData = unknown> = () => Promise<Result<TData>>;

/** Stands around the request: may change it, call `next` once, again or never, and return its Result or its own. */
export type Middleware = (ctx: MiddlewareContext, next: MiddlewareNext) => Promise<Result<unknown>>;

/** Of the call that failed, for `onError`. */
export interface FailedCall {
  /** The endpoint's name on the client. */
  readonly endpoint: string;
  /** What the application let the call carry; frozen. */
  readonly context: CarriedContext;
}

/** Hears of failures. */
export type OnError = (error: ApiError, call: FailedCall) => unknown;
