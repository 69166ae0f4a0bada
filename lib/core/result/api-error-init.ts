import type { SecretSource } from './call-secrets.js';
import type { ForeignWords } from './foreign-words.js';
import type { StandardIssue } from './standard-issue.js';

/** What went wrong with a call. There are exactly these six. */
export type ApiErrorKind = 'network' | 'http' | 'parse' | 'timeout' | 'abort' | 'middleware';

/** The call that failed, as an error gets it: `ctx.request` is one. */
export interface FailedRequest extends SecretSource {
  /** In upper case. */
  readonly method: string;
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
  /** The body that the schema of an error refused. */
  rawBody?: unknown;
  /** What was thrown, when something was. */
  cause?: unknown;
  /** What the message tells, in place of what the kind and the cause say. */
  reason?: string | Wording | undefined;
  /** Whether the texts of the cause may quote the body, so that only its names are told. Default: of a `'parse'` error. */
  quotesBody?: boolean | undefined;
}
