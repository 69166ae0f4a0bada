import type { Interruption } from '../platform/time.js';
import type { ApiError, ApiErrorInit, ApiErrorKind } from '../result/api-error.js';
import type { Result } from '../result/result.js';

/** Options of fetch, except the ones that homing sets itself. */
export type FetchOptions = {
  [K in Exclude<keyof RequestInit, 'method' | 'headers' | 'body' | 'signal'>]?: RequestInit[K] | undefined;
};

/** A method that reads a body; `'cancel'` drops it unread. */
export type BodyMethod = 'arrayBuffer' | 'blob' | 'formData' | 'text' | 'cancel';

/** Reads a body: of a response, or of a request that several callers share. */
export type BodySource = (method: BodyMethod) => Promise<unknown>;

/** Details of a reader's error, in addition to its kind and body. */
export type ErrorDetails = Pick<ApiErrorInit, 'reason' | 'cause' | 'issues' | 'partialData' | 'statusText'>;

/** An event of a call that isn't a request, for observers: a wait, a cache lookup, or an event of a plugin. */
export type CallNote =
  | {
      readonly type: 'wait';
      /** Milliseconds of the wait. */
      readonly ms: number;
      /** The reason of the wait: `'retry'`, `'queue'`. */
      readonly why: string;
      /** The event that caused the wait, in words that a log can contain. */
      readonly reason?: string | undefined;
    }
  | {
      readonly type: 'cache';
      /** Whether the cache had the response. */
      readonly hit: boolean;
      readonly [fact: string]: unknown;
    }
  | {
      /** A plugin's own type: any string except the types above. */
      readonly type: string & {};
      readonly [fact: string]: unknown;
    };

/**
 * Creates the data of a 2xx response. Passed as `responseType` instead of a name, for example for a stream that
 * continues after the call returned.
 */
export interface ResponseReader<T> {
  /**
   * Request headers, as an own property. Headers of the caller, at any level, win. Default: none. If a header is
   * invalid, every call returns a `'network'` error.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Fetch options, as an own property. Options of the caller win. Default: none. A value that isn't an object is
   * ignored.
   */
  readonly fetchOptions?: FetchOptions | undefined;
  /**
   * Creates the data from the body of a 2xx. The call returns when `open` settles, and its deadline applies until then.
   * Required: `createApi` throws without it, and for an object that `reader()` didn't create. If it throws, the call
   * returns a `'parse'` error, or the ApiError of `body.error()`.
   */
  open(body: OpenBody): T | Promise<T>;
  /** Tracks the body while it is open. Set by `reader()` from `homing/stream`. */
  readonly '~keeper': unknown;
}

/** The body of a 2xx response for a reader, with its call, until `end`. */
export interface OpenBody {
  /** The response, with an unread body. */
  readonly response: Response;
  /** The call's deadline in milliseconds; 0 for none. It applies until the call returns, and to `again`. */
  readonly timeout: number;
  /** Why the request ended early: the caller's signal, a newer call, or the reader's own `abort`. */
  readonly interruption: Interruption | undefined;
  /** Reads the whole body; `'cancel'` drops it unread. */
  read(as: BodyMethod): Promise<unknown>;
  /**
   * Runs the task when the request ends early, or immediately if it already has. Returns a function that cancels the
   * task.
   */
  onAbort(task: (interruption: Interruption) => void): () => void;
  /**
   * Creates an error that names this call.
   *
   * @param body The `error.body`. A thrown value becomes the `cause` too.
   * @param told The reason in the message, or an object with more details. Default: the reason of the kind.
   */
  error(kind: ApiErrorKind, body: unknown, told?: string | ErrorDetails): ApiError;
  /**
   * Ends the stream: releases everything that the call holds, and notifies `onError`, the log and observers. Only the
   * first time counts. Doesn't end the request: see `abort`.
   *
   * @param error The error that ended the stream; undefined if it completed. `onError` isn't called for an abort.
   * @param told The number of items, for the log and observers.
   */
  end(error?: ApiError, told?: { readonly items?: number }): void;
  /** Ends the request early, for example because it was idle too long. */
  abort(interruption: Interruption): void;
  /** Notifies observers. */
  note(note: CallNote): void;
  /**
   * Sends the request of the call again, with these headers over its own, through all middleware. The call's signal,
   * `ctx.once` values and `dedupe` position stay; the `timeout` starts again. `onError` and the log aren't notified.
   * The data of a success is the next OpenBody, which replaces this one; `open` isn't called again. After an
   * interruption, nothing is sent.
   *
   * @param timeout Milliseconds, if the call has no deadline. Default: none.
   */
  again(headers: Readonly<Record<string, string>>, timeout?: number): Promise<Result<OpenBody>>;
}
