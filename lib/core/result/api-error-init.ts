import type { SecretSource } from './call-secrets.js';
import type { ForeignWords } from './foreign-words.js';
import type { StandardIssue } from './standard-issue.js';

/** What went wrong with a call. There are exactly these six. */
export type ApiErrorKind = 'network' | 'http' | 'parse' | 'timeout' | 'abort' | 'middleware';

/** The call that failed, as an error gets it: `ctx.request` is one. */
export interface FailedRequest extends SecretSource {
  /** In upper case. */
  readonly method: string;
  /** How many attempts were handed to `fetch`. Default: 1 where there was an answer, else 0. */
  readonly attempts?: number | undefined;
}

/** What names the call in an error of it. */
export type CallNames = Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate' | 'endpoint' | 'operation'>;

/** Says why a call failed, where what somebody else wrote is a part of it. */
export type Wording = (words: ForeignWords, status: number) => string;

/** What `new ApiError()` takes. */
export interface ApiErrorInit {
  /** One of the six kinds. */
  kind: ApiErrorKind;
  /** The call that failed. What it was sent with is quoted nowhere: `ctx.request` knows all of it. */
  request: FailedRequest;
  /** The endpoint's name on the client. */
  endpoint?: string | undefined;
  /** The endpoint's path template, for the message. Default: the URL without its query. */
  path?: string | undefined;
  /** The URL with its path unfilled, for `toJSON()`. Default: the URL. */
  urlTemplate?: string | undefined;
  /** GraphQL only: kind and name of the operation, for the message. */
  operation?: string | undefined;
  /** How many attempts were handed to `fetch`. Default: as the request says. */
  attempts?: number | undefined;
  /** HTTP status. Default 0: there was no response. */
  status?: number | undefined;
  /** Default `''`. */
  statusText?: string | undefined;
  /** The decoded error body, or what was thrown. Default null. */
  body?: unknown;
  /** The response's headers. Default: none. */
  headers?: Headers | undefined;
  /** GraphQL only: the data that came along with the errors. */
  partialData?: unknown;
  /** What a schema found wrong. */
  issues?: readonly StandardIssue[] | undefined;
  /** What came in the place of an error body that was declared: text that is no JSON, or what a schema refused. */
  rawBody?: unknown;
  /** What was thrown, when something was. */
  cause?: unknown;
  /** What the message tells, in place of what the kind and the cause say. */
  reason?: string | Wording | undefined;
  /** Whether the texts of the cause may quote the body, so that only its names are told. Default: of a `'parse'` error. */
  quotesBody?: boolean | undefined;
}
