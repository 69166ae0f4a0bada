import type { Interruption } from '../platform/time.js';
import type { ApiError, ApiErrorInit, ApiErrorKind } from '../result/api-error.js';
import type { Result } from '../result/result.js';

/** What fetch takes beside what homing sets itself. */
export type FetchOptions = {
  [K in Exclude<keyof RequestInit, 'method' | 'headers' | 'body' | 'signal'>]?: RequestInit[K] | undefined;
};

/** What the platform reads a body with; `'cancel'` drops it unread. */
export type BodyMethod = 'arrayBuffer' | 'blob' | 'formData' | 'text' | 'cancel';

/** Where a body comes from: a response, or what several callers of one request share. */
export type BodySource = (method: BodyMethod) => Promise<unknown>;

/** What a reader's error may tell beside its kind and body. */
export type ErrorDetails = Pick<ApiErrorInit, 'reason' | 'cause' | 'issues' | 'partialData' | 'statusText'>;

/**
 * Something that happened to a call beside its requests, as observers are told of it: a wait, an answer from a cache,
 * or whatever else a plugin has to tell.
 */
export type CallNote =
  | {
      readonly type: 'wait';
      /** Milliseconds. */
      readonly ms: number;
      /** What is waited for: `'retry'`, `'queue'`. */
      readonly why: string;
      /** What made it necessary, in words that a log may have. */
      readonly reason?: string | undefined;
    }
  | {
      readonly type: 'cache';
      /** Whether the cache had the answer. */
      readonly hit: boolean;
      readonly [fact: string]: unknown;
    }
  | {
      /** A plugin's own; anything but the types above. */
      readonly type: string & {};
      readonly [fact: string]: unknown;
    };

/**
 * Makes the data of a 2xx response. `responseType` takes one in the place of a name: for a body that is a stream, say,
 * which goes on when the call has come home.
 */
export interface ResponseReader<T> {
  /**
   * Headers of the request, as an own property; those of the caller, at any level, win. Default: none. One that can't
   * be sent: every call is a `'network'` error.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Fetch options of the request, as an own property; those of the caller win. Default: none. What is no object is
   * ignored.
   */
  readonly fetchOptions?: FetchOptions | undefined;
  /**
   * Makes data of the body; asked for a 2xx only. The call comes home when it has answered, and its deadline holds
   * until then. Required. What it throws: a `'parse'` error; an ApiError that `body.error()` made is the error as it
   * is. Without it, and for a bare object: `createApi` throws.
   */
  open(body: OpenBody): T | Promise<T>;
  /** What keeps the body as long as it is open; `reader()` of `homing/stream` puts it there. */
  readonly '~keeper': unknown;
}

/** The body of a 2xx response, as a reader gets it; and the call that it came for, until `end`. */
export interface OpenBody {
  /** The response; its body is unread. */
  readonly response: Response;
  /** What the call has as its deadline, in milliseconds; 0 for none. It holds until the call is home, and for `again`. */
  readonly timeout: number;
  /** What ended the request before its time: the caller's signal, a newer call, or the reader's own `abort`. */
  readonly interruption: Interruption | undefined;
  /** Reads the whole body; `'cancel'` drops it unread. */
  read(as: BodyMethod): Promise<unknown>;
  /** Runs the task when the request is ended before its time, at once where it was; gives what calls it off. */
  onAbort(task: (interruption: Interruption) => void): () => void;
  /**
   * An error that names this call.
   *
   * @param body As `error.body`. Where it was thrown, it is the `cause` too.
   * @param told What the message says, default what the kind says; or that among other details.
   */
  error(kind: ApiErrorKind, body: unknown, told?: string | ErrorDetails): ApiError;
  /**
   * The stream is over: releases everything that the call still holds, and tells `onError`, the log and observers.
   * Only the first time counts. Ends no request: see `abort`.
   *
   * @param error What the stream ended with; undefined for a good end. `onError` isn't told of an abort.
   * @param told How many items there were, for the log and observers.
   */
  end(error?: ApiError, told?: { readonly items?: number }): void;
  /** Ends the request: it was idle for too long, say. */
  abort(interruption: Interruption): void;
  /** Tells observers. */
  note(note: CallNote): void;
  /**
   * Makes the same call's request anew, with these headers over its own, through all middleware: with the call's
   * signal, its `ctx.once` values, its place under `dedupe`, and a fresh `timeout`. Neither `onError` nor the log hears
   * of it. The data of a success is the next OpenBody, which takes the place of this one: `open` is not asked again.
   * After an interruption it sends nothing.
   *
   * @param timeout The deadline where the call has none, in milliseconds. Default: none.
   */
  again(headers: Readonly<Record<string, string>>, timeout?: number): Promise<Result<OpenBody>>;
}
