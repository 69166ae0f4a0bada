import { isDeadline, safeTextOf, InvalidInputError } from '../platform/errors.js';
import type { Interruption } from '../platform/time.js';
import { define, hasBrand, isObject, ownDefined, ownValue, setBrand } from '../platform/values.js';
import { causesOf, describeFetchError, inLine, oneLine, describeUserError, shownUrl } from './error-text.js';

/** The kind of a failure. There are exactly six. */
export type ApiErrorKind = 'network' | 'http' | 'parse' | 'timeout' | 'abort' | 'middleware';

/** One problem that a schema found. */
export interface StandardIssue {
  /** Describes the problem. */
  readonly message: string;
  /** Path of the invalid value, from the root inwards. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The failed call, as `ApiError` needs it. `ctx.request` is accepted. */
export interface FailedRequest {
  /** The method in upper case. */
  readonly method: string;
  /** The URL as it was sent, with the query. */
  readonly url: string | URL;
  /** The params as the caller passed them. Default: none. */
  readonly params?: unknown;
  /** Number of attempts that were passed to `fetch`. Default: 1 if there was a response, else 0. */
  readonly attempts?: number | undefined;
}

/** The error Result of an attempt that failed before the call timed out. */
export interface FailedAttempt {
  /** The data, which is null for every error. */
  readonly data: null;
  /** Why the attempt failed. */
  readonly error: ApiError;
  /** The response for `'http'` and `'parse'` (its body is already read), else null. */
  readonly response: Response | null;
  /** Runs the call again. */
  readonly retry: () => Promise<unknown>;
}

/** Options of `new ApiError()`. */
export interface ApiErrorInit {
  /** One of the six kinds. Required. Not checked. */
  kind: ApiErrorKind;
  /** The call that failed. Required. Not checked. */
  request: FailedRequest;
  /** The endpoint's name on the client. Default: none. Not checked. */
  endpoint?: string | undefined;
  /** The endpoint's path template, for the message. Default: the URL without its query. A query in it is removed. */
  path?: string | undefined;
  /** The URL with an unfilled path, for `toJSON()`. Default: `path`, else the URL. A query in it is removed. */
  urlTemplate?: string | undefined;
  /** GraphQL only: kind and name of the operation, for the message. Default: none. Not checked. */
  operation?: string | undefined;
  /** Number of attempts that were passed to `fetch`. Default: the number in `request`. Not checked. */
  attempts?: number | undefined;
  /** HTTP status of the response. Default: 0, no response. Not checked. */
  status?: number | undefined;
  /** Status text of the response. Default: `''`. Not checked. */
  statusText?: string | undefined;
  /** The decoded error body, or the thrown value. Default: null. Not checked. */
  body?: unknown;
  /** The response's headers. Default: none. Not checked. */
  headers?: Headers | undefined;
  /** GraphQL only: data that the response contained next to the errors. Default: none. Not checked. */
  partialData?: unknown;
  /** Problems that a schema found. Default: none. An entry that isn't an issue has no path in `toJSON()`. */
  issues?: readonly StandardIssue[] | undefined;
  /**
   * The error body as received, if it isn't what was declared: text that isn't JSON, or a value that a schema rejected.
   * Default: none. Any value is accepted.
   */
  rawBody?: unknown;
  /**
   * The thrown value, if something was thrown. Default: none. `toJSON()` contains only a name for a value that can't be
   * read.
   */
  cause?: unknown;
  /** The last attempt that failed before the call timed out. Default: none. Not checked. */
  lastAttempt?: FailedAttempt | undefined;
  /** The reason in the message, after the names of the call. Default: derived from kind and cause. Not checked. */
  reason?: string | undefined;
}

/** The parts of an error that name the call. */
export type CallNames = Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate' | 'endpoint' | 'operation'>;

/** The parts of an error that describe the failure, without the names of the call. */
export type Facts = Omit<ApiErrorInit, keyof CallNames>;

/** Creates the facts for a thrown value, or for a signal's reason. */
export const thrownAs = (kind: ApiErrorKind, thrown: unknown): Facts => ({
  kind,
  body: thrown,
  cause: thrown,
});

/** Creates the facts for an interruption. */
export const endedBy = ({ kind, reason }: Interruption): Facts => thrownAs(kind, reason);

/** Creates the facts for a call that sent nothing, because homing rejected it or the program threw before. */
export const notSent = (thrown: unknown): Facts => ({
  ...thrownAs('network', thrown),
  reason: InvalidInputError.is(thrown) ? undefined : `${NOT_SENT}: ${describeUserError(thrown)}`,
  // A schema of params adds its issues to the error.
  issues: InvalidInputError.is(thrown) ? ownValue(thrown as Pick<Facts, 'issues'>, 'issues') : undefined,
});

const NOT_SENT = 'was not sent';

/** The default reason of each kind. */
const OUTCOMES: Readonly<Record<ApiErrorKind, string>> = {
  network: 'got no response',
  http: 'returned',
  parse: 'returned an unusable body:',
  timeout: 'timed out',
  abort: 'was aborted',
  middleware: 'failed in a middleware',
};

/** Returns whether this is one of the six kinds. */
export const isErrorKind = (kind: unknown): kind is ApiErrorKind =>
  typeof kind === 'string' && Object.hasOwn(OUTCOMES, kind);

/** Joins an outcome and a reason: "got no response: ECONNREFUSED". */
export const because = (outcome: string, why: string): string => (why ? `${outcome}: ${why}` : outcome);

/** Returns the default reason: the outcome of the kind, and a description of the cause. */
function outcomeOf(init: ApiErrorInit, attempts: number, template: string): string {
  const { kind, status = 0, statusText, cause } = init;
  const outcome = OUTCOMES[kind];
  const own = safeTextOf(cause) ?? '';
  if (kind === 'http' || kind === 'parse') return `${outcome} ${status || ''} ${oneLine(statusText)}`;
  if (kind === 'middleware') return because(outcome, cause === undefined ? '' : describeUserError(cause));
  if (kind === 'abort') return own ? `${outcome}. ${own}` : outcome;
  if (kind === 'timeout') return isDeadline(cause) ? own : because(outcome, own);
  if (InvalidInputError.is(cause)) return `${NOT_SENT}${attempts ? ' again' : ''}. ${own}`;
  // A body that broke off, as a reader reports it.
  const what = status ? `broke off after ${status}` : attempts ? outcome : NOT_SENT;
  return because(what, cause == null ? '' : describeFetchError(cause, template));
}

const pathOf = ({ path }: StandardIssue): string =>
  (path ?? [])
    .slice(0, 20)
    .map((segment) => {
      const key = oneLine(String(isObject(segment) ? segment.key : segment));
      if (/^\d+$/.test(key)) return `[${key}]`;
      return /^[a-z_$][\w$]*$/i.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');

/**
 * Returns the paths of a schema's issues: `items[2].price`, `''` for the root. At most 20, and without messages,
 * because validators quote values in them.
 */
export const issuePaths = (issues: readonly StandardIssue[]): string[] => issues.slice(0, 20).map(pathOf);

/** Returns the body if a logger can serialize it. JSON can't represent a body that is nested too deeply. */
const fitForJson = (body: unknown): unknown => {
  try {
    // Test it as a member of a `toJSON()` result, as in the error: its own `toJSON()` is called there, and engines have
    // a lower depth limit.
    JSON.stringify({ toJSON: () => ({ body }) });
    return body;
  } catch {
    return "[can't be converted to JSON]";
  }
};

/** Characters of a response's text in a log: error pages are long, and name the problem at the start. */
const LONGEST_TEXT = 2000;

const shortText = (body: unknown): unknown =>
  typeof body === 'string' && body.length > LONGEST_TEXT ? `${body.slice(0, LONGEST_TEXT)}…` : body;

/**
 * Why a call failed. An `Error`, so it can be thrown, logged and reported as one.
 *
 * `message` contains the method, the path template and the reason. It never contains the query string, header values or
 * the body, which can hold secrets. The same is true for the enumerable fields, which error printers and reporters
 * copy: `kind`, `status`, `statusText`, `endpoint`, `operation`, `sent` and `attempts`. If `body` holds a thrown value,
 * `cause` is that value.
 */
export class ApiError extends Error {
  /** One of the six kinds. */
  declare readonly kind: ApiErrorKind;
  /** The endpoint's name on the client; undefined if the error belongs to no endpoint. */
  declare readonly endpoint: string | undefined;
  /** GraphQL only: kind and name of the operation, `'query user'`. */
  declare readonly operation: string | undefined;
  /** The response's status for `'http'` and `'parse'`, else 0. */
  declare readonly status: number;
  /** The response's status text; `'GraphQL Error'` for a GraphQL error; else `''`. */
  declare readonly statusText: string;
  /**
   * Whether any attempt was passed to `fetch`, so the server might have done the work. False if the call was rejected,
   * blocked before sending, or ended by a cache or a middleware.
   */
  declare readonly sent: boolean;
  /** Number of attempts that were passed to `fetch`. A `retry()` of the Result counts from zero. */
  declare readonly attempts: number;
  /** The decoded error body, null if it is empty or unreadable; the thrown value; or the signal's reason. */
  declare readonly body: unknown;
  /**
   * Problems that a schema found, as the validator returns them, including values; undefined if no schema rejected the
   * data.
   */
  declare readonly issues: readonly StandardIssue[] | undefined;
  /**
   * The error body as received, if it isn't what was declared: text that isn't JSON, such as a gateway's HTML page, or
   * the value that the schema in `errors` rejected. Undefined if `body` has it, and for an empty body.
   */
  declare readonly rawBody: unknown;
  /** The call that failed. The path of `url` is filled as far as possible. */
  declare readonly request: { readonly method: string; readonly url: string; readonly params: unknown };
  /** GraphQL only: data that the response contained next to the errors. */
  declare readonly partialData: unknown;
  /**
   * The error Result of the last attempt, if the call's deadline passed after that attempt: in the wait before a retry,
   * in a queue, or while a later attempt ran. Undefined for every other error.
   */
  declare readonly lastAttempt: FailedAttempt | undefined;
  #headers: Headers | undefined;
  /** For logs, because a filled path contains params. */
  readonly #urlTemplate: string;
  readonly #reason: string;

  /** @param init For a middleware that builds its own error. `kind` and `request` are required. */
  constructor(init: ApiErrorInit) {
    const own = ownDefined(init) as ApiErrorInit;
    const { kind, status = 0, statusText = '', body = null, headers, partialData } = own;
    const { endpoint, operation, issues, rawBody, lastAttempt } = own;
    const { method, url, params, attempts: counted } = own.request;
    const request = Object.freeze({ method, url: String(url), params });
    const attempts = own.attempts ?? counted ?? (status > 0 ? 1 : 0);
    const urlTemplate = shownUrl(own.urlTemplate ?? own.path ?? request.url);
    // A middleware can write parts of it, so reduce it to one line.
    const reason = inLine(own.reason ?? outcomeOf(own, attempts, urlTemplate));
    const text = `${request.method} ${shownUrl(own.path ?? request.url)} ${operation ?? ''} ${reason}`;
    // `Error` reads only `cause` from the init.
    super(inLine(text), own);
    // Printers and reporters copy enumerable fields. The other fields can hold secrets.
    const shown = { kind, endpoint, operation, status, statusText, sent: attempts > 0, attempts };
    const all = { ...shown, body, rawBody, issues, request, partialData, lastAttempt };
    // Defined, not assigned, so that the fields are read-only.
    for (const [name, value] of Object.entries(all))
      define(this, name, value, name in shown && value !== undefined);
    this.#headers = headers;
    this.#urlTemplate = urlTemplate;
    this.#reason = reason;
  }

  /** The error's name, `'ApiError'` in every copy of the package. */
  override get name(): 'ApiError' {
    return 'ApiError';
  }

  /** The response's headers; empty without a response. */
  get headers(): Headers {
    return (this.#headers ??= new Headers());
  }

  /**
   * Returns a plain object for logs and reports. It has no header values, no params (the path is unfilled) and no
   * query. It has the body only for `'http'`, and at most 2,000 characters of an undecoded text. Issues are reduced to
   * their paths. `cause` lists at most three names and codes.
   */
  toJSON(): Record<string, unknown> {
    const { name, message, kind, statusText, request, issues, cause, body, rawBody } = this;
    return Object.assign(
      { name, message },
      // The enumerable fields: kind, status and so on.
      this as object,
      { statusText: oneLine(statusText), request: { method: request.method, url: this.#urlTemplate } },
      issues && { issues: issuePaths(issues) },
      cause != null && { cause: causesOf(cause) },
      kind === 'http' && { body: fitForJson(body) },
      kind === 'http' && rawBody != null && { rawBody: fitForJson(shortText(rawBody)) },
    ) as Record<string, unknown>;
  }

  /** Returns whether this copy of the package created the error, so that its private fields can be read. */
  static isOwn(value: unknown): value is ApiError {
    return hasBrand(value, 'ApiError') && #urlTemplate in (value as object);
  }

  /**
   * Returns the reason of the message, without the names of the call. For an error of another copy of the package, the
   * whole message.
   */
  static reasonOf(error: ApiError): string {
    return ApiError.isOwn(error) ? error.#reason : (error as Error).message;
  }

  /** Returns true for an ApiError, even of another copy of the package (ESM and CommonJS). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ApiError ? hasBrand(value, 'ApiError') : super[Symbol.hasInstance](value);
  }
}

// Not in a static block: React Native's Babel preset can't read those.
setBrand(ApiError.prototype, 'ApiError');

/**
 * Returns the output of `util.inspect`, and so of `console.error`. Errors of platforms and validators can quote the
 * URL, a header or the body, so they are reduced to names and codes. Errors of the program's own middleware are printed
 * whole. For errors of homing, such as AuthError, the causes are left out.
 */
function inspected(
  this: ApiError,
  _depth: unknown,
  options: unknown,
  inspect: (value: unknown, options: unknown) => string,
): string {
  const isTheirs = this.kind === 'middleware' && safeTextOf(this.cause) === undefined;
  const cause = isTheirs ? this.cause : causesOf(this.cause);
  const statusText = oneLine(this.statusText);
  const shown = Object.assign({}, this, { statusText }, this.cause != null && { cause });
  return `${String(this.stack)} ${inspect(shown, options)}`;
}

define(ApiError.prototype, Symbol.for('nodejs.util.inspect.custom'), inspected);
