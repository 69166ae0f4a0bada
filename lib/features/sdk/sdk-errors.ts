import {
  type ApiError,
  type ApiErrorKind,
  InvalidInputError,
  isObject,
  oneLine,
  ownDefined,
} from '../../core/internal.js';
import type { WebhookError, WebhookErrorReason } from '../webhooks/webhook-error.js';

/** Base class of all errors that an SDK throws. A package exports it under its own name, such as `AcmeError`. */
export class SdkError extends Error {
  /** The name of the class. */
  override get name(): string {
    return 'SdkError';
  }
}

/**
 * A call of an SDK failed. It shows the `ApiError` that is its `cause`. Headers and bodies can hold secrets, so they
 * aren't enumerable, and the message doesn't contain them.
 *
 * @typeParam TBody Type of the decoded error body.
 */
export class APIError<TBody = unknown> extends SdkError {
  /** Why the call failed: one of the six kinds of `ApiError`. */
  readonly kind: ApiErrorKind;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** The id that the service gave the request, for its support; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** The `ApiError` of the call, with all its fields. */
  declare readonly cause: ApiError;

  /**
   * @param cause The error of the call.
   * @param options `message`: text to use instead of the error's. `requestId`: the id of the request. Not checked.
   */
  constructor(cause: ApiError, options?: APIErrorOptions) {
    const { message = cause.message, requestId } = ownDefined(options) as APIErrorOptions;
    super(message, { cause });
    this.kind = cause.kind;
    this.status = cause.status || undefined;
    this.requestId = requestId;
  }

  override get name(): string {
    return 'APIError';
  }

  /** The headers of the response; empty without a response. */
  get headers(): Headers {
    return this.cause.headers;
  }

  /** The decoded error body, null if it is empty; for a failure without a response, the thrown value. */
  get body(): TBody {
    return this.cause.body as TBody;
  }
}

/** Options of `new APIError()`. */
export interface APIErrorOptions {
  /** The message. Default: the message of the `ApiError`. Not checked. */
  readonly message?: string | undefined;
  /** The id of the request. Default: none. Not checked. */
  readonly requestId?: string | undefined;
}

/** The service rejected the request with status 400. */
export class BadRequestError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 400;
  override get name(): string {
    return 'BadRequestError';
  }
}

/** The service rejected the credentials, with status 401. */
export class AuthenticationError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 401;
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** The credentials don't permit the call. Status 403. */
export class PermissionDeniedError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 403;
  override get name(): string {
    return 'PermissionDeniedError';
  }
}

/** The service has no such resource. Status 404. */
export class NotFoundError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 404;
  override get name(): string {
    return 'NotFoundError';
  }
}

/** The request conflicts with the state of the resource. Status 409. */
export class ConflictError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 409;
  override get name(): string {
    return 'ConflictError';
  }
}

/** The service understood the request, but its content is invalid. Status 422. */
export class UnprocessableEntityError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 422;
  override get name(): string {
    return 'UnprocessableEntityError';
  }
}

/** Too many requests. Status 429, after all retries. */
export class RateLimitError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 429;
  override get name(): string {
    return 'RateLimitError';
  }
}

/** The service failed: status 500 or above, after all retries. */
export class InternalServerError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: number;
  override get name(): string {
    return 'InternalServerError';
  }
}

/** The request was sent, but no complete response arrived: the connection failed or broke off. */
export class APIConnectionError extends APIError {
  override get name(): string {
    return 'APIConnectionError';
  }
}

/** The call, or its last attempt, took longer than its timeout. */
export class APITimeoutError extends APIConnectionError {
  override get name(): string {
    return 'APITimeoutError';
  }
}

/** The caller's signal ended the call. */
export class APIUserAbortError extends APIError {
  override get name(): string {
    return 'APIUserAbortError';
  }
}

/** `webhooks.unwrap` rejected a webhook. */
export class WebhookVerificationError extends SdkError {
  /** Why the webhook was rejected: a reason of `WebhookError`. */
  readonly reason: WebhookErrorReason;
  /** The error of `verifyWebhook`, with the issues of a schema. */
  declare readonly cause: WebhookError;

  /** @param cause The error of `verifyWebhook`. */
  constructor(cause: WebhookError) {
    super(cause.message, { cause });
    this.reason = cause.reason;
  }

  override get name(): string {
    return 'WebhookVerificationError';
  }
}

type ErrorClass = new (cause: ApiError, options?: APIErrorOptions) => APIError;

/** A function, so that bundlers can remove the classes. */
const ownClasses = () => ({
  APIError,
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
});

/** The names of the classes of a call's errors. */
type ErrorName = keyof ReturnType<typeof ownClasses>;

/** The classes of a call's errors, by name. A package can replace each by a class that extends it. */
export type SdkErrorClasses = Readonly<Record<ErrorName, ErrorClass>>;

const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
};

/** Returns the name of the class for an error. */
function classOf({ kind, status, sent, cause }: ApiError): ErrorName {
  if (kind === 'http') return BY_STATUS[status] ?? (status >= 500 ? 'InternalServerError' : 'APIError');
  if (kind === 'timeout') return 'APITimeoutError';
  if (kind === 'abort') return 'APIUserAbortError';
  // The connection can't fail before something is sent, and a rejected input isn't its problem either.
  return kind === 'network' && sent && !InvalidInputError.is(cause) ? 'APIConnectionError' : 'APIError';
}

/** How an SDK creates its errors. */
export interface SdkErrorOptions {
  /**
   * Classes to use instead of the own ones, such as `{ NotFoundError: class extends NotFoundError<Problem> {} }`.
   * Default: the own ones. Another value than a class makes each failing call throw a TypeError.
   */
  readonly errors?: Partial<SdkErrorClasses> | undefined;
  /**
   * Returns the service's own text for the message of an error with a status, from the decoded body. Undefined, an
   * empty string and another value add nothing. At most 200 characters are used. Service texts can quote what the caller sent, so the default is none.
   */
  readonly errorMessage?: ((body: never, status: number) => string | undefined) | undefined;
  /**
   * The name of errors that `new` throws, as the package exports the class: `'AcmeError'`. Not checked.
   *
   * @default 'SdkError'
   */
  readonly errorName?: string | undefined;
  /**
   * Header with the id of a request.
   *
   * @default the first of `x-request-id` and `request-id`
   */
  readonly requestIdHeader?: string | undefined;
}

/** Returns the text of the service as one line; undefined without any. */
function serviceText({ body, status }: ApiError, { errorMessage }: SdkErrorOptions): string | undefined {
  try {
    const text: unknown = isObject(body) ? errorMessage?.(body as never, status) : undefined;
    return oneLine(text) || undefined;
  } catch {
    // Bodies come from the service and can have another form.
    return undefined;
  }
}

/** Returns the error that an SDK throws for a failed call. */
export function toSdkError(cause: ApiError, options: SdkErrorOptions): APIError {
  const { errors, requestIdHeader } = options;
  const names = requestIdHeader === undefined ? ['x-request-id', 'request-id'] : [requestIdHeader];
  const requestId = names.map((name) => cause.headers.get(name)).find((id) => id !== null) ?? undefined;
  const text = cause.kind === 'http' ? serviceText(cause, options) : undefined;
  const message = text === undefined ? undefined : `${cause.message}: ${text}`;
  const Class = { ...ownClasses(), ...ownDefined(errors) }[classOf(cause)];
  return new Class(cause, { message, requestId });
}
