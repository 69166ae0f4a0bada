import { isDeadline, safeTextOf, InvalidInputError } from '../platform/errors.js';
import type { Interruption } from '../platform/time.js';
import { define, hasBrand, isObject, ownDefined, setBrand } from '../platform/values.js';
import { causesOf, describeFetchError, inLine, oneLine, describeUserError, shownUrl } from './error-text.js';

/** What went wrong with a call. There are exactly these six. */
export type ApiErrorKind = 'network' | 'http' | 'parse' | 'timeout' | 'abort' | 'middleware';

/** One thing that a schema found wrong. */
export interface StandardIssue {
  /** What is wrong, in words. */
  readonly message: string;
  /** Where in the value, from the root inwards. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The call that failed, as an error gets it: `ctx.request` is one. */
export interface FailedRequest {
  /** In upper case. */
  readonly method: string;
  /** As it was sent, with the query. */
  readonly url: string | URL;
  /** The params as the caller passed them. Default: none. */
  readonly params?: unknown;
  /** How many attempts were handed to `fetch`. Default: 1 where there was an answer, else 0. */
  readonly attempts?: number | undefined;
}

/** The error Result of an attempt that ended before its call did. */
export interface FailedAttempt {
  /** Null, as for every error. */
  readonly data: null;
  /** Why the attempt failed. */
  readonly error: ApiError;
  /** The response for `'http'` and `'parse'` (its body is already read), else null. */
  readonly response: Response | null;
  /** Sends the call again. */
  readonly retry: () => Promise<unknown>;
}

/** What `new ApiError()` takes. */
export interface ApiErrorInit {
  /** One of the six kinds. Required. Taken as it is. */
  kind: ApiErrorKind;
  /** The call that failed. Required. Taken as it is. */
  request: FailedRequest;
  /** The endpoint's name on the client. Default: none. Taken as it is. */
  endpoint?: string | undefined;
  /** The endpoint's path template, for the message. Default: the URL without its query. A query in it is cut off. */
  path?: string | undefined;
  /** The URL with its path unfilled, for `toJSON()`. Default: `path`, else the URL. A query in it is cut off. */
  urlTemplate?: string | undefined;
  /** GraphQL only: kind and name of the operation, for the message. Default: none. Taken as it is. */
  operation?: string | undefined;
  /** How many attempts were handed to `fetch`. Default: as the request says. Taken as it is. */
  attempts?: number | undefined;
  /** HTTP status. Default 0: there was no response. Taken as it is. */
  status?: number | undefined;
  /** Of the response. Default `''`. Taken as it is. */
  statusText?: string | undefined;
  /** The decoded error body, or what was thrown. Default null. Taken as it is. */
  body?: unknown;
  /** The response's headers. Default: none. Taken as it is. */
  headers?: Headers | undefined;
  /** GraphQL only: the data that came along with the errors. Default: none. Taken as it is. */
  partialData?: unknown;
  /** What a schema found wrong. Default: none. What is no issue has no path in `toJSON()`. */
  issues?: readonly StandardIssue[] | undefined;
  /**
   * What came in the place of an error body that was declared: text that is no JSON, or what a schema refused. Default:
   * none. Any value is taken.
   */
  rawBody?: unknown;
  /** What was thrown, when something was. Default: none. What can't be looked at is told by a name. */
  cause?: unknown;
  /** The last attempt that failed before the deadline of the call passed. Default: none. Taken as it is. */
  lastAttempt?: FailedAttempt | undefined;
  /**
   * What the message tells behind the names of the call, in place of what the kind and the cause say. Default: what the
   * kind and the cause say. Taken as it is.
   */
  reason?: string | undefined;
}

/** What names the call in an error of it. */
export type CallNames = Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate' | 'endpoint' | 'operation'>;

/** What went wrong with a call, without what names the call. */
export type Facts = Omit<ApiErrorInit, keyof CallNames>;

/** That something was thrown, or a signal's reason. */
export const thrownAs = (kind: ApiErrorKind, thrown: unknown): Facts => ({
  kind,
  body: thrown,
  cause: thrown,
});

/** That something was ended before its time. */
export const endedBy = ({ kind, reason }: Interruption): Facts => thrownAs(kind, reason);

/** Nothing was sent, because homing rejected the call or the program threw before. */
export const notSent = (thrown: unknown): Facts => ({
  ...thrownAs('network', thrown),
  reason: InvalidInputError.is(thrown) ? undefined : `${NOT_SENT}: ${describeUserError(thrown)}`,
});

const NOT_SENT = 'was not sent';

/** What a message says of each kind. */
const OUTCOMES: Readonly<Record<ApiErrorKind, string>> = {
  network: 'got no response',
  http: 'returned',
  parse: 'returned an unusable body:',
  timeout: 'timed out',
  abort: 'was aborted',
  middleware: 'failed in a middleware',
};

/** Whether this is one of the six kinds. */
export const isErrorKind = (kind: unknown): kind is ApiErrorKind =>
  typeof kind === 'string' && Object.hasOwn(OUTCOMES, kind);

/** "got no response: ECONNREFUSED". */
export const because = (outcome: string, why: string): string => (why ? `${outcome}: ${why}` : outcome);

/** What the message says where no reason was given: the outcome that the kind has, and what the cause says of it. */
function outcomeOf(init: ApiErrorInit, attempts: number, template: string): string {
  const { kind, status = 0, statusText, cause } = init;
  const outcome = OUTCOMES[kind];
  const own = safeTextOf(cause) ?? '';
  if (kind === 'http' || kind === 'parse') return `${outcome} ${status || ''} ${oneLine(statusText)}`;
  if (kind === 'middleware') return because(outcome, cause === undefined ? '' : describeUserError(cause));
  if (kind === 'abort') return own ? `${outcome}. ${own}` : outcome;
  if (kind === 'timeout') return isDeadline(cause) ? own : because(outcome, own);
  if (InvalidInputError.is(cause)) return `${NOT_SENT}${attempts ? ' again' : ''}. ${own}`;
  // A body that broke off, as a reader tells it.
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
 * Where a schema found something wrong: `items[2].price`, `''` for the whole of the data. At most 20, and never what it
 * found: the words of validators quote values.
 */
export const issuePaths = (issues: readonly StandardIssue[]): string[] => issues.slice(0, 20).map(pathOf);

/** The body as a logger can write it: JSON has no text for one that is too deep. */
const fitForJson = (body: unknown): unknown => {
  try {
    // As a member of what a toJSON gives, as in the error: there its own toJSON is asked, and engines go less deep.
    JSON.stringify({ toJSON: () => ({ body }) });
    return body;
  } catch {
    return "[can't be converted to JSON]";
  }
};

/** The longest text that a log gets of an answer: error pages are long, and say at the beginning what they are. */
const LONGEST_TEXT = 2000;

const shortText = (body: unknown): unknown =>
  typeof body === 'string' && body.length > LONGEST_TEXT ? `${body.slice(0, LONGEST_TEXT)}…` : body;

/**
 * Why a call failed. An `Error`, so that it can be thrown, logged and reported as one.
 *
 * `message` names the method, the path template and the reason, never the query string, header values or the body,
 * which may hold secrets. So do the fields that printers and reporters of errors copy, which are the enumerable ones:
 * `kind`, `status`, `statusText`, `endpoint`, `operation`, `sent` and `attempts`. `cause` is the thrown value, when `body`
 * holds one.
 */
export class ApiError extends Error {
  /** One of the six kinds. */
  declare readonly kind: ApiErrorKind;
  /** The endpoint's name on the client; undefined for an error of no endpoint. */
  declare readonly endpoint: string | undefined;
  /** GraphQL only: kind and name of the operation, `'query user'`. */
  declare readonly operation: string | undefined;
  /** The response's status for `'http'` and `'parse'`, else 0. */
  declare readonly status: number;
  /** The response's status text; `'GraphQL Error'` for a GraphQL error; else `''`. */
  declare readonly statusText: string;
  /**
   * Whether any attempt was handed to `fetch`, so that the server may have done what it was asked for. False for what
   * was refused or held back at once, and for what a cache or a middleware failed in the place of the server.
   */
  declare readonly sent: boolean;
  /** How many attempts were handed to `fetch`. A `retry()` of the Result begins anew. */
  declare readonly attempts: number;
  /** The decoded error body, null when it is empty or unreadable; what was thrown; or the signal's reason. */
  declare readonly body: unknown;
  /** What a schema found wrong, as the validator has it, values and all; undefined where no schema refused the data. */
  declare readonly issues: readonly StandardIssue[] | undefined;
  /**
   * What came in the place of the error body that was declared: the text of an answer that is no JSON, such as a
   * gateway's HTML page, or what the schema in `errors` refused. Undefined where `body` has it, and where nothing came.
   */
  declare readonly rawBody: unknown;
  /** The call that failed. `url` has its path params filled, as far as it could be built. */
  declare readonly request: { readonly method: string; readonly url: string; readonly params: unknown };
  /** GraphQL only: the data that came along with the errors. */
  declare readonly partialData: unknown;
  /**
   * The error Result of the last attempt, if the call's deadline passed after that attempt: in the wait before a retry, in
   * a queue, or while a later attempt ran. Undefined for every other error.
   */
  declare readonly lastAttempt: FailedAttempt | undefined;
  #headers: Headers | undefined;
  /** For logs: a filled path has params in it. */
  readonly #urlTemplate: string;
  readonly #reason: string;

  /** @param init For a middleware that builds an error of its own; `kind` and `request` are required. */
  constructor(init: ApiErrorInit) {
    const own = ownDefined(init) as ApiErrorInit;
    const { kind, status = 0, statusText = '', body = null, headers, partialData } = own;
    const { endpoint, operation, issues, rawBody, lastAttempt } = own;
    const { method, url, params, attempts: counted } = own.request;
    const request = Object.freeze({ method, url: String(url), params });
    const attempts = own.attempts ?? counted ?? (status > 0 ? 1 : 0);
    const urlTemplate = shownUrl(own.urlTemplate ?? own.path ?? request.url);
    // A middleware writes some of it: whoever logs it gets one line.
    const reason = inLine(own.reason ?? outcomeOf(own, attempts, urlTemplate));
    const text = `${request.method} ${shownUrl(own.path ?? request.url)} ${operation ?? ''} ${reason}`;
    // Of the init the cause is taken, where it has one.
    super(inLine(text), own);
    // Whoever prints an error, or sends it to a service, copies what is enumerable: the others may hold secrets.
    const shown = { kind, endpoint, operation, status, statusText, sent: attempts > 0, attempts };
    const all = { ...shown, body, rawBody, issues, request, partialData, lastAttempt };
    // Defined and not assigned, so that nobody can set them.
    for (const [name, value] of Object.entries(all))
      define(this, name, value, name in shown && value !== undefined);
    this.#headers = headers;
    this.#urlTemplate = urlTemplate;
    this.#reason = reason;
  }

  /** `'ApiError'`, of every copy of the package. */
  override get name(): 'ApiError' {
    return 'ApiError';
  }

  /** The response's headers; empty without a response. */
  get headers(): Headers {
    return (this.#headers ??= new Headers());
  }

  /**
   * For logs and reports: no header values, no params (the path is unfilled), no query, and the body only where a server
   * sent it, of a text that is no JSON the first 2,000 characters. Of what a schema found wrong the paths; of the cause
   * and those behind it, at most three, name and code.
   */
  toJSON(): Record<string, unknown> {
    const { name, message, kind, statusText, request, issues, cause, body, rawBody } = this;
    return Object.assign(
      { name, message },
      // What is enumerable: kind, status and the like.
      this as object,
      { statusText: oneLine(statusText), request: { method: request.method, url: this.#urlTemplate } },
      issues && { issues: issuePaths(issues) },
      cause != null && { cause: causesOf(cause) },
      kind === 'http' && { body: fitForJson(body) },
      kind === 'http' && rawBody != null && { rawBody: fitForJson(shortText(rawBody)) },
    ) as Record<string, unknown>;
  }

  /** Whether this copy of the package made it: then its fields are what they were made. */
  static isOwn(value: unknown): value is ApiError {
    return hasBrand(value, 'ApiError') && #urlTemplate in (value as object);
  }

  /** What its message says behind the names of the call; all of the message where another copy of the package made it. */
  static reasonOf(error: ApiError): string {
    return ApiError.isOwn(error) ? error.#reason : (error as Error).message;
  }

  /** True for an ApiError of another copy of the package too (ESM beside CommonJS). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ApiError ? hasBrand(value, 'ApiError') : super[Symbol.hasInstance](value);
  }
}

// Not in a static block: React Native's Babel preset can't read those.
setBrand(ApiError.prototype, 'ApiError');

/**
 * What `util.inspect`, and so `console.error`, prints. What a platform or a validator threw may quote the URL, a header or
 * the body: of that there are names and codes. What the program's own middleware threw is printed whole; of what homing
 * did, such as an AuthError, the causes are not.
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
