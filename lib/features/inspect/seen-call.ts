import type { ApiErrorKind } from '../../core/internal.js';
import type { Exchange } from '../archive/archive.js';

export type { Exchange, ExchangeBody, Har, HarEntry, HarField, HarMessage } from '../archive/archive.js';

/** How a call or an attempt came out. */
export interface SeenOutcome {
  /** `'ok'`, the kind of its error, or `'superseded'` for one that a newer call of its endpoint took the place of. */
  kind: ApiErrorKind | 'ok' | 'superseded';
  /** The status of the answer; 0 for none. */
  status: number;
  /** What the error says; missing for a success. */
  message?: string;
}

/** One request of a call: a bar of its row. Times are milliseconds since the epoch, by a clock that nobody sets. */
export interface SeenAttempt extends Exchange {
  /** Counts up from 1 in its call. */
  number: number;
  /** What was sent, redacted. */
  request: Exchange['request'];
  /** What came, redacted, its body up to a size; missing as long as there is none, and for one that joined another's. */
  response?: Exchange['response'];
  /** When it was sent, or joined. */
  startedAt: number;
  /** When the headers of its answer were there; until then it waited. */
  answeredAt?: number;
  /** When its body was read, or it failed. */
  endedAt?: number;
  /** The id of the call whose request it waits for, 0 for one that nobody watches; missing where it sends itself. */
  joined?: number;
  /** What it came to; missing as long as it runs. */
  outcome?: SeenOutcome;
}

/** Something that happened in a call beside its requests. */
export interface SeenNote {
  /** `'wait'`, `'cache'`, or what a plugin calls it. */
  type: string;
  /** When it happened; of a wait, when that began. */
  at: number;
  /** How long a wait is, in milliseconds; missing for anything else. */
  ms?: number;
  /** What is waited for, such as `'retry'`; missing for anything else. */
  why?: string;
  /** Whether a cache had the answer; missing for anything else. */
  hit?: boolean;
}

/** One call, as plain data: a row. Times are milliseconds since the epoch, by a clock that nobody sets. */
export interface SeenCall {
  /** Counts up over all clients. */
  readonly id: number;
  /** The client's name; missing for none. */
  readonly client?: string;
  /** The endpoint's name. */
  readonly name: string;
  /** GraphQL: kind and name of the operation; missing for anything else. */
  operation?: string;
  /** In upper case. */
  method: string;
  /** As far as it is built, redacted. */
  url: string;
  /** When it began. */
  readonly startedAt: number;
  /** When it ended; of a stream, when that ended. Missing as long as it runs. */
  endedAt?: number;
  /** Milliseconds that it may take; missing for any time. */
  deadline?: number;
  /** What it belongs to, `'poll 3'` or `'pages 2'`; missing for a call of its own. */
  readonly group?: string;
  /** Which page of its walk it is, from 1; missing for any other. */
  readonly page?: number;
  /** The id of the call whose Result was asked to `retry()`, 0 for one that nobody watched; missing for any other. */
  readonly retryOf?: number;
  /** Its requests, in the order in which they were sent. */
  readonly attempts: SeenAttempt[];
  /** Its waits, its answers from a cache, and what plugins tell. */
  readonly notes: SeenNote[];
  /** The id of the call that took its place; missing for any other. */
  supersededBy?: number;
  /** What came of its stream, item by item, redacted, up to a size; missing for what is no stream of text. */
  items?: string[];
  /** How many items its stream had, once it has ended and where that was counted. */
  itemCount?: number;
  /** How it came out; missing as long as it runs. */
  outcome?: SeenOutcome;
}
