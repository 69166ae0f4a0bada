import type { ApiError, CallNames } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { CallNote } from '../http/response-reader.js';
import type { CarriedContext, MiddlewareRequest, SendRequest } from './context.js';

/**
 * The origin of a call that the caller didn't start directly. `of`, `poll` and `walk` are the numbers of the retried
 * call (0 if it wasn't observed), of the poll and of the pagination.
 */
export type CallInitiator =
  | { readonly type: 'retry'; readonly of: number }
  | { readonly type: 'poll'; readonly poll: number }
  | { readonly type: 'page'; readonly walk: number; readonly page: number };

/** Describes a call for observers. */
export interface CallFacts {
  /** The endpoint's name. */
  readonly requestName: string;
  /**
   * The names that an error of the call would contain: the URL with an unfilled path, and, for GraphQL, kind and name
   * of the operation.
   */
  readonly errorFacts: Pick<CallNames, 'operation' | 'urlTemplate'>;
  /** The current request: first as the params create it, then as the middleware changes it. */
  readonly request: MiddlewareRequest;
  /** Milliseconds that the call can take; 0 for no limit, and until the options are read. */
  readonly timeout: number;
  /** The application's data of the call. Frozen. */
  readonly context: CarriedContext;
  /** The origin of the call; undefined if the caller started it directly. */
  readonly origin: CallInitiator | undefined;
}

/** How a stream ended. */
export interface StreamEnd {
  /** The error that ended the stream; undefined if it completed. */
  readonly error?: ApiError;
  /** Number of items, if they were counted. */
  readonly items?: number;
}

/** One observed call. Its methods never throw, and call each `run` and `send` exactly once. */
export interface WatchedCall {
  readonly id: number;
  around<T>(run: () => T): T;
  /**
   * Wraps one send of an attempt.
   *
   * @param attempt Identifies the attempt, here and in `joined` and `answered`.
   */
  send(attempt: object, url: string, init: RequestInit, send: SendRequest): Promise<Response>;
  /**
   * Notifies that the attempt sends nothing and waits for the request of call number `leader`, 0 if it isn't observed.
   */
  joined(attempt: object, leader: number): void;
  /** Notifies of the attempt's Result. The attempt might still send requests. */
  answered(attempt: object, result: Result<unknown>): void;
  note(note: CallNote): void;
  /** Notifies of the Result that the caller got; for a stream, when it ends. */
  end(result: Result<unknown>, stream?: StreamEnd): void;
}

/**
 * Notifies observers of a client's calls. Created by `observers()` from `homing/observe`, which catches what they
 * throw.
 */
export interface ObserverHost {
  /**
   * Called when a call starts. Returns undefined if no observer wants the call.
   *
   * @param client The client's name; undefined if it has none.
   */
  begin(call: CallFacts, client: string | undefined): WatchedCall | undefined;
}

/** Holds the observers of a client and all its copies. `observe` can set them at any time. */
export interface WatchSlot {
  watch: ObserverHost | undefined;
}
