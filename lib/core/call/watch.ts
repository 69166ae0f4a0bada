import type { ApiError, CallNames } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { CallNote } from '../http/response-reader.js';
import type { CarriedContext, MiddlewareRequest } from './context.js';

/**
 * What made a call that nobody made by calling an endpoint. The numbers are those of the call, 0 for one that nobody
 * watched, of the poll and of the walk.
 */
export type CallInitiator =
  | { readonly type: 'retry'; readonly of: number }
  | { readonly type: 'poll'; readonly poll: number }
  | { readonly type: 'page'; readonly walk: number; readonly page: number };

/** What a call is, for who watches it. */
export interface CallFacts {
  /** The endpoint's name. */
  readonly requestName: string;
  /** What an error would say of it: the URL with its path unfilled; on GraphQL kind and name of the operation. */
  readonly errorFacts: Pick<CallNames, 'operation' | 'urlTemplate'>;
  /** As it stands: the params make it, and then the middleware. */
  readonly request: MiddlewareRequest;
  /** Milliseconds that the call may take; 0 for any time, and as long as the options were not read. */
  readonly timeout: number;
  /** What the application lets the call carry; frozen. */
  readonly context: CarriedContext;
  /** What made the call; undefined for its caller. */
  readonly origin: CallInitiator | undefined;
}

/** How a stream ended. */
export interface StreamEnd {
  /** Undefined for a good end. */
  readonly error?: ApiError;
  /** How many items there were, where that was counted. */
  readonly items?: number;
}

/** One call, for who watches it. Nothing here throws, and each `run` and `send` is called exactly once. */
export interface WatchedCall {
  readonly id: number;
  around<T>(run: () => T): T;
  /**
   * Stands around one sending.
   *
   * @param attempt Stands for the attempt; the same in `joined` and `answered`.
   */
  send(
    attempt: object,
    url: string,
    init: RequestInit,
    send: (init: RequestInit) => Promise<Response>,
  ): Promise<Response>;
  /** The attempt sends nothing: it waits for a request of this call, 0 for one that nobody watches. */
  joined(attempt: object, leader: number): void;
  /** What the attempt came to; it may go on sending. */
  answered(attempt: object, result: Result<unknown>): void;
  note(note: CallNote): void;
  /** What the caller got; for a stream, when it ends. */
  end(result: Result<unknown>, stream?: StreamEnd): void;
}

/** What a client tells of its calls. Made by `watch` of `homing/observe`, which makes it safe. */
export interface ObserverHost {
  /**
   * A call begins. Undefined for one that nobody wants to see.
   *
   * @param client The client's name; undefined for one that has none.
   */
  begin(call: CallFacts, client: string | undefined): WatchedCall | undefined;
}

/** Where a client and all its copies look for who watches them; `observe` may put somebody there at any time. */
export interface WatchSlot {
  watch: ObserverHost | undefined;
}
