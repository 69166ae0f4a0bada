import type { ApiErrorKind } from '../../core/internal.js';
import type { Exchange } from '../archive/archive.js';

export type { Exchange, ExchangeBody, Har, HarEntry, HarField, HarMessage } from '../archive/archive.js';

/** Outcome of a call or an attempt. */
export interface SeenOutcome {
  /**
   * `'ok'`, the kind of the error, or `'superseded'` for a call that `dedupe` cancelled for a newer call of the
   * endpoint.
   */
  kind: ApiErrorKind | 'ok' | 'superseded';
  /** Status code of the response; 0 without a response. */
  status: number;
  /** Message of the error; missing for a success. */
  message?: string;
}

/** A request of a call, shown as a bar in its row. Times are milliseconds since the epoch, from a monotonic clock. */
export interface SeenAttempt extends Exchange {
  /** Number of the attempt in its call, from 1. */
  number: number;
  /** The sent request, redacted. */
  request: Exchange['request'];
  /**
   * The response, redacted, with its body up to the size limit. Missing without a response, and for an attempt that
   * joined another request.
   */
  response?: Exchange['response'];
  /** When the request was sent or joined, in milliseconds since the epoch. */
  startedAt: number;
  /** When the response headers arrived, in milliseconds since the epoch. Missing before that. */
  answeredAt?: number;
  /** When the body was read or the attempt failed, in milliseconds since the epoch. */
  endedAt?: number;
  /**
   * Id of the call whose request this attempt waits for; 0 for a call without an observer. Missing if it sends its own
   * request.
   */
  joined?: number;
  /** Outcome of the attempt; missing while it runs. */
  outcome?: SeenOutcome;
}

/** An event of a call other than a request. */
export interface SeenNote {
  /** `'wait'`, `'cache'`, or the type that a plugin gave it. */
  type: string;
  /** When the event happened, in milliseconds since the epoch; for a wait, its start. */
  at: number;
  /** Length of a wait in milliseconds; missing for other notes. */
  ms?: number;
  /** Reason of a wait, such as `'retry'`; missing for other notes. */
  why?: string;
  /** Whether a cache had the response; missing for other notes. */
  hit?: boolean;
}

/** A call as plain data, shown as a row. Times are milliseconds since the epoch, from a monotonic clock. */
export interface SeenCall {
  /** Id of the call, unique over all clients. */
  readonly id: number;
  /** Name of the client; missing for a client without one. */
  readonly client?: string;
  /** Name of the endpoint. */
  readonly name: string;
  /** GraphQL: kind and name of the operation; missing for other calls. */
  operation?: string;
  /** HTTP method in upper case. */
  method: string;
  /** The URL as far as it's built, redacted. */
  url: string;
  /** When the call started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** When the call or its stream ended, in milliseconds since the epoch. Missing while it runs. */
  endedAt?: number;
  /** Timeout of the call in milliseconds; missing without one. */
  deadline?: number;
  /** The poll or pagination that the call belongs to, `'poll 3'` or `'pages 2'`; missing for a single call. */
  readonly group?: string;
  /** Number of the page in its pagination, from 1; missing for other calls. */
  readonly page?: number;
  /** Id of the call whose Result was retried with `retry()`, 0 if it had no observer; missing for other calls. */
  readonly retryOf?: number;
  /** Requests in the order in which they were sent. */
  readonly attempts: SeenAttempt[];
  /** Waits, cache lookups, and events that plugins report. */
  readonly notes: SeenNote[];
  /** Id of the newer call that cancelled this one with `dedupe`; missing for other calls. */
  supersededBy?: number;
  /** Items of its stream, redacted, up to the size limit; missing if the response isn't a text stream. */
  items?: string[];
  /** Number of items in its stream; missing before the end, and if they weren't counted. */
  itemCount?: number;
  /** Outcome of the call; missing while it runs. */
  outcome?: SeenOutcome;
}
