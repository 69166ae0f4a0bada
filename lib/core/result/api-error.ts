import { bare } from '../platform/bare.js';
import { hasBrand, setBrand } from '../platform/brand.js';
import { isPlatform } from '../platform/is-platform.js';
import { ownDefined } from '../platform/own-properties.js';
import { withoutUser } from '../platform/without-user.js';

/** What went wrong with a call. There are exactly these six. */
export type ApiErrorKind = 'network' | 'http' | 'parse' | 'timeout' | 'abort' | 'middleware';

/** What `new ApiError()` takes. */
export interface ApiErrorInit {
  /** One of the six kinds. */
  kind: ApiErrorKind;
  /** The call that failed. */
  request: { method: string; url: string; params?: unknown };
  /** The endpoint's path template, for the message. Default: the URL without its query. */
  path?: string | undefined;
  /** The URL with its path unfilled, for `toJSON()`. Default: the URL. */
  urlTemplate?: string | undefined;
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
  /** What was thrown, when something was. */
  cause?: unknown;
  /** What the message tells, in place of the outcome that the kind has. */
  reason?: string | undefined;
}

/** What a message says of each kind. */
const OUTCOMES: Readonly<Record<ApiErrorKind, string>> = {
  network: 'got no response',
  http: 'answered',
  parse: 'answered with a body that could not be used:',
  timeout: 'passed its deadline',
  abort: 'was aborted',
  middleware: 'failed in a middleware',
};

/** Whether this is one of the six kinds. */
export const isErrorKind = (kind: unknown): kind is ApiErrorKind =>
  Object.keys(OUTCOMES).includes(kind as string);

const isHeaders = isPlatform('Headers');

const textOrEmpty = (given: unknown): string =>
  typeof given === 'string' || given instanceof URL ? String(given) : '';

/** The request as an error names it. A middleware may have built it by half: nothing in it fails the error. */
const failedRequest = (given: Partial<ApiErrorInit['request']> | undefined): ApiError['request'] => {
  let request: ApiError['request'] = { method: '', url: '', params: undefined };
  try {
    request = { method: textOrEmpty(given?.method), url: textOrEmpty(given?.url), params: given?.params };
  } catch {
    // One that can't be read stays without a name.
  }
  return Object.freeze(request);
};

const withoutQuery = (url: string): string => withoutUser(url).replace(/[?#].*$/s, '');

/** "answered 404 Not Found". The status text is the server's and may have escape codes in it: the message gets logged. */
const outcomeOf = (kind: ApiErrorKind, status: number, statusText: string): string =>
  [OUTCOMES[kind], status || '', statusText]
    .join(' ')
    .replace(/\p{Cc}+/gu, ' ')
    .trimEnd();

/** The body as a logger can write it: JSON has no text for one that is too deep, or goes round in a circle. */
const fitForJson = (body: unknown): unknown => {
  try {
    JSON.stringify(body);
    return body;
  } catch {
    return '[can not be written as JSON]';
  }
};

/**
 * Why a call failed. An `Error`, so that it can be thrown, logged and reported as one.
 *
 * `message` names the method, the path template and the outcome, never the query string, header values or the
 * body, which may hold secrets. `cause` is the thrown value, when `body` holds one.
 */
export class ApiError extends Error {
  /** One of the six kinds. */
  declare readonly kind: ApiErrorKind;
  /** The response's status for `'http'` and `'parse'`, else 0. */
  declare readonly status: number;
  /** The response's status text; `'GraphQL Error'` for a GraphQL error; else `''`. */
  declare readonly statusText: string;
  /** The decoded error body, null when it is empty or unreadable; what was thrown; or the signal's reason. */
  declare readonly body: unknown;
  /** The call that failed. `url` has its path params filled, as far as it could be built. */
  declare readonly request: { readonly method: string; readonly url: string; readonly params: unknown };
  /** GraphQL only: the data that came along with the errors. */
  declare readonly partialData: unknown;
  #headers: Headers | undefined;
  /** For logs: a filled path has params in it. */
  readonly #urlTemplate: string;

  /** @param init For a middleware that builds an error of its own; `kind` and `request` are required. */
  constructor(init: ApiErrorInit) {
    const own = ownDefined(init) as ApiErrorInit;
    const { kind, status = 0, statusText = '', body = null, headers, partialData, cause } = own;
    const request = failedRequest(own.request);
    const { method, url } = request;
    const outcome = own.reason ?? outcomeOf(kind, status, statusText);
    super(
      [method, withoutQuery(own.path ?? url), outcome].filter(Boolean).join(' '),
      cause === undefined ? undefined : { cause },
    );
    const fields = ownDefined({ kind, status, statusText, body, request, partialData });
    // Defined and not assigned, so that nobody can set them.
    for (const [name, value] of Object.entries(fields))
      Object.defineProperty(this, name, bare({ value, enumerable: true }));
    this.#headers = isHeaders(headers) ? headers : undefined;
    this.#urlTemplate = withoutQuery(own.urlTemplate ?? url);
  }

  /** `'ApiError'`, of every copy of the package. */
  override get name(): 'ApiError' {
    return 'ApiError';
  }

  /** The response's headers; empty without a response. */
  get headers(): Headers {
    return (this.#headers ??= new Headers());
  }

  /** For logs and reports: no header values, no params (the path is unfilled), no query, and the body only where a server sent it. */
  toJSON(): Record<string, unknown> {
    const { name, message, kind, status, statusText, body, request } = this;
    const { method } = request;
    const json = { name, message, kind, status, statusText, request: { method, url: this.#urlTemplate } };
    return kind === 'http' ? { ...json, body: fitForJson(body) } : json;
  }

  /** Whether this copy of the package made it: then its fields are what they were made. */
  static isOwn(value: unknown): value is ApiError {
    return typeof value === 'object' && value !== null && #urlTemplate in value;
  }

  /** True for an ApiError of another copy of the package too (ESM beside CommonJS). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ApiError ? hasBrand(value, 'ApiError') : super[Symbol.hasInstance](value);
  }
}

// Not in a static block: React Native's Babel preset can't read those.
setBrand(ApiError.prototype, 'ApiError');
