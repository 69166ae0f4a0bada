import { bare } from '../platform/bare.js';
import { hasBrand, setBrand } from '../platform/brand.js';
import { isObject } from '../platform/is-object.js';
import { isPlatform } from '../platform/is-platform.js';
import { ownDefined, ownValue } from '../platform/own-properties.js';
import { withoutUser } from '../platform/without-user.js';
import type { ApiErrorInit, ApiErrorKind, FailedRequest } from './api-error-init.js';
import { ForeignWords, type ToldCause } from './foreign-words.js';
import { issuePaths } from './issue-paths.js';
import { attemptsOf, outcomeOf, shownStatusText } from './outcome.js';
import type { StandardIssue } from './standard-issue.js';

const isHeaders = isPlatform('Headers');

const textOrEmpty = (given: unknown): string =>
  typeof given === 'string' || given instanceof URL ? String(given) : '';

/** The request as an error names it. A middleware may have built it by half: nothing in it fails the error. */
const failedRequest = (given: Partial<FailedRequest> | undefined): ApiError['request'] => {
  let request: ApiError['request'] = { method: '', url: '', params: undefined };
  try {
    request = { method: textOrEmpty(given?.method), url: textOrEmpty(given?.url), params: given?.params };
  } catch {
    // One that can't be read stays without a name.
  }
  return Object.freeze(request);
};

const withoutQuery = (url: string): string => withoutUser(url).replace(/[?#].*$/s, '');

/** The body as a logger can write it: JSON has no text for one that is too deep, or goes round in a circle. */
const fitForJson = (body: unknown): unknown => {
  try {
    // As a member of what a toJSON gives, as in the error: there its own toJSON is asked, and engines go less deep.
    JSON.stringify({ toJSON: () => ({ body }) });
    return body;
  } catch {
    return '[can not be written as JSON]';
  }
};

/** The longest text that a log gets of an answer: error pages are long, and say at the beginning what they are. */
const LONGEST_TEXT = 2000;

const shortText = (body: unknown): unknown =>
  typeof body === 'string' && body.length > LONGEST_TEXT ? `${body.slice(0, LONGEST_TEXT)}…` : body;

/** What an error tells beside its fields, made while the call is at hand. */
interface Told {
  readonly reason: string;
  readonly statusText: string;
  readonly causes: readonly ToldCause[];
  readonly paths: readonly string[];
}

const tell = (init: Partial<ApiErrorInit>, template: string): Told => {
  const {
    kind = 'network',
    request,
    status = 0,
    statusText,
    cause,
    reason,
    issues,
    quotesBody = kind === 'parse',
  } = init;
  const words = new ForeignWords(request ?? { url: '' }, template);
  try {
    return {
      reason: typeof reason === 'function' ? reason(words, status) : (reason ?? outcomeOf(init, words)),
      statusText: shownStatusText(statusText, words),
      causes: cause == null ? [] : words.causes(cause, quotesBody),
      paths: issues ? issuePaths(issues, words) : [],
    };
  } catch {
    // What a validator found, and a status text, may be of anybody's making.
    return { reason: outcomeOf({ kind, status }, words), statusText: '', causes: [], paths: [] };
  }
};

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
  #headers: Headers | undefined;
  /** For logs: a filled path has params in it. */
  readonly #urlTemplate: string;
  readonly #told: Told;

  /** @param init For a middleware that builds an error of its own; `kind` and `request` are required. */
  constructor(init: ApiErrorInit) {
    const own = ownDefined(init) as ApiErrorInit;
    const { kind, status = 0, statusText = '', body = null, headers, partialData, cause } = own;
    const { endpoint, operation, issues, rawBody } = own;
    const request = failedRequest(own.request);
    const { method, url } = request;
    const urlTemplate = withoutQuery(own.urlTemplate ?? url);
    const told = tell(own, urlTemplate);
    super(
      [method, withoutQuery(own.path ?? url), operation, told.reason].filter(Boolean).join(' '),
      cause === undefined ? undefined : { cause },
    );
    const attempts = attemptsOf(own);
    // Defined and not assigned, so that nobody can set them.
    const define = (fields: Record<string, unknown>, enumerable: boolean): void => {
      for (const [name, value] of Object.entries(ownDefined(fields)))
        Object.defineProperty(this, name, bare<PropertyDescriptor>({ value, enumerable }));
    };
    define({ kind, endpoint, operation, status, statusText, sent: attempts > 0, attempts }, true);
    // Whoever prints an error, or sends it to a service, copies what is enumerable: these may hold secrets.
    define({ body, rawBody, issues, request, partialData }, false);
    this.#headers = isHeaders(headers) ? headers : undefined;
    this.#urlTemplate = urlTemplate;
    this.#told = told;
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
   * and those behind it, at most three, name, code and message.
   */
  toJSON(): Record<string, unknown> {
    const { name, message } = this;
    // What the error does not have isn't read from `Object.prototype`.
    const { kind, endpoint, operation, status, sent, attempts } = bare<ApiError>(this);
    const { statusText, causes, paths } = this.#told;
    const json = {
      ...ownDefined({ name, message, kind, endpoint, operation, status, statusText, sent, attempts }),
      request: { method: this.request.method, url: this.#urlTemplate },
      ...(Object.hasOwn(this, 'issues') && { issues: paths }),
      ...(causes.length > 0 && { cause: causes }),
    };
    if (kind !== 'http') return json;
    const rawBody = ownValue(this, 'rawBody');
    const raw = rawBody != null && { rawBody: fitForJson(shortText(rawBody)) };
    return { ...json, body: fitForJson(this.body), ...raw };
  }

  /**
   * What `util.inspect`, and so `console.error`, is to print. What a platform or a validator threw may quote the URL, a
   * header or the body: of that there are names and codes. What the program's own middleware threw is printed whole.
   */
  static printed(error: ApiError): Error {
    if (!ApiError.isOwn(error)) return error;
    // A copy, as printers that show what is hidden would show all of it.
    const shown = Object.assign(new Error(error.message), error);
    const { name, stack, kind } = error;
    const constructor: unknown = error.constructor;
    const cause = kind === 'middleware' ? error.cause : error.#told.causes;
    const hidden = { name, stack, constructor, ...(error.cause !== undefined && { cause }) };
    for (const [key, value] of Object.entries(hidden))
      Object.defineProperty(shown, key, bare<PropertyDescriptor>({ value }));
    // By constructor and brand it is printed under the name of the class.
    setBrand(shown, 'ApiError');
    return shown;
  }

  /** Whether this copy of the package made it: then its fields are what they were made. */
  static isOwn(value: unknown): value is ApiError {
    try {
      return isObject(value) && #urlTemplate in value;
    } catch {
      // React Native's Babel preset makes private fields properties, and a revoked proxy can't be asked for one.
      return false;
    }
  }

  /** What its message says behind the names of the call; all of the message where another copy of the package made it. */
  static reasonOf(error: ApiError): string {
    return ApiError.isOwn(error) ? error.#told.reason : (error as Error).message;
  }

  /** True for an ApiError of another copy of the package too (ESM beside CommonJS). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ApiError ? hasBrand(value, 'ApiError') : super[Symbol.hasInstance](value);
  }
}

// Not in a static block: React Native's Babel preset can't read those.
setBrand(ApiError.prototype, 'ApiError');
Object.defineProperty(
  ApiError.prototype,
  Symbol.for('nodejs.util.inspect.custom'),
  bare({
    value(this: ApiError) {
      return ApiError.printed(this);
    },
  }),
);
